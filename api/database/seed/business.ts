import { dayMs } from '@adire/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../features/auth/sign-in.ts'
import { users } from '../../features/auth/tables.ts'
import { kycItems } from '../../features/kyc/tables.ts'
import { merchants } from '../../features/merchants/tables.ts'
import { createMerchant } from '../../features/onboarding/register.ts'
import type { Tx } from '../connect.ts'
import { demoCredentials } from './demo.ts'
import { type DemoLink, seedLinks } from './links.ts'

const { email, password } = demoCredentials

/** The demo user with an active business and a new one. Returns the ids and the links of the active one. */
export async function seedBusiness(
  tx: Tx,
  now: Date,
): Promise<{ merchantId: string; userId: string; links: DemoLink[] }> {
  const opened = new Date(now.getTime() - 92 * dayMs)
  const [user] = await tx
    .insert(users)
    .values({
      email,
      passwordHash: await hashPassword(password),
      firstName: 'Tola',
      lastName: 'Adeyemi',
      phone: '+2348031234567',
      emailVerifiedAt: opened,
      createdAt: opened,
    })
    .returning({ id: users.id })
  const business = { mode: 'TEST' as const, userId: user!.id, countryId: 566, email }
  const merchantId = await createMerchant(tx, { ...business, businessName: 'Tola Atelier', now: opened })
  const secondId = await createMerchant(tx, { ...business, businessName: 'Tola Fabrics', now })
  for (const [id, submittedAt] of [
    [merchantId, opened],
    [secondId, now],
  ] as const) {
    await tx
      .update(merchants)
      .set({
        businessDescription: 'Clothes made to measure, and hand-dyed cloth',
        businessPhone: '+2348031234567',
        businessTypeId: 3,
        categoryId: 6,
        stateId: 25,
        city: 'Yaba',
        postalCode: '101212',
        streetAddress: '12 Commercial Avenue',
        brandColor: '#7A1F5C',
        registrationNumber: 'RC 1834562',
        taxId: '20418836-0001',
      })
      .where(eq(merchants.id, id))
    await tx
      .update(kycItems)
      .set({ status: 'APPROVED', submittedAt, reviewedAt: submittedAt })
      .where(eq(kycItems.merchantId, id))
  }
  return { merchantId, userId: user!.id, links: await seedLinks(tx, merchantId, { opened, now }) }
}
