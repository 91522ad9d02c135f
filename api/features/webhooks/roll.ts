import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { rollWebhookSecret } from '@adire/contract/webhooks.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { holdEndpoint } from './endpoints.ts'
import { hintOf, newSecret, sealSecret } from './secret.ts'
import { recentOf, showEndpoint } from './show.ts'
import { webhookEndpoints } from './tables.ts'

/** For a day we sign with both, so that a server can be given the new secret without a gap. */
export async function roll(context: MemberContext, { id }: Parsed<typeof rollWebhookSecret>) {
  const { tx, merchant, realNow, vault, user } = context
  await requireConfirmation(context)
  const before = await holdEndpoint(context, id)
  const secret = newSecret()
  const oldSecretUntil = new Date(realNow.getTime() + limits.keyOverlapMs)
  const [row] = await tx
    .update(webhookEndpoints)
    .set({
      sealedSecret: sealSecret(vault, id, secret),
      secretHint: hintOf(secret),
      sealedOldSecret: before.sealedSecret,
      oldSecretUntil,
    })
    .where(and(eq(webhookEndpoints.merchantId, merchant.id), eq(webhookEndpoints.id, id)))
    .returning()
  await record(context, {
    action: 'webhook.rolled',
    object: before.url,
    before: { secret: before.secretHint },
    after: { secret: row!.secretHint, oldSecretUntil: oldSecretUntil.toISOString() },
  })
  await tellMembers(context, merchant.id, {
    kind: 'security',
    title: 'A webhook secret was rolled',
    text: `${user.email} rolled the secret of ${before.url}. If nobody of your business did, change your password and roll it again.`,
    path: '/settings/webhooks',
  })
  return { endpoint: showEndpoint(row!, await recentOf(tx, row!)), secret }
}
