import { dayMs } from '@adire/contract/durations.ts'
import { invoiceMailText } from '@adire/contract/invoice-mail.ts'
import { openInvoiceStatuses } from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob } from '../../jobs/queue.ts'
import { formatDay, lagosDay } from '../../lagos.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { calculateOwedKobo, formatInvoiceNumber, type InvoiceKey, type InvoiceRecord } from './move.ts'
import { invoices } from './tables.ts'

const key = { merchantId: z.string(), id: z.string() }
export const mailInvoice = defineJob('mail-invoice', z.object({ ...key, message: z.optional(z.string()) }))
export const mailReminder = defineJob('mail-invoice-reminder', z.object({ ...key, isCounted: z.optional(z.boolean()) }))
export const mailInvoicePaid = defineJob('mail-invoice-paid', z.object(key))

/** The invoice of an email, if the email still makes sense. `isOpen`: the email requests payment, so the invoice must be unpaid. */
export async function findForEmail(
  tx: Tx,
  { merchantId, id }: InvoiceKey,
  isOpen: boolean,
): Promise<InvoiceRecord | undefined> {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.merchantId, merchantId), eq(invoices.id, id), isNull(invoices.deletedAt)))
  return invoice && openInvoiceStatuses.includes(invoice.status) === isOpen ? invoice : undefined
}

const invoiceUrl = ({ publicUrl }: ApiConfig, { reference }: InvoiceRecord) => `${publicUrl}/pay/invoice/${reference}`

function sheetRows(sender: SendingBusiness, invoice: InvoiceRecord): [string, string][] {
  const paid: [string, string][] = invoice.paidKobo > 0 ? [['Paid so far', formatNaira(invoice.paidKobo)]] : []
  return [
    ['From', sender.name],
    ['Invoice', formatInvoiceNumber(invoice)],
    ['Total', formatNaira(invoice.totalKobo)],
    ...paid,
    ['To pay', formatNaira(calculateOwedKobo(invoice))],
    ['Due', formatDay(invoice.dueOn)],
  ]
}

const closing = ({ contactEmail }: SendingBusiness) => `Questions about this invoice? Write to ${contactEmail}.`

export function invoiceMail(config: ApiConfig, sender: SendingBusiness, invoice: InvoiceRecord, message?: string) {
  const { action, ...text } = invoiceMailText({
    sender,
    number: formatInvoiceNumber(invoice),
    customerName: invoice.customerName,
    owedKobo: calculateOwedKobo(invoice),
    due: formatDay(invoice.dueOn),
    message,
  })
  return customerEmail(config, sender, {
    to: invoice.customerEmail,
    ...text,
    rows: sheetRows(sender, invoice),
    action: { label: action, url: invoiceUrl(config, invoice) },
    closing: closing(sender),
  })
}

/** Reminder email. The text depends on the number of days until or since the due date. */
export function reminderMail(config: ApiConfig, sender: SendingBusiness, invoice: InvoiceRecord, now: Date) {
  const days = (Date.parse(invoice.dueOn) - Date.parse(lagosDay(now))) / dayMs
  const when =
    days === 0 ? 'is due today' : days > 0 ? `is due in ${formatDays(days)}` : `was due ${formatDays(-days)} ago`
  const amountDue = formatNaira(calculateOwedKobo(invoice))
  return customerEmail(config, sender, {
    to: invoice.customerEmail,
    subject: `Reminder: invoice ${formatInvoiceNumber(invoice)} from ${sender.nameInSubject} ${when}`,
    heading: `${amountDue} to pay`,
    paragraphs: [
      invoice.customerName ? `Hello ${invoice.customerName},` : 'Hello,',
      `Invoice ${formatInvoiceNumber(invoice)} from ${sender.name} ${when}. If you have already paid, thank you; you do not need to do anything.`,
    ],
    rows: sheetRows(sender, invoice),
    action: { label: 'View and pay invoice', url: invoiceUrl(config, invoice) },
    closing: closing(sender),
  })
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

export function invoicePaidMail(config: ApiConfig, sender: SendingBusiness, invoice: InvoiceRecord) {
  return customerEmail(config, sender, {
    to: invoice.customerEmail,
    subject: `Invoice ${formatInvoiceNumber(invoice)} from ${sender.nameInSubject} is paid`,
    heading: 'Paid, thank you',
    paragraphs: [
      `${sender.name} has received full payment of invoice ${formatInvoiceNumber(invoice)}. Keep this email for your records.`,
    ],
    rows: [
      ['From', sender.name],
      ['Invoice', formatInvoiceNumber(invoice)],
      ['Paid', formatNaira(invoice.totalKobo)],
    ],
    action: { label: 'View invoice', url: invoiceUrl(config, invoice) },
    closing: closing(sender),
  })
}
