import { invoiceMoves } from '@adire/contract/invoices.ts'
import type { InvoiceStatus } from '@adire/contract/invoices-schemas.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline, type ObjectKey } from '../lifecycle/timeline.ts'
import { invoices } from './tables.ts'

/** A row of `invoices`. */
export type InvoiceRecord = typeof invoices.$inferSelect
export type InvoiceKey = ObjectKey

/** Invoice number as shown: the merchant's own, or an automatic one, `INV-0001`. */
export const formatInvoiceNumber = ({ number, numberText }: Pick<InvoiceRecord, 'number' | 'numberText'>) =>
  numberText ?? formatAutomaticNumber(usualPrefix, number!)

export const usualPrefix = 'INV-'

/** Automatic number with at least four digits. */
export const formatAutomaticNumber = (prefix: string, number: number) => prefix + String(number).padStart(4, '0')

export const calculateOwedKobo = ({ totalKobo, paidKobo }: Pick<InvoiceRecord, 'totalKobo' | 'paidKobo'>) =>
  Math.max(0, totalKobo - paidKobo)

const statusTexts: Record<InvoiceStatus, string> = {
  draft: 'a draft',
  pending: 'sent',
  partially_paid: 'paid in part',
  paid: 'paid',
  overdue: 'overdue',
  cancelled: 'cancelled',
}

const lifecycle = defineLifecycle(invoices, {
  name: 'invoice',
  moves: invoiceMoves,
  topic: 'payments',
  statusTexts,
  targetTexts: statusTexts,
})
export const addInvoiceRecord = lifecycle.add
export const updateInvoiceRecord = lifecycle.update
export const requireInvoiceStatus = lifecycle.requireStatus
/** As `lockInvoice`, including deleted ones, for payments and refunds, which are always recorded. */
export const lockEvenDeleted = lifecycle.lockIfPresent

/**
 * Locks an invoice until the end of the transaction, so that concurrent changes run one after the other.
 * @throws 404 if it is unknown or deleted
 */
export async function lockInvoice(tx: Tx, key: InvoiceKey): Promise<InvoiceRecord> {
  const invoice = await lifecycle.lock(tx, key)
  if (invoice.deletedAt) throw problem.notFound('invoice')
  return invoice
}

export const invoiceTimeline = defineTimeline('invoice')
export const appendInvoiceEvent = invoiceTimeline.append
