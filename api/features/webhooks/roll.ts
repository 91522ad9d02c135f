import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { type rollWebhookSecret, webhookLimits } from '@adire/contract/webhooks.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { lockEndpoint } from './endpoints.ts'
import { listOldSecrets, maskSecret, newSecret, sealSecret } from './secret.ts'
import { loadRecentCounts, toWebhookEndpointResponse } from './serialize.ts'
import { webhookEndpoints } from './tables.ts'

/**
 * Replaces an endpoint's secret. Each replaced secret is used for signing for another day, so that servers can change without downtime,
 * also when a rotation is repeated.
 * @throws 409 too_many_secrets
 */
export async function rollWebhookSecretHandler(context: MemberContext, { id }: ParsedInput<typeof rollWebhookSecret>) {
  const { tx, merchant, realNow, vault } = context
  await requireConfirmation(context)
  const before = await lockEndpoint(context, id)
  const oldSecrets = listOldSecrets(before, realNow)
  if (oldSecrets.length >= webhookLimits.oldSecrets)
    throw problem.conflict(
      'too_many_secrets',
      `You rotated this secret ${webhookLimits.oldSecrets} times in the last 24 hours. Try again later.`,
    )
  const secret = newSecret()
  const oldSecretUntil = new Date(realNow.getTime() + limits.keyOverlapMs)
  const [row] = await tx
    .update(webhookEndpoints)
    .set({
      sealedSecret: sealSecret(vault, id, secret),
      secretHint: maskSecret(secret),
      sealedOldSecret: before.sealedSecret,
      oldSecretUntil,
      earlierSecrets: oldSecrets,
    })
    .where(and(eq(webhookEndpoints.merchantId, merchant.id), eq(webhookEndpoints.id, id)))
    .returning()
  await recordAuditEvent(context, {
    action: 'webhook.rolled',
    object: before.url,
    before: { secret: before.secretHint },
    after: { secret: row!.secretHint, oldSecretUntil: oldSecretUntil.toISOString() },
  })
  await sendNotification(context, merchant.id, {
    kind: 'security',
    title: 'A webhook secret was rotated',
    text: `${await readActorName(context)} rotated the secret of ${before.url}. If no one at your business did this, change your password and rotate it again.`,
    path: '/settings/webhooks',
  })
  return { endpoint: toWebhookEndpointResponse(row!, await loadRecentCounts(tx, row!)), secret }
}
