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

/** Invoices of a customer that are a draft or still owed: somebody has to say first what becomes of them. */
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

/** Forgets who a customer was in what she was billed; what was billed and paid stays in the books. */
export async function eraseFromInvoices(tx: Tx, customer: Customer, email: string, placeholder: string): Promise<void> {
  const { merchantId } = customer
  const erased = await tx
    .update(invoices)
    .set({ customerEmail: placeholder, customerName: null, note: null })
    .where(ofCustomer(customer))
    .returning({ id: invoices.id })
  // Also on invoices of others that she paid.
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
