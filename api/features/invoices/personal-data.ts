import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { problem } from '../../http/problem.ts'
import type { Person, PersonalData } from '../../personal-data.ts'
import { deleteNotifications } from '../notifications/delete.ts'
import { formatInvoiceNumber, invoiceTimeline } from './move.ts'
import { invoicePayments, invoices } from './tables.ts'

const ofCustomer = ({ merchantId, customerId }: Person) =>
  and(eq(invoices.merchantId, merchantId), eq(invoices.customerId, customerId))

/** The customer and the notes of each invoice; amounts are kept for accounting. The business must close open invoices first. */
export const invoicePersonalData: PersonalData = {
  tables: [invoices, invoicePayments],
  timelines: ['invoice'],
  async findObstacle(tx, person) {
    const open = and(
      ofCustomer(person),
      isNull(invoices.deletedAt),
      inArray(invoices.status, ['draft', 'pending', 'partially_paid', 'overdue']),
    )
    if ((await tx.$count(invoices, open)) === 0) return undefined
    return problem.conflict(
      'invoice_open',
      'An invoice of this customer is a draft or not paid yet. Delete it, cancel it, or wait until it is paid.',
    )
  },
  async erase(tx, person) {
    const { merchantId, email, placeholder } = person
    const erased = await tx
      .update(invoices)
      .set({ customerEmail: placeholder, customerName: null, note: null, metadata: {} })
      .where(ofCustomer(person))
      .returning({ id: invoices.id })
    // All invoices of the merchant: the customer may have paid invoices of others.
    const all = tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.merchantId, merchantId))
    await invoiceTimeline.eraseEmail(tx, { merchantId, ids: all }, email)
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    await tx
      .update(invoicePayments)
      .set({ note: null })
      .where(and(eq(invoicePayments.merchantId, merchantId), inArray(invoicePayments.invoiceId, ids)))
    const paths = ids.map((id) => `/invoice_page/${id}`)
    await deleteNotifications(tx, merchantId, paths)
  },
  async collect(tx, person, limit) {
    const rows = await tx
      .select()
      .from(invoices)
      .where(ofCustomer(person))
      .orderBy(desc(invoices.createdAt))
      .limit(limit)
    const toRow = (invoice: (typeof rows)[number]) => ({
      number: formatInvoiceNumber(invoice),
      status: invoice.status,
      customerName: invoice.customerName,
      lines: invoice.lines,
      totalKobo: invoice.totalKobo,
      paidKobo: invoice.paidKobo,
      dueOn: invoice.dueOn,
      note: invoice.note,
      metadata: invoice.metadata,
      createdAt: invoice.createdAt.toISOString(),
    })
    return { invoices: rows.map(toRow) }
  },
}
