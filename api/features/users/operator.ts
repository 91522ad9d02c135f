import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { endSessions } from '../auth/sessions.ts'
import { recoveryCodes, sessions, users } from '../auth/tables.ts'
import { deletePasskeys } from '../passkeys/passkeys.ts'
import { notifyOfSecurityEvent } from './jobs.ts'

export const userUsage = `
  user remove-two-factor <email> --reason "…"   for a user who has lost the device and the recovery codes: removes the authenticator app and the passkeys, and signs out every device`

/** Runs one operator command about a user. Returns the exit code, or undefined if it is not a valid command. Errors are thrown. */
export async function runUserCommand(
  { reviewer, print, write }: OperatorContext,
  [verb, email, ...more]: string[],
  reason: string | undefined,
): Promise<number | undefined> {
  if (verb !== 'remove-two-factor' || !email || !reason?.trim() || more.length > 0) return undefined
  const removed = { email: email.trim().toLowerCase(), reason: reason.trim(), reviewer }
  await write((context) => removeTwoFactor(context, removed))
  print(
    `${removed.email} has no authenticator app and no passkeys any more, and every device is signed out. The user is notified by email.`,
  )
  return 0
}

/**
 * Removes the second factors, authenticator app and passkeys, of a user who proved their identity by other means. All sessions end,
 * because a stranger may have set up the second factor. One whose setup was not finished is removed, too.
 * @throws 404 user_not_found, 409 two_factor_off
 */
async function removeTwoFactor(context: Context, given: { email: string; reason: string; reviewer: string }) {
  const { tx, now, config } = context
  const [user] = await tx.select().from(users).where(eq(users.email, given.email)).for('update')
  if (!user) throw problem.notFound('user')
  const passkeys = await deletePasskeys(tx, { kind: 'user', id: user.id })
  if (!user.totpSecret && passkeys === 0)
    throw problem.conflict('two_factor_off', 'Two-factor authentication is not on')
  const none = { totpEnabledAt: null, totpSecret: null, totpStep: null }
  await tx.update(users).set(none).where(eq(users.id, user.id))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id))
  await endSessions(tx, [eq(sessions.userId, user.id)], 'two_factor_removed', now)
  await recordAuditEvent(context, {
    action: 'two_factor.disabled',
    object: given.reason,
    userId: user.id,
    actor: { kind: 'operator', name: given.reviewer },
  })
  await notifyOfSecurityEvent(context, user.id, 'two_factor_removed', config.brand.name)
}
