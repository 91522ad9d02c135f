import { limits } from '@adire/contract/limits.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, SignedInUser } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { sessions } from './tables.ts'

type UserContext = Context & { user: SignedInUser }

/**
 * Requires a confirmation of identity in this session within the last five minutes. Used before secrets are shown, security
 * settings change, or money goes elsewhere. A session that has ended is noticed at once, also while another process still accepts it.
 * @throws 403 confirmation_required
 */
export async function requireConfirmation({ tx, user, realNow: now }: UserContext): Promise<void> {
  const since = new Date(now.getTime() - limits.confirmationMs)
  const [fresh] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, user.sessionId), isNull(sessions.endedAt), gt(sessions.confirmedAt, since)))
  if (!fresh) throw new Problem(403, 'confirmation_required', 'Confirm that it is you to continue')
}
