import { randomInt } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import type { register } from '@adire/contract/registration.ts'
import { eq } from 'drizzle-orm'
import type { Steps } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { addKey } from '../api-keys/api-keys.ts'
import { askingLimits, takeTry } from '../auth/attempts.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { kycItems } from '../kyc/tables.ts'
import { isCountry } from '../lookups/lookups.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import { mailAlreadyRegistered, mailVerification } from '../users/jobs.ts'
import { users } from '../users/tables.ts'
import { memberships, merchants } from './tables.ts'

/** Opens an account: the user, the business in test mode, and the verification mail, all or none. */
export async function registerBusiness(steps: Steps, { email, password, ...business }: Parsed<typeof register>) {
  if (!isCountry(business.countryId)) throw problem.field('countryId', 'Choose your country')
  await steps.write(({ tx, origin, now }) => takeTry(tx, askingLimits('register', email, origin), now))
  const passwordHash = await hashPassword(password)
  await steps.write(async ({ tx, now, config }) => {
    const [user] = await tx
      .insert(users)
      .values({ email, passwordHash, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!user) return tellOwner(tx, email, now)
    const merchantId = await createMerchant(tx, { ...business, mode: 'TEST', userId: user.id, email, now })
    await enqueue(tx, mailVerification, { email })
    await notifyMembers(tx, merchantId, welcome(config.brand.name), now)
  })
  return { email }
}

const welcome = (brand: string) => ({
  kind: 'kyc' as const,
  title: `Welcome to ${brand}`,
  text: 'Tell us about your business to go live. Test mode works meanwhile.',
  path: '/onboarding',
})

async function tellOwner(tx: Tx, email: string, now: Date) {
  const [owner] = await tx.select().from(users).where(eq(users.email, email))
  if (!owner) return
  const hour = Math.floor(now.getTime() / 3_600_000)
  const [job, name] = owner.emailVerifiedAt ? [mailAlreadyRegistered, 'registered'] : [mailVerification, 'verify']
  await enqueue(tx, job, { email }, { key: `${name}:${email}:${hour}` })
}

interface NewMerchant {
  mode: Mode
  userId: string
  businessName: string
  countryId: number
  email: string
  now: Date
}

/** Creates a business with its first member; what it must tell us about itself is still to come. */
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
  await tx.insert(memberships).values({ userId, merchantId, createdAt: now })
  await tx.insert(kycItems).values({ merchantId, type: 'BUSINESS_DETAILS', status: 'PENDING_MERCHANT_SUBMISSION' })
  await addKey(tx, { merchantId, mode, kind: 'public' }, now)
  return merchantId
}

/** `M` and seven digits; `MT` in test mode, so that a code tells its mode. */
export async function freeCode(tx: Tx, mode: Mode): Promise<string> {
  for (;;) {
    const code = `${mode === 'TEST' ? 'MT' : 'M'}${randomInt(1_000_000, 10_000_000)}`
    const taken = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.merchantCode, code))
    if (taken.length === 0) return code
  }
}
