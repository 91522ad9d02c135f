import { dayMs } from '@adire/contract/durations.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toNetwork } from '../../http/network.ts'
import type { Runtime } from '../../runtime.ts'
import { clearAttempts, consumeDailyLimit, isLimitReached, networkOfOrigin, recordAttempt } from './attempts.ts'
import { announceUnusualSignIn } from './events.ts'
import { sessions, users } from './tables.ts'

/** How long a network stays known after a sign-in from it. */
const knownMs = 90 * dayMs
const maxSessions = 200

/** Key that counts failures at one account from all unknown networks together (those its user has not signed in from). */
export const everywhereKey = (email: string) => `account-anywhere:${email}`

/** Key that counts failures at one account from one network. */
export const accountKey = (email: string, network: string) => `account:${email}/${network}`

const resetKey = (email: string, network: string) => `day:reset-from:${email}/${network}`

/**
 * Resets the failure counters after a password reset, which proves access to the mailbox, so that failures of others do not
 * lock out the owner. For a day this network also counts as known, so failures from other networks do not count against it.
 */
export async function forgiveAfterReset({ tx, origin, now }: Context, email: string): Promise<void> {
  const network = networkOfOrigin(origin)
  for (const key of [everywhereKey(email), accountKey(email, network)]) await clearAttempts(tx, key)
  await recordAttempt(tx, [{ key: resetKey(email, network) }], now)
}

/** Whether the user of this email has signed in from this network in the last 90 days, or reset the password from it today. */
export async function isKnownNetwork(tx: Tx, email: string, network: string, now: Date): Promise<boolean> {
  const seen = await tx
    .select({ ip: sessions.ip })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), gt(sessions.lastSeenAt, new Date(now.getTime() - knownMs))))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(maxSessions)
  const isKnown = seen.some(({ ip }) => ip !== null && toNetwork(ip) === network)
  return isKnown || isLimitReached(tx, { key: resetKey(email, network), max: 1 }, now, dayMs)
}

/** More failures than an owner makes who forgot the password. */
const failuresBeforeAlert = 15

/**
 * Notifies the owner, at most once a day, that somebody is guessing the password. Failures also count if there is no such
 * account, so that the response time does not reveal that.
 */
export async function notifyOfPasswordGuessing(
  { database, clock, config, vault }: Runtime,
  email: string,
  owner: typeof users.$inferSelect | undefined,
  origin: RequestOrigin,
): Promise<void> {
  await database.write(async (tx) => {
    const now = clock()
    if (!(await isLimitReached(tx, { key: everywhereKey(email), max: failuresBeforeAlert }, now))) return
    if (!owner?.emailVerifiedAt) return
    const { id } = owner
    if (!(await consumeDailyLimit(tx, `day:guessing-told:${id}`, now))) return
    const context: Context = { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
    await announceUnusualSignIn(context, id, 'many_wrong_passwords')
  })
}
