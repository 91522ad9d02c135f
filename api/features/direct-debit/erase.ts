import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { notifications } from '../notifications/tables.ts'
import { mandateEvents, mandates } from './tables.ts'

interface Customer {
  merchantId: string
  customerId: string
}

const ofCustomer = ({ merchantId, customerId }: Customer) =>
  and(eq(mandates.merchantId, merchantId), eq(mandates.customerId, customerId))

/** Number of the customer's open mandates, which block an erasure: the merchant must end them first. */
export const countOpenMandates = (tx: Tx, customer: Customer): Promise<number> =>
  tx.$count(
    mandates,
    and(
      ofCustomer(customer),
      inArray(mandates.status, [
        'draft',
        'pending',
        'pending_authorization',
        'pending_activation',
        'active',
        'suspended',
      ]),
    ),
  )

export const listCustomerMandates = (tx: Tx, customer: Customer, most: number) =>
  tx.select().from(mandates).where(ofCustomer(customer)).orderBy(desc(mandates.createdAt)).limit(most)

/** Erases the customer's personal data and account from their mandates; debits are kept for accounting. */
export async function eraseFromMandates(tx: Tx, customer: Customer, email: string, placeholder: string): Promise<void> {
  const { merchantId } = customer
  const erased = await tx
    .update(mandates)
    .set({
      customerEmail: placeholder,
      customerName: null,
      accountName: '',
      sealedAccountNumber: '',
      last4: '',
      consentIp: null,
      consentText: null,
    })
    .where(ofCustomer(customer))
    .returning({ id: mandates.id, slug: mandates.slug })
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(mandateEvents)
    .set({ text: sql`replace(${mandateEvents.text}, ${email}, 'The customer')` })
    .where(and(eq(mandateEvents.merchantId, merchantId), inArray(mandateEvents.mandateId, ids)))
  const paths = erased.map(({ slug }) => `/directDebit/${slug}`)
  await tx
    .delete(notifications)
    .where(and(eq(notifications.merchantId, merchantId), inArray(notifications.path, paths)))
}
