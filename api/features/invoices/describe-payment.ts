import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { Purchase } from '../payments/events.ts'
import { calculateOwedKobo, formatInvoiceNumber } from './move.ts'
import { invoices } from './tables.ts'

interface OfInvoice {
  merchantId: string
  invoiceId: string | null
}

async function findInvoiceOfPayment(tx: Tx, { merchantId, invoiceId }: OfInvoice) {
  if (!invoiceId) return undefined
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, invoiceId)))
  return invoice
}

export async function invoicePaymentParts(tx: Tx, payment: OfInvoice) {
  const invoice = await findInvoiceOfPayment(tx, payment)
  if (!invoice || invoice.deletedAt) return { invoice: null }
  return { invoice: { id: invoice.id, number: formatInvoiceNumber(invoice) } }
}

const leftToPay = (kobo: number): [string, string] => ['Balance due', formatNaira(kobo)]

export async function describeInvoicePurchase(tx: Tx, payment: OfInvoice): Promise<Purchase | undefined> {
  const invoice = await findInvoiceOfPayment(tx, payment)
  if (!invoice) return undefined
  const number = formatInvoiceNumber(invoice)
  const owedKobo = calculateOwedKobo(invoice)
  return {
    text: owedKobo > 0 ? `a part of invoice ${number}` : `invoice ${number}`,
    rows: [['Invoice', number], ...(owedKobo > 0 ? [leftToPay(owedKobo)] : [])],
  }
}
