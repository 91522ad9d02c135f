import type { CustomField } from '@adire/contract/custom-fields-schemas.ts'
import { dayMs, hourMs } from '@adire/contract/durations.ts'
import { sql } from 'drizzle-orm'
import { activeBanks } from '../../features/lookups/lookups.ts'
import { addPaymentLink } from '../../features/payment-links/add-link.ts'
import type { paymentLinks } from '../../features/payment-links/tables.ts'
import type { Tx } from '../connect.ts'
import { type DemoSplit, seedSplits } from './splits.ts'

type Link = typeof paymentLinks.$inferSelect
export type DemoLink = Pick<Link, 'id' | 'amountKobo' | 'feeBearer' | 'customFields' | 'collectPhone'> & {
  /** Relative share of the payments. */
  weight: number
  shared?: DemoSplit
}

const size: CustomField = {
  key: 'size',
  label: 'Size',
  type: 'choice',
  required: true,
  choices: ['8 to 10', '12 to 14', '16 to 18', '20 to 22'],
}
const occasion: CustomField = { key: 'occasion', label: 'Occasion', type: 'text', required: false, choices: [] }

type Planned = Partial<typeof paymentLinks.$inferInsert> & {
  name: string
  weight: number
  closesInDays?: number
  isShared?: true
}

const links: readonly Planned[] = [
  { name: 'Aso-oke jacket', description: 'Made to measure in ten days', amountKobo: 62_000_00, weight: 22 },
  {
    name: 'Adire two-piece',
    description: 'Hand-dyed in Abeokuta, sizes 8 to 22',
    amountKobo: 38_500_00,
    weight: 30,
    customFields: [size, occasion],
    collectPhone: true,
    successMessage: 'Thank you! We call you within a day to arrange your fitting.',
  },
  { name: 'Alterations', description: 'Pay what the tailor quoted you', minimumKobo: 2_000_00, weight: 26 },
  {
    name: 'Bridal consultation',
    description: 'One hour with our designer',
    amountKobo: 15_000_00,
    weight: 14,
    feeBearer: 'customer',
  },
  { name: 'Gift card', description: null, weight: 8 },
  {
    name: 'Sewing class',
    description: 'Six Saturdays, machine and cloth included',
    amountKobo: 45_000_00,
    weight: 2,
    paymentLimit: 120,
    quantity: { minimum: 1, maximum: 4 },
    closesInDays: 21,
    collectPhone: true,
    notificationEmail: 'classes@tola.example',
    isShared: true,
  },
]

/** Payment links of the demo business, some with optional features. */
export async function seedLinks(tx: Tx, merchantId: string, { opened, now }: { opened: Date; now: Date }) {
  const made: DemoLink[] = []
  const split = await seedSplits(tx, merchantId, opened, (code) => activeBanks.find((bank) => bank.code === code)!.id)
  for (const [index, { weight, closesInDays, isShared, ...link }] of links.entries()) {
    const row = await addPaymentLink(tx, {
      feeBearer: 'merchant',
      ...link,
      merchantId,
      splitId: isShared ? split.splitId : null,
      slug: `tola-${link.name.toLowerCase().replaceAll(' ', '-')}`,
      status: 'active',
      expiresAt: closesInDays ? new Date(now.getTime() + closesInDays * dayMs) : null,
      createdAt: new Date(opened.getTime() + index * hourMs),
    })
    made.push({ ...row!, weight, ...(isShared && { shared: split }) })
  }
  await addPaymentLink(tx, {
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

/** Page views of payment links: more than the payments made. */
export async function seedViews(tx: Tx, merchantId: string): Promise<void> {
  await tx.execute(sql`
    insert into payment_link_views (merchant_id, payment_link_id, day, views)
    select merchant_id, payment_link_id, (created_at + interval '1 hour')::date, 2 * count(*) + count(*) % 4
    from payments where merchant_id = ${merchantId} and payment_link_id is not null
    group by 1, 2, 3`)
}
