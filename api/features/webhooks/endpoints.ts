import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type createWebhookEndpoint,
  type deleteWebhookEndpoint,
  type setWebhookEndpointEnabled,
  type updateWebhookEndpoint,
  webhookLimits,
} from '@adire/contract/webhooks.ts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { webhookUrlError } from '../../connectors/webhook-post.ts'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { failWaitingDeliveries } from './conclude.ts'
import { type EndpointRecord, maskSecret, newSecret, sealSecret } from './secret.ts'
import { loadRecentCounts, toWebhookEndpointResponse } from './serialize.ts'
import { webhookEndpoints } from './tables.ts'

const mine = ({ merchant }: MemberContext) =>
  and(eq(webhookEndpoints.merchantId, merchant.id), isNull(webhookEndpoints.deletedAt))
const ofId = (context: MemberContext, id: string) => and(mine(context), eq(webhookEndpoints.id, id))

export async function listWebhookEndpointsHandler(context: MemberContext) {
  const rows = await context.tx
    .select()
    .from(webhookEndpoints)
    .where(mine(context))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    .limit(webhookLimits.endpoints)
  const content: Awaited<ReturnType<typeof toEndpointWithRecent>>[] = []
  for (const row of rows) content.push(await toEndpointWithRecent(context, row))
  return { content }
}

const toEndpointWithRecent = async ({ tx }: MemberContext, row: EndpointRecord) =>
  toWebhookEndpointResponse(row, await loadRecentCounts(tx, row))

/**
 * An endpoint, locked.
 * @throws 404 webhook_endpoint_not_found
 */
export async function lockEndpoint(context: MemberContext, id: string): Promise<EndpointRecord> {
  const [endpoint] = await context.tx.select().from(webhookEndpoints).where(ofId(context, id)).for('update')
  if (!endpoint) throw problem.notFound('webhook endpoint')
  return endpoint
}

function requireReachableUrl({ mode, config }: MemberContext, url: string): void {
  const urlError = webhookUrlError(new URL(url), mode === 'TEST' && config.webhooksToLoopback)
  if (urlError) throw problem.field('url', urlError)
}

export async function createWebhookEndpointHandler(
  context: MemberContext,
  input: ParsedInput<typeof createWebhookEndpoint>,
) {
  const { tx, merchant, realNow, vault } = context
  requireReachableUrl(context, input.url)
  await requireConfirmation(context)
  await lockMerchant(context)
  if ((await tx.$count(webhookEndpoints, mine(context))) >= webhookLimits.endpoints)
    throw problem.conflict(
      'too_many_endpoints',
      `You can have at most ${webhookLimits.endpoints} endpoints. Delete one first`,
    )
  const id = crypto.randomUUID()
  const secret = newSecret()
  const [row] = await tx
    .insert(webhookEndpoints)
    .values({
      ...input,
      id,
      merchantId: merchant.id,
      sealedSecret: sealSecret(vault, id, secret),
      secretHint: maskSecret(secret),
      createdAt: realNow,
    })
    .returning()
  await recordAuditEvent(context, {
    action: 'webhook.created',
    object: input.url,
    after: { events: input.events ?? 'all' },
  })
  return { endpoint: await toEndpointWithRecent(context, row!), secret }
}

export async function updateWebhookEndpointHandler(
  context: MemberContext,
  { id, ...to }: ParsedInput<typeof updateWebhookEndpoint>,
) {
  const before = await lockEndpoint(context, id)
  if (to.url !== before.url) {
    requireReachableUrl(context, to.url)
    await requireConfirmation(context)
  }
  const changes = changesBetween(before, to)
  if (!changes) return toEndpointWithRecent(context, before)
  const [row] = await context.tx.update(webhookEndpoints).set(to).where(ofId(context, id)).returning()
  await recordAuditEvent(context, { action: 'webhook.updated', object: to.url, ...changes })
  return toEndpointWithRecent(context, row!)
}

export async function setWebhookEndpointEnabledHandler(
  context: MemberContext,
  { id, enabled }: ParsedInput<typeof setWebhookEndpointEnabled>,
) {
  const before = await lockEndpoint(context, id)
  if (before.enabled === enabled) return toEndpointWithRecent(context, before)
  const [row] = await context.tx
    .update(webhookEndpoints)
    .set({ enabled, disabledReason: null })
    .where(ofId(context, id))
    .returning()
  if (!enabled) await failWaitingDeliveries(context, before.merchantId, id)
  await recordAuditEvent(context, { action: enabled ? 'webhook.enabled' : 'webhook.disabled', object: before.url })
  return toEndpointWithRecent(context, row!)
}

export async function deleteWebhookEndpointHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof deleteWebhookEndpoint>,
): Promise<void> {
  const { tx, realNow } = context
  const before = await lockEndpoint(context, id)
  await tx
    .update(webhookEndpoints)
    .set({
      enabled: false,
      deletedAt: realNow,
      sealedSecret: '',
      sealedOldSecret: null,
      oldSecretUntil: null,
      earlierSecrets: [],
    })
    .where(ofId(context, id))
  await failWaitingDeliveries(context, before.merchantId, id)
  await recordAuditEvent(context, { action: 'webhook.deleted', object: before.url })
}
