import type pg from 'pg'
import { assertSame, assertThat } from '../action.ts'

const paid = `('success', 'partially_refunded', 'refunded', 'reversed')`

interface Row {
  status: string
  total: number
  paid: number
  refunded: number
  online: number
  outside: number
  back: number
  paidAt: Date | null
}

/** An invoice's paid and refunded amounts equal the sums of its payments, and its status follows from them. */
export async function checkInvoices(db: pg.Client): Promise<void> {
  const { rows } = await db.query<Row>(
    `select invoice.status, invoice.total_kobo::float8 as total, invoice.paid_kobo::float8 as paid,
            invoice.refunded_kobo::float8 as refunded, invoice.paid_at as "paidAt",
            (select coalesce(sum(price_kobo), 0) from payments
             where merchant_id = invoice.merchant_id and invoice_id = invoice.id and status in ${paid})::float8 as online,
            (select coalesce(sum(least(price_kobo, refunded_kobo)), 0) from payments
             where merchant_id = invoice.merchant_id and invoice_id = invoice.id and status in ${paid})::float8 as back,
            (select coalesce(sum(amount_kobo), 0) from invoice_payments
             where merchant_id = invoice.merchant_id and invoice_id = invoice.id and payment_id is null)::float8 as outside
     from invoices invoice`,
  )
  for (const row of rows) {
    assertSame('invoices', 'What was paid of an invoice', row.paid, row.online + row.outside)
    assertThat(
      'invoices',
      row.outside <= row.total,
      () => `${row.outside} were written down for an invoice of ${row.total}`,
    )
    const isAll = row.paid >= row.total
    const due = isAll ? ['paid'] : row.paid > 0 ? ['partially_paid', 'overdue'] : ['draft', 'pending', 'overdue']
    assertThat(
      'invoices',
      due.includes(row.status),
      () => `An invoice with ${row.paid} of ${row.total} is ${row.status}`,
    )
    assertSame('invoices', 'Whether an invoice has the instant of its payment', row.paidAt !== null, isAll)
    assertSame('invoices', 'What went back of an invoice', row.refunded, row.back)
  }
}
