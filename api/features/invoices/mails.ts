import { invoiceMailText } from '@adire/contract/invoice-mail.ts'
import { openInvoiceStatuses } from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { letter } from '../../emails/mail.ts'
import { job } from '../../jobs/queue.ts'
import { formatDay, lagosDay } from '../../lagos.ts'
import { merchants } from '../merchants/tables.ts'
import { type InvoiceKey, type InvoiceRecord, numberOf, owedOf } from './move.ts'
import { invoices } from './tables.ts'

const key = { merchantId: z.string(), id: z.string() }
export const mailInvoice = job('mail-invoice', z.object({ ...key, message: z.optional(z.string()) }))
export const mailReminder = job('mail-invoice-reminder', z.object(key))
export const mailInvoicePaid = job('mail-invoice-paid', z.object(key))

type Business = Pick<typeof merchants.$inferSelect, 'businessName' | 'businessEmail' | 'supportEmail' | 'mode'>
export interface Mailed {
  invoice: InvoiceRecord
  business: Business
}

/** An invoice and its business, while a mail about it still makes sense: `isOpen` where it asks for money. */
export async function mailed(tx: Tx, { merchantId, id }: InvoiceKey, isOpen: boolean): Promise<Mailed | undefined> {
  const [found] = await tx
    .select({ invoice: invoices, business: merchants })
    .from(invoices)
    .innerJoin(merchants, eq(merchants.id, invoices.merchantId))
    .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, id), isNull(invoices.deletedAt)))
  return found && openInvoiceStatuses.includes(found.invoice.status) === isOpen ? found : undefined
}

const addressOf = ({ publicUrl }: Config, { reference }: InvoiceRecord) => `${publicUrl}/pay/invoice/${reference}`

function sheetRows({ invoice, business }: Mailed): [string, string][] {
  const paid: [string, string][] = invoice.paidKobo > 0 ? [['Paid so far', formatNaira(invoice.paidKobo)]] : []
  return [
    ['From', business.businessName],
    ['Invoice', numberOf(invoice)],
    ['Total', formatNaira(invoice.totalKobo)],
    ...paid,
    ['To pay', formatNaira(owedOf(invoice))],
    ['Due', formatDay(invoice.dueOn)],
  ]
}

const closing = ({ supportEmail, businessEmail }: Business) =>
  `Questions about this invoice? Write to ${supportEmail ?? businessEmail}.`

export function invoiceMail(config: Config, found: Mailed, message?: string) {
  const { invoice, business } = found
  const { action, ...text } = invoiceMailText({
    businessName: business.businessName,
    number: numberOf(invoice),
    customerName: invoice.customerName,
    owedKobo: owedOf(invoice),
    due: formatDay(invoice.dueOn),
    message,
  })
  return letter(config, {
    to: invoice.customerEmail,
    ...text,
    rows: sheetRows(found),
    action: { label: action, url: addressOf(config, invoice) },
    test: business.mode === 'TEST',
    closing: closing(business),
  })
}

/** Says how the due date lies to today. */
export function reminderMail(config: Config, found: Mailed, now: Date) {
  const { invoice, business } = found
  const days = (Date.parse(invoice.dueOn) - Date.parse(lagosDay(now))) / 86_400_000
  const when = days === 0 ? 'is due today' : days > 0 ? `is due in ${count(days)}` : `was due ${count(-days)} ago`
  const owed = formatNaira(owedOf(invoice))
  return letter(config, {
    to: invoice.customerEmail,
    subject: `Reminder: invoice ${numberOf(invoice)} from ${business.businessName} ${when}`,
    heading: `${owed} to pay`,
    paragraphs: [
      invoice.customerName ? `Hello ${invoice.customerName},` : 'Hello,',
      `Invoice ${numberOf(invoice)} from ${business.businessName} ${when}. If you have paid it in the meantime, thank you: nothing more is to be done.`,
    ],
    rows: sheetRows(found),
    action: { label: 'See and pay the invoice', url: addressOf(config, invoice) },
    test: business.mode === 'TEST',
    closing: closing(business),
  })
}

const count = (days: number) => (days === 1 ? '1 day' : `${days} days`)

export function invoicePaidMail(config: Config, { invoice, business }: Mailed) {
  return letter(config, {
    to: invoice.customerEmail,
    subject: `Invoice ${numberOf(invoice)} from ${business.businessName} is paid`,
    heading: 'Paid, thank you',
    paragraphs: [
      `${business.businessName} has received all of invoice ${numberOf(invoice)}. Keep this for your records.`,
    ],
    rows: [
      ['From', business.businessName],
      ['Invoice', numberOf(invoice)],
      ['Paid', formatNaira(invoice.totalKobo)],
    ],
    action: { label: 'See the invoice', url: addressOf(config, invoice) },
    test: business.mode === 'TEST',
    closing: closing(business),
  })
}
