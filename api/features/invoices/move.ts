import { type InvoiceStatus, invoiceMoves } from '@adire/contract/invoices.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { invoiceEvents, invoices } from './tables.ts'

/** A row of `invoices`. */
export type InvoiceRecord = typeof invoices.$inferSelect
export interface InvoiceKey {
  merchantId: string
  id: string
}

/** Invoice number with at least four digits: `INV-0001`. */
export const formatInvoiceNumber = ({ number }: Pick<InvoiceRecord, 'number'>) =>
  `INV-${String(number).padStart(4, '0')}`

export const calculateOwedKobo = ({ totalKobo, paidKobo }: Pick<InvoiceRecord, 'totalKobo' | 'paidKobo'>) =>
  Math.max(0, totalKobo - paidKobo)

const ofKey = ({ merchantId, id }: InvoiceKey) => and(eq(invoices.merchantId, merchantId), eq(invoices.id, id))

/**
 * Locks an invoice until the end of the transaction, so that concurrent changes run one after the other.
 * @throws 404 if it is unknown or deleted
 */
export async function lockInvoice(tx: Tx, key: InvoiceKey): Promise<InvoiceRecord> {
  const invoice = await lockEvenDeleted(tx, key)
  if (!invoice || invoice.deletedAt) throw problem.notFound('invoice')
  return invoice
}

/** `lockInvoice` including deleted ones, for payments and refunds, which are always recorded. */
export async function lockEvenDeleted(tx: Tx, key: InvoiceKey): Promise<InvoiceRecord | undefined> {
  const [invoice] = await tx.select().from(invoices).where(ofKey(key)).for('update')
  return invoice
}

/**
 * Updates a locked invoice. All updates must go through this function, which checks the status transition.
 * @throws 409 invoice_move_refused
 */
export async function updateInvoiceRecord(
  tx: Tx,
  invoice: InvoiceRecord,
  to: Partial<InvoiceRecord>,
): Promise<InvoiceRecord> {
  if (to.status !== undefined && to.status !== invoice.status) requireMove(invoice.status, to.status)
  const [changed] = await tx.update(invoices).set(to).where(ofKey(invoice)).returning()
  await announceTopic(tx, invoice.merchantId, 'payments')
  return changed!
}

const words: Record<InvoiceStatus, string> = {
  draft: 'a draft',
  pending: 'sent',
  partially_paid: 'paid in part',
  paid: 'paid',
  overdue: 'overdue',
  cancelled: 'cancelled',
}

function requireMove(from: InvoiceStatus, to: InvoiceStatus): void {
  if (!invoiceMoves[from].includes(to))
    throw problem.conflict('invoice_move_refused', `An invoice that is ${words[from]} cannot become ${words[to]}`)
}

/**
 * Checks that the invoice has one of the allowed statuses. `what` is the past participle for the message ("paid", "sent").
 * @throws 409 invoice_move_refused
 */
export function requireStatus({ status }: InvoiceRecord, allowed: readonly InvoiceStatus[], what: string): void {
  if (!allowed.includes(status))
    throw problem.conflict('invoice_move_refused', `An invoice that is ${words[status]} cannot be ${what}`)
}

/** Appends an event to the invoice's timeline. */
export async function appendInvoiceEvent(
  tx: Tx,
  invoice: InvoiceKey,
  at: Date,
  kind: string,
  text: string,
): Promise<void> {
  const { merchantId, id: invoiceId } = invoice
  await tx.insert(invoiceEvents).values({ merchantId, invoiceId, at, kind, text })
}
