import { createHash, ECDH } from 'node:crypto'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type disablePush, type enablePush, pushDevices } from '@adire/contract/notifications.ts'
import { and, asc, desc, eq, notInArray } from 'drizzle-orm'
import { webhookUrlError } from '../../connectors/webhook-post.ts'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { derivePushKeys } from './push-keys.ts'
import { pushSubscriptions } from './tables.ts'

const hashAddress = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** The subscriptions of the user to this business. */
const mine = ({ user, merchant }: MemberContext) =>
  and(eq(pushSubscriptions.userId, user.id), eq(pushSubscriptions.merchantId, merchant.id))

export async function getPushHandler(context: MemberContext) {
  const rows = await context.tx
    .select({ addressHash: pushSubscriptions.addressHash })
    .from(pushSubscriptions)
    .where(mine(context))
    .orderBy(asc(pushSubscriptions.id))
    .limit(pushDevices)
  return { publicKey: derivePushKeys(context.vault).publicKey, devices: rows.map(({ addressHash }) => addressHash) }
}

/**
 * Stores the subscription of a browser, in place of an earlier one of the same browser.
 * @throws 422 validation_error for an address that is not on the public internet, or keys that are none
 */
export async function enablePushHandler(context: MemberContext, input: ParsedInput<typeof enablePush>) {
  const { tx, user, merchant, mode, config, vault, realNow } = context
  const urlError = webhookUrlError(new URL(input.endpoint), mode === 'TEST' && config.webhooksToLoopback)
  if (urlError) throw problem.field('endpoint', urlError)
  if (!isPublicKey(input.p256dh)) throw problem.field('p256dh', 'This is not a public key')
  const addressHash = hashAddress(input.endpoint)
  const changing = {
    sessionId: user.sessionId,
    sealed: vault.seal(JSON.stringify(input), addressHash),
    createdAt: realNow,
  }
  await tx
    .insert(pushSubscriptions)
    .values({ userId: user.id, merchantId: merchant.id, addressHash, ...changing })
    .onConflictDoUpdate({
      target: [pushSubscriptions.userId, pushSubscriptions.merchantId, pushSubscriptions.addressHash],
      set: changing,
    })
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(mine(context))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(pushDevices)
  await tx.delete(pushSubscriptions).where(and(mine(context), notInArray(pushSubscriptions.id, newest)))
}

export async function disablePushHandler(context: MemberContext, { endpoint }: ParsedInput<typeof disablePush>) {
  await context.tx
    .delete(pushSubscriptions)
    .where(and(mine(context), eq(pushSubscriptions.addressHash, hashAddress(endpoint))))
}

/** Whether the text is a point of the curve P-256: payloads are encrypted to it. */
function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
