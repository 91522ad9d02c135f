import { unverifiedDescription } from '@adire/contract/auth.ts'
import { hash, verify } from '@node-rs/argon2'
import { and, count, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Origin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { users } from '../users/tables.ts'
import { signInFailures } from './tables.ts'

const windowMs = 15 * 60_000
const failuresOfAccount = 5
const failuresOfAddress = 50

const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, argon)

// Compared against when there is no such account, so that the time taken does not tell.
const nobody = hashPassword('nobody')

const wrong = () => new Problem(400, 'invalid_grant', 'The email or the password is not correct')

/** The user with this password, as the subject of a new session; refuses after five failures in 15 minutes. */
export async function checkPassword(runtime: Runtime, email: string, password: string, origin: Origin) {
  const keys = [`account:${email}/${origin.ip}`, `address:${origin.ip}`] as const
  await refuseTooMany(runtime, keys)
  const [user] = await runtime.database.read((tx) => tx.select().from(users).where(eq(users.email, email)))
  const right = await verify(user?.passwordHash ?? (await nobody), password.slice(0, 200))
  if (!user || !right) {
    const at = runtime.clock()
    await runtime.database.write((tx) => tx.insert(signInFailures).values(keys.map((key) => ({ key, at }))))
    throw wrong()
  }
  if (!user.emailVerifiedAt) throw new Problem(400, 'invalid_grant', unverifiedDescription)
  await runtime.database.write((tx) => tx.delete(signInFailures).where(eq(signInFailures.key, keys[0])))
  return { id: user.id, email: user.email, sessionId: crypto.randomUUID() }
}

async function refuseTooMany({ database, clock }: Runtime, keys: readonly [account: string, address: string]) {
  const since = new Date(clock().getTime() - windowMs)
  const failures = await database.read((tx) =>
    tx
      .select({ key: signInFailures.key, times: count() })
      .from(signInFailures)
      .where(and(inArray(signInFailures.key, [...keys]), gt(signInFailures.at, since)))
      .groupBy(signInFailures.key),
  )
  const times = (key: string) => failures.find((row) => row.key === key)?.times ?? 0
  if (times(keys[0]) >= failuresOfAccount || times(keys[1]) >= failuresOfAddress)
    throw new Problem(429, 'too_many_attempts', 'Too many attempts, please wait 15 minutes and try again', [], {
      'retry-after': String(windowMs / 1000),
    })
}

/** Drops failures that no longer count. */
export async function forgetOldFailures(tx: Tx, now: Date): Promise<void> {
  await tx.delete(signInFailures).where(lt(signInFailures.at, new Date(now.getTime() - windowMs)))
}
