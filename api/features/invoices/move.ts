import { type InvoiceStatus, invoiceMoves } from '@adire/contract/invoices.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { invoiceEvents, invoices } from './tables.ts'

/** An invoice as it is kept. */
export type InvoiceRecord = typeof invoices.$inferSelect
export interface InvoiceKey {
  merchantId: string
  id: string
}

/** `INV-0001`; from the ten thousandth on it simply grows. */
export const formatInvoiceNumber = ({ number }: Pick<InvoiceRecord, 'number'>) =>
  `INV-${String(number).padStart(4, '0')}`

export const calculateOwedKobo = ({ totalKobo, paidKobo }: Pick<InvoiceRecord, 'totalKobo' | 'paidKobo'>) =>
  Math.max(0, totalKobo - paidKobo)

const ofKey = ({ merchantId, id }: InvoiceKey) => and(eq(invoices.merchantId, merchantId), eq(invoices.id, id))

/** Reads an invoice and holds it until the transaction ends: whoever comes next sees what we did. */
export async function lockInvoice(tx: Tx, key: InvoiceKey): Promise<InvoiceRecord> {
  const invoice = await lockEvenDeleted(tx, key)
  if (!invoice || invoice.deletedAt) throw problem.notFound('invoice')
  return invoice
}

/** For money that comes or goes, which is taken down whatever became of its invoice. */
export async function lockEvenDeleted(tx: Tx, key: InvoiceKey): Promise<InvoiceRecord | undefined> {
  const [invoice] = await tx.select().from(invoices).where(ofKey(key)).for('update')
  return invoice
}

/** The one way a locked invoice changes: a move its status does not allow is refused. */
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

/** Refuses what only makes sense in some statuses, in the words of what was tried. */
export function requireStatus({ status }: InvoiceRecord, allowed: readonly InvoiceStatus[], what: string): void {
  if (!allowed.includes(status))
    throw problem.conflict('invoice_move_refused', `An invoice that is ${words[status]} cannot be ${what}`)
}

/** Writes a sentence on the invoice's timeline. */
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
