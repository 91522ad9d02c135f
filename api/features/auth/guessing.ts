import { and, desc, eq, gt } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toNetwork } from '../../http/network.ts'
import type { Runtime } from '../../runtime.ts'
import { notifyOfSecurityEvent } from '../users/jobs.ts'
import { users } from '../users/tables.ts'
import { clearAttempts, consumeDailyLimit, isLimitReached, networkOfOrigin, recordAttempt } from './attempts.ts'
import { sessions } from './tables.ts'

const dayMs = 24 * 3_600_000
/** A network is known for so long after a sign-in from it. */
const knownMs = 90 * dayMs
const mostSessions = 200

/** Counts failures at one account from all networks together that its user has not signed in from. */
export const everywhereKey = (email: string) => `account-anywhere:${email}`

/** Counts failures at one account from one network. */
export const accountKey = (email: string, network: string) => `account:${email}/${network}`

const resetKey = (email: string, network: string) => `day:reset-from:${email}/${network}`

/**
 * After a reset of the password, which proves the mailbox, nobody's failures keep its owner out: they are forgotten, and for a
 * day the network counts as one that the user has signed in from, so that those of others elsewhere do not count there.
 */
export async function forgiveAfterReset({ tx, origin, now }: Context, email: string): Promise<void> {
  const network = networkOfOrigin(origin)
  for (const key of [everywhereKey(email), accountKey(email, network)]) await clearAttempts(tx, key)
  await recordAttempt(tx, [{ key: resetKey(email, network) }], now)
}

/** Whether the user of this email has signed in from this network before, or reset the password from there today. */
export async function isKnownNetwork(tx: Tx, email: string, network: string, now: Date): Promise<boolean> {
  const seen = await tx
    .select({ ip: sessions.ip })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), gt(sessions.lastSeenAt, new Date(now.getTime() - knownMs))))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(mostSessions)
  const isKnown = seen.some(({ ip }) => ip !== null && toNetwork(ip) === network)
  return isKnown || isLimitReached(tx, { key: resetKey(email, network), most: 1 }, now, dayMs)
}

/** More failures than a forgetful owner makes. */
const failuresBeforeAlert = 15

/**
 * Tells the owner, once a day, that somebody guesses the password of this email. Without an account the failures are counted
 * all the same, so that the time an answer takes does not tell.
 */
export async function notifyOfPasswordGuessing(
  { database, clock, config, vault }: Runtime,
  email: string,
  owner: typeof users.$inferSelect | undefined,
  origin: RequestOrigin,
): Promise<void> {
  await database.write(async (tx) => {
    const now = clock()
    if (!(await isLimitReached(tx, { key: everywhereKey(email), most: failuresBeforeAlert }, now))) return
    if (!owner?.emailVerifiedAt) return
    const { id } = owner
    if (!(await consumeDailyLimit(tx, `day:guessing-told:${id}`, now))) return
    const context: Context = { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
    await notifyOfSecurityEvent(context, id, 'many_wrong_passwords')
  })
}
