import type { Mode } from '@adire/contract/call.ts'
import { eq } from 'drizzle-orm'
import { addKey } from '../features/api-keys/api-keys.ts'
import { issueRefreshToken, startSession } from '../features/auth/sessions.ts'
import { hashPassword } from '../features/auth/sign-in.ts'
import { sessions } from '../features/auth/tables.ts'
import { kycItems } from '../features/kyc/tables.ts'
import { createMerchant } from '../features/merchants/register.ts'
import { users } from '../features/users/tables.ts'
import type { Runtime } from '../runtime.ts'

export interface Person {
  email: string
  password: string
  userId: string
  merchantId: string
  token: string
  refreshToken: string
}

export const password = 'Correct-horse-1'
// Hashing is slow on purpose; people of tests share one.
const passwordHash = hashPassword(password)
let people = 0

/** Somebody with a verified account, a session and one business whose details are in review. */
export async function person(runtime: Runtime, name = 'ade', mode: Mode = 'TEST'): Promise<Person> {
  const email = `${name.toLowerCase()}-${++people}@example.com`
  const hash = await passwordHash
  const sessionId = crypto.randomUUID()
  const refreshToken = crypto.randomUUID()
  const now = runtime.clock()
  const { userId, merchantId } = await runtime.database.write(async (tx) => {
    const [user] = await tx.insert(users).values({ email, passwordHash: hash, emailVerifiedAt: now }).returning()
    const userId = user!.id
    const merchantId = await createMerchant(tx, {
      mode,
      userId,
      businessName: `${name} Stores`,
      countryId: 566,
      email,
      now,
    })
    await tx
      .update(kycItems)
      .set({ status: 'PENDING_REVIEW', submittedAt: now })
      .where(eq(kycItems.merchantId, merchantId))
    await startSession(tx, { id: userId, sessionId }, { requestId: 'test', ip: null, userAgent: null }, now)
    await issueRefreshToken(tx, sessionId, refreshToken, now)
    return { userId, merchantId }
  })
  const token = await runtime.signer.sign(
    { sub: userId, user_name: email, scope: 'profile', sid: sessionId },
    new Date(now.getTime() + 30 * 864e5),
  )
  return { email, password, userId, merchantId, token, refreshToken }
}

/** As if somebody had just confirmed every session of theirs: counts for five minutes. */
export const confirmSessions = ({ runtime }: { runtime: Runtime }, { userId }: Person) =>
  runtime.database.write((tx) =>
    tx.update(sessions).set({ confirmedAt: runtime.clock() }).where(eq(sessions.userId, userId)),
  )

/** A secret test key of somebody's business. */
export async function secretKeyOf({ runtime }: { runtime: Runtime }, { merchantId }: Person): Promise<string> {
  const { key } = await runtime.database.write((tx) =>
    addKey(tx, { merchantId, mode: 'TEST', kind: 'secret' }, runtime.clock()),
  )
  return key
}
