import type { Parsed } from '@adire/contract/endpoint.ts'
import {
  type createWebhookEndpoint,
  type deleteWebhookEndpoint,
  type setWebhookEndpointEnabled,
  type updateWebhookEndpoint,
  webhookLimits,
} from '@adire/contract/webhooks.ts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { refusalOfUrl } from '../../connectors/webhook-post.ts'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { merchants } from '../merchants/tables.ts'
import { giveUpWaiting } from './conclude.ts'
import { type EndpointRecord, hintOf, newSecret, sealSecret } from './secret.ts'
import { recentOf, showEndpoint } from './show.ts'
import { webhookEndpoints } from './tables.ts'

const mine = ({ merchant }: MemberContext) =>
  and(eq(webhookEndpoints.merchantId, merchant.id), isNull(webhookEndpoints.deletedAt))
const ofId = (context: MemberContext, id: string) => and(mine(context), eq(webhookEndpoints.id, id))

export async function list(context: MemberContext) {
  const rows = await context.tx
    .select()
    .from(webhookEndpoints)
    .where(mine(context))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    .limit(webhookLimits.endpoints)
  const content: Awaited<ReturnType<typeof show>>[] = []
  for (const row of rows) content.push(await show(context, row))
  return { content }
}

const show = async ({ tx }: MemberContext, row: EndpointRecord) => showEndpoint(row, await recentOf(tx, row))

/** The endpoint, held until the transaction ends. */
export async function holdEndpoint(context: MemberContext, id: string): Promise<EndpointRecord> {
  const [held] = await context.tx.select().from(webhookEndpoints).where(ofId(context, id)).for('update')
  if (!held) throw problem.notFound('webhook endpoint')
  return held
}

function refuseUrl({ mode, config }: MemberContext, url: string): void {
  const refusal = refusalOfUrl(new URL(url), mode === 'TEST' && config.webhooksToLoopback)
  if (refusal) throw problem.field('url', refusal)
}

export async function create(context: MemberContext, input: Parsed<typeof createWebhookEndpoint>) {
  const { tx, merchant, realNow, vault } = context
  refuseUrl(context, input.url)
  await requireConfirmation(context)
  // Two at once count one after the other.
  await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
  if ((await tx.$count(webhookEndpoints, mine(context))) >= webhookLimits.endpoints)
    throw problem.conflict('too_many_endpoints', `You have ${webhookLimits.endpoints} endpoints: delete one first`)
  const id = crypto.randomUUID()
  const secret = newSecret()
  const [row] = await tx
    .insert(webhookEndpoints)
    .values({
      ...input,
      id,
      merchantId: merchant.id,
      sealedSecret: sealSecret(vault, id, secret),
      secretHint: hintOf(secret),
      createdAt: realNow,
    })
    .returning()
  await record(context, { action: 'webhook.created', object: input.url, after: { events: input.events ?? 'all' } })
  return { endpoint: await show(context, row!), secret }
}

export async function update(context: MemberContext, { id, ...to }: Parsed<typeof updateWebhookEndpoint>) {
  const before = await holdEndpoint(context, id)
  if (to.url !== before.url) {
    refuseUrl(context, to.url)
    await requireConfirmation(context)
  }
  const changes = changesBetween(before, to)
  if (!changes) return show(context, before)
  const [row] = await context.tx.update(webhookEndpoints).set(to).where(ofId(context, id)).returning()
  await record(context, { action: 'webhook.updated', object: to.url, ...changes })
  return show(context, row!)
}

export async function setEnabled(context: MemberContext, { id, enabled }: Parsed<typeof setWebhookEndpointEnabled>) {
  const before = await holdEndpoint(context, id)
  if (before.enabled === enabled) return show(context, before)
  const [row] = await context.tx
    .update(webhookEndpoints)
    .set({ enabled, disabledReason: null })
    .where(ofId(context, id))
    .returning()
  if (!enabled) await giveUpWaiting(context, before.merchantId, id)
  await record(context, { action: enabled ? 'webhook.enabled' : 'webhook.disabled', object: before.url })
  return show(context, row!)
}

export async function remove(context: MemberContext, { id }: Parsed<typeof deleteWebhookEndpoint>): Promise<void> {
  const { tx, realNow } = context
  const before = await holdEndpoint(context, id)
  await tx
    .update(webhookEndpoints)
    .set({ enabled: false, deletedAt: realNow, sealedSecret: '', sealedOldSecret: null, oldSecretUntil: null })
    .where(ofId(context, id))
  await giveUpWaiting(context, before.merchantId, id)
  await record(context, { action: 'webhook.deleted', object: before.url })
}
