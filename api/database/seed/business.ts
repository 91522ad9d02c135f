import { eq } from 'drizzle-orm'
import { hashPassword } from '../../features/auth/sign-in.ts'
import { kycItems } from '../../features/kyc/tables.ts'
import { createMerchant } from '../../features/merchants/register.ts'
import { merchants } from '../../features/merchants/tables.ts'
import { paymentLinks } from '../../features/payment-links/tables.ts'
import { users } from '../../features/users/tables.ts'
import type { Tx } from '../connect.ts'
import { demoCredentials } from './demo.ts'

const dayMs = 24 * 3_600_000
const { email, password } = demoCredentials

export interface DemoLink {
  id: string
  amountKobo: number | null
  feeBearer: 'merchant' | 'customer'
  /** How much of the traffic goes to it. */
  weight: number
}

const links = [
  { name: 'Aso-oke jacket', description: 'Made to measure in ten days', amountKobo: 62_000_00, weight: 22 },
  { name: 'Adire two-piece', description: 'Hand-dyed in Abeokuta, sizes 8 to 22', amountKobo: 38_500_00, weight: 30 },
  { name: 'Alterations', description: 'Pay what the tailor quoted you', amountKobo: null, weight: 26 },
  {
    name: 'Bridal consultation',
    description: 'One hour with our designer',
    amountKobo: 15_000_00,
    weight: 14,
    feeBearer: 'customer',
  },
  { name: 'Gift card', description: null, amountKobo: null, weight: 8 },
] as const

/** The demo user with a business that trades and one that is about to begin. Answers the first one's id and links. */
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
        streetAddress: '12 Commercial Avenue',
      })
      .where(eq(merchants.id, id))
    await tx
      .update(kycItems)
      .set({ status: 'APPROVED', submittedAt, reviewedAt: submittedAt })
      .where(eq(kycItems.merchantId, id))
  }
  return { merchantId, userId: user!.id, links: await seedLinks(tx, merchantId, opened) }
}

async function seedLinks(tx: Tx, merchantId: string, opened: Date): Promise<DemoLink[]> {
  const made: DemoLink[] = []
  for (const [place, { weight, ...link }] of links.entries()) {
    const feeBearer = 'feeBearer' in link ? link.feeBearer : ('merchant' as const)
    const [row] = await tx
      .insert(paymentLinks)
      .values({
        ...link,
        feeBearer,
        merchantId,
        slug: `tola-${link.name.toLowerCase().replaceAll(' ', '-')}`,
        status: 'active',
        createdAt: new Date(opened.getTime() + place * 3_600_000),
      })
      .returning({ id: paymentLinks.id })
    made.push({ id: row!.id, amountKobo: link.amountKobo, feeBearer, weight })
  }
  await tx.insert(paymentLinks).values({
    merchantId,
    slug: 'tola-christmas-hamper',
    name: 'Christmas hamper',
    amountKobo: 45_000_00,
    feeBearer: 'merchant',
    status: 'inactive',
    createdAt: new Date(opened.getTime() + 80 * dayMs),
  })
  return made
}
