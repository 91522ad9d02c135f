import type { Context, UserContext } from '../../context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import type { AssertionOutcome } from '../passkeys/assert.ts'
import { consumeDailyLimit } from './attempts.ts'
import { announceUnusualSignIn } from './events.ts'

/**
 * Records that a valid signature was rejected because its counter did not advance, and notifies the user, at most once a day. Two
 * authenticators may have the key, and which of them is the user's cannot be known.
 */
export async function reportCopiedPasskey(context: Context | UserContext, outcome: AssertionOutcome): Promise<void> {
  if (!('passkey' in outcome)) return
  const { ownerId, name } = outcome.passkey
  await recordAuditEvent(context, { action: 'passkey.rejected', userId: ownerId, object: name })
  if (await consumeDailyLimit(context.tx, `day:passkey-copied:${outcome.passkey.id}`, context.realNow))
    await announceUnusualSignIn(context, ownerId, 'passkey_copied')
}
