import { randomInt } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import { hourMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { register } from '@adire/contract/registration.ts'
import { eq } from 'drizzle-orm'
import type { Context, RequestOrigin, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { addKey } from '../api-keys/add-key.ts'
import { areLimitsOn, consumeAttempt, networkOfOrigin, unauthenticatedLimits } from '../auth/attempts.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { users } from '../auth/tables.ts'
import { kycItems } from '../kyc/tables.ts'
import { isCountry } from '../lookups/lookups.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import { mailAlreadyRegistered, mailVerification } from '../users/jobs.ts'
import {
  addRegistration,
  applyRegistration,
  type NewRegistration,
  recentRegistrations,
} from '../users/registrations.ts'

/** Verification emails per hour that registrations of one email send. A user who needs more can request another link. */
const mailedAnHour = 5

/** Registrations per hour from one network, because each one sends an email to an address that may be somebody else's. */
const registrationsOfNetwork = 30

type New = ParsedInput<typeof register>

/**
 * Registers an account: creates the user, the business in test mode and the verification email, atomically. An email that is
 * not verified yet can be registered again; the link that is opened decides which registration counts.
 */
export const registerBusiness = {
  async prepare(unitOfWork: UnitOfWork, { email, password, countryId }: New): Promise<string> {
    if (!isCountry(countryId)) throw problem.field('countryId', 'Choose your country')
    const ip = await unitOfWork.write(async ({ tx, origin, now }) => {
      if (areLimitsOn(unitOfWork)) await takeRegistration(tx, origin, now)
      await consumeAttempt(tx, unauthenticatedLimits('register', email, origin), now)
      return origin.ip
    })
    return hashPassword(password, ip)
  },
  async create(context: Context, { email, password: _, ...business }: New, passwordHash: string) {
    const { tx, now, config } = context
    const registration = { passwordHash, businessName: business.businessName, countryId: business.countryId }
    const [user] = await tx
      .insert(users)
      .values({ email, passwordHash, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!user) {
      await registerAgain(context, email, registration)
      return { email }
    }
    const merchantId = await createMerchant(tx, { ...business, mode: 'TEST', userId: user.id, email, now })
    const registrationId = await addRegistration(context, user.id, registration)
    await enqueueJob(tx, mailVerification, { email, registrationId })
    await notifyMembers(tx, merchantId, welcomeNotification(config.brand.name), now)
    return { email }
  },
}

/** @throws 429 too_many_attempts, with retry-after */
const takeRegistration = (tx: Tx, origin: RequestOrigin, now: Date) =>
  consumeAttempt(tx, [{ key: `registered-from:${networkOfOrigin(origin)}`, max: registrationsOfNetwork }], now, hourMs)

const welcomeNotification = (brand: string) => ({
  kind: 'kyc' as const,
  title: `Welcome to ${brand}`,
  text: 'Tell us about your business to go live. You can keep testing in the meantime.',
  path: '/onboarding',
})

async function registerAgain(context: Context, email: string, registration: NewRegistration) {
  const { tx, now } = context
  const [owner] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (!owner) return
  if (owner.emailVerifiedAt) {
    const hour = Math.floor(now.getTime() / hourMs)
    return enqueueJob(tx, mailAlreadyRegistered, { email }, { key: `registered:${email}:${hour}` })
  }
  const registrationId = await addRegistration(context, owner.id, registration)
  await applyRegistration(tx, owner.id, registration)
  if ((await recentRegistrations(context, owner.id)) <= mailedAnHour)
    await enqueueJob(tx, mailVerification, { email, registrationId })
}

interface NewMerchant {
  mode: Mode
  userId: string
  businessName: string
  countryId: number
  email: string
  now: Date
}

/** Creates a business with its owner. KYC details are submitted later. */
export async function createMerchant(tx: Tx, { mode, userId, businessName, countryId, email, now }: NewMerchant) {
  const [merchant] = await tx
    .insert(merchants)
    .values({
      mode,
      businessName,
      countryId,
      businessEmail: email,
      supportEmail: email,
      merchantCode: await freeCode(tx, mode),
      createdAt: now,
    })
    .returning({ id: merchants.id })
  const merchantId = merchant!.id
  await tx.insert(memberships).values({ userId, merchantId, role: 'owner', createdAt: now })
  await tx.insert(kycItems).values({ merchantId, type: 'BUSINESS_DETAILS', status: 'PENDING_MERCHANT_SUBMISSION' })
  await addKey(tx, { merchantId, mode, kind: 'public' }, now)
  return merchantId
}

/** An unused merchant code: `M` and seven digits; `MT` in test mode, so that the code shows its mode. */
export async function freeCode(tx: Tx, mode: Mode): Promise<string> {
  for (;;) {
    const code = `${mode === 'TEST' ? 'MT' : 'M'}${randomInt(1_000_000, 10_000_000)}`
    const taken = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.merchantCode, code))
    if (taken.length === 0) return code
  }
}
