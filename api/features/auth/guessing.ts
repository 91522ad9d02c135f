import { and, desc, eq, gt } from 'drizzle-orm'
import type { Context, Origin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { networkOf } from '../../http/network.ts'
import type { Runtime } from '../../runtime.ts'
import { tellOfSecurity } from '../users/jobs.ts'
import { users } from '../users/tables.ts'
import { isTaken, takeTry } from './attempts.ts'
import { sessions } from './tables.ts'

const dayMs = 24 * 3_600_000
/** A network is known for so long after a sign-in from it. */
const knownMs = 90 * dayMs
const mostSessions = 200

/** Counts failures at one account from all networks together that its user has not signed in from. */
export const everywhereKey = (email: string) => `account-anywhere:${email}`

/** Whether the user of this email has signed in from this network before. */
export async function isKnownNetwork(tx: Tx, email: string, network: string, now: Date): Promise<boolean> {
  const seen = await tx
    .select({ ip: sessions.ip })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), gt(sessions.lastSeenAt, new Date(now.getTime() - knownMs))))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(mostSessions)
  return seen.some(({ ip }) => ip !== null && networkOf(ip) === network)
}

/** More failures than a forgetful owner makes. */
const failuresToTell = 15

/** Tells the owner, once a day, that somebody guesses the password. */
export async function tellOfGuessing(
  { database, clock, config, vault }: Runtime,
  { id, email, emailVerifiedAt }: typeof users.$inferSelect,
  origin: Origin,
): Promise<void> {
  if (!emailVerifiedAt) return
  await database.write(async (tx) => {
    const now = clock()
    if (!(await isTaken(tx, { key: everywhereKey(email), most: failuresToTell }, now))) return
    const today = { key: `day:guessing-told:${id}`, most: 1 }
    if (await isTaken(tx, today, now, dayMs)) return
    await takeTry(tx, [today], now, dayMs)
    const context: Context = { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
    await tellOfSecurity(context, id, 'many_wrong_passwords')
  })
}
