import type { Mode } from '@adire/contract/call.ts'
import type { BuiltInRole } from '@adire/contract/permissions.ts'
import { eq } from 'drizzle-orm'
import { addKey } from '../features/api-keys/add-key.ts'
import { issueRefreshToken } from '../features/auth/refresh-tokens.ts'
import { startSession } from '../features/auth/sessions.ts'
import { hashPassword } from '../features/auth/sign-in.ts'
import { sessions, users } from '../features/auth/tables.ts'
import { kycItems } from '../features/kyc/tables.ts'
import { memberships } from '../features/merchants/tables.ts'
import { createMerchant } from '../features/onboarding/register.ts'
import type { Runtime } from '../runtime.ts'

export interface TestUser {
  email: string
  password: string
  userId: string
  merchantId: string
  token: string
  refreshToken: string
}

export const testPassword = 'Correct-horse-1'
const hashes = new Map<string, Promise<string>>()

/** Caches password hashes, because hashing is slow by design. */
function hashOnce(text: string): Promise<string> {
  const hash = hashes.get(text) ?? hashPassword(text)
  hashes.set(text, hash)
  return hash
}

let userCount = 0

/** Parts of the product that test data needs. */
type Seeding = Pick<Runtime, 'database' | 'signer' | 'clock'>

/** A verified user with a session and one business whose details are in review. */
export async function createUser(runtime: Seeding, name = 'ade', mode: Mode = 'TEST'): Promise<TestUser> {
  const email = `${name.toLowerCase()}-${++userCount}@example.com`
  const owner = await newOwner(runtime, { email, businessName: `${name} Stores`, password: testPassword, mode })
  await runtime.database.write((tx) =>
    tx
      .update(kycItems)
      .set({ status: 'PENDING_REVIEW', submittedAt: runtime.clock() })
      .where(eq(kycItems.merchantId, owner.merchantId)),
  )
  return owner
}

/** A signed-in user who has just verified the email of a new business. */
export async function newOwner(
  { database, signer, clock }: Seeding,
  {
    email,
    businessName,
    password,
    mode = 'TEST',
  }: { email: string; businessName: string; password: string; mode?: Mode },
): Promise<TestUser> {
  const now = clock()
  const user = await newUser({ database, signer, clock }, email, password)
  const merchantId = await database.write((tx) =>
    createMerchant(tx, { mode, userId: user.userId, businessName, countryId: 566, email, now }),
  )
  return { ...user, merchantId }
}

/** A signed-in user with a verified email and no business. */
async function newUser({ database, signer, clock }: Seeding, email: string, password: string) {
  const passwordHash = await hashOnce(password)
  const sessionId = crypto.randomUUID()
  const refreshToken = crypto.randomUUID()
  const now = clock()
  const userId = await database.write(async (tx) => {
    const [user] = await tx.insert(users).values({ email, passwordHash, emailVerifiedAt: now }).returning()
    await startSession(tx, { id: user!.id, sessionId }, { requestId: 'test', ip: null, userAgent: null }, now)
    await issueRefreshToken(tx, { sessionId }, refreshToken, now)
    return user!.id
  })
  const token = await signer.sign(
    { sub: userId, user_name: email, scope: 'profile', sid: sessionId },
    new Date(now.getTime() + 30 * 864e5),
  )
  return { email, password, userId, token, refreshToken }
}

/** Another member of a business, signed in. `role` is one that every business has. */
export async function addMember(
  { runtime }: { runtime: Seeding },
  { merchantId }: TestUser,
  role: BuiltInRole,
  email = `${role}-${++userCount}@example.com`,
): Promise<TestUser> {
  const user = await newUser(runtime, email, testPassword)
  await runtime.database.write((tx) => tx.insert(memberships).values({ userId: user.userId, merchantId, role }))
  return { ...user, merchantId }
}

/** Marks every session of a user as confirmed, which is valid for five minutes. */
export const confirmSessions = ({ runtime }: { runtime: Seeding }, { userId }: TestUser) =>
  runtime.database.write((tx) =>
    tx.update(sessions).set({ confirmedAt: runtime.clock() }).where(eq(sessions.userId, userId)),
  )

/** A secret test key of the user's business. */
export async function createSecretKeyFor(
  { runtime }: { runtime: Runtime },
  { merchantId }: TestUser,
  mode: Mode = 'TEST',
): Promise<string> {
  const { key } = await runtime.database.write((tx) =>
    addKey(tx, { merchantId, mode, kind: 'secret' }, runtime.clock()),
  )
  return key
}
