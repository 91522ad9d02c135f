import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { notifications } from '../notifications/tables.ts'
import { invoiceEvents, invoicePayments, invoices } from './tables.ts'

interface Customer {
  merchantId: string
  customerId: string
}

const ofCustomer = ({ merchantId, customerId }: Customer) =>
  and(eq(invoices.merchantId, merchantId), eq(invoices.customerId, customerId))

/** Number of the customer's draft or unpaid invoices, which block an erasure: the merchant must close them first. */
export const countOpenInvoices = (tx: Tx, customer: Customer): Promise<number> =>
  tx.$count(
    invoices,
    and(
      ofCustomer(customer),
      isNull(invoices.deletedAt),
      inArray(invoices.status, ['draft', 'pending', 'partially_paid', 'overdue']),
    ),
  )

export const listCustomerInvoices = (tx: Tx, customer: Customer, most: number) =>
  tx.select().from(invoices).where(ofCustomer(customer)).orderBy(desc(invoices.createdAt)).limit(most)

/** Erases the customer's personal data from their invoices; amounts are kept for accounting. */
export async function eraseFromInvoices(tx: Tx, customer: Customer, email: string, placeholder: string): Promise<void> {
  const { merchantId } = customer
  const erased = await tx
    .update(invoices)
    .set({ customerEmail: placeholder, customerName: null, note: null })
    .where(ofCustomer(customer))
    .returning({ id: invoices.id })
  // All events of the merchant: the customer may have paid invoices of others.
  await tx
    .update(invoiceEvents)
    .set({ text: sql`replace(${invoiceEvents.text}, ${email}, 'The customer')` })
    .where(and(eq(invoiceEvents.merchantId, merchantId), sql`position(${email} in ${invoiceEvents.text}) > 0`))
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(invoicePayments)
    .set({ note: null })
    .where(and(eq(invoicePayments.merchantId, merchantId), inArray(invoicePayments.invoiceId, ids)))
  const paths = ids.map((id) => `/invoice_page/${id}`)
  await tx
    .delete(notifications)
    .where(and(eq(notifications.merchantId, merchantId), inArray(notifications.path, paths)))
}
