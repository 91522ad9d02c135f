import { openInvoiceStatuses } from '@adire/contract/invoices.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { calculateOwedKobo, type InvoiceRecord } from './move.ts'
import { invoices } from './tables.ts'

const currentOwedKobo = (invoice: InvoiceRecord) =>
  openInvoiceStatuses.includes(invoice.status) ? calculateOwedKobo(invoice) : 0

/**
 * Makes open payments of a changed invoice due for a check, if they would pay more than is now due: they are closed within a minute.
 * A payment that is locked now is skipped; its next regular check finds it.
 */
export async function checkOpenPayments(
  { tx, now }: Context,
  { merchantId, id, ...invoice }: InvoiceRecord,
): Promise<void> {
  await tx.$client.query({
    name: 'invoice_check_open_payments',
    text: `
      update payments set check_at = $3
      where merchant_id = $1 and id in (
        select id from payments
        where merchant_id = $1 and invoice_id = $2 and status = 'pending' and processor_reference is not null
          and price_kobo > $4
        limit 100 for update skip locked
      )`,
    values: [merchantId, id, now, currentOwedKobo({ ...invoice, merchantId, id })],
  })
}

interface Open {
  merchantId: string
  invoiceId: string | null
  priceKobo: number
}

/** True if the amount of a payment is still due on its invoice, or if it has no invoice. */
export const isStillOwed = async (tx: Tx, payment: Open): Promise<boolean> =>
  (await readStillOwed(tx, payment, { lock: false })) ?? true

/** The same while the invoice stays locked until the transaction ends; undefined if the payment has no invoice. */
export const lockInvoiceOwed = (tx: Tx, payment: Open): Promise<boolean | undefined> =>
  readStillOwed(tx, payment, { lock: true })

async function readStillOwed(tx: Tx, { merchantId, invoiceId, priceKobo }: Open, { lock }: { lock: boolean }) {
  if (!invoiceId) return undefined
  const found = tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId)))
  const [invoice] = await (lock ? found.for('update') : found)
  return invoice !== undefined && currentOwedKobo(invoice) >= priceKobo
}
