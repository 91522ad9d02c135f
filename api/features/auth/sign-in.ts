import { unverifiedDescription } from '@adire/contract/auth.ts'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Origin } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { users } from '../users/tables.ts'
import { countTry, forgiveTries, refuseTooMany } from './attempts.ts'

const failuresOfAccount = 5
const failuresOfAddress = 50

const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, argon)

// Compared against when there is no such account, so that the time taken does not tell.
const nobody = hashPassword('nobody')

const wrong = () => new Problem(400, 'invalid_grant', 'The email or the password is not correct')

/** The user with this password, as the subject of a new session; refuses after five failures in 15 minutes. */
export async function checkPassword(runtime: Runtime, email: string, password: string, origin: Origin) {
  const { database, clock } = runtime
  const ofAccount = { key: `account:${email}/${origin.ip}`, most: failuresOfAccount }
  const tries = [ofAccount, { key: `address:${origin.ip}`, most: failuresOfAddress }]
  await database.read((tx) => refuseTooMany(tx, tries, clock()))
  const [user] = await database.read((tx) => tx.select().from(users).where(eq(users.email, email)))
  const right = await verify(user?.passwordHash ?? (await nobody), password.slice(0, 200))
  if (!user || !right) {
    await database.write((tx) => countTry(tx, tries, clock()))
    throw wrong()
  }
  if (!user.emailVerifiedAt) throw new Problem(400, 'invalid_grant', unverifiedDescription)
  await database.write((tx) => forgiveTries(tx, ofAccount.key))
  return { id: user.id, email: user.email, sessionId: crypto.randomUUID() }
}
