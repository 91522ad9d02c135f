import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { payments } from '../payments/tables.ts'
import { refunds } from './tables.ts'

const underWay = ['pending', 'processing', 'needs_attention'] as const

/** Number of unfinished refunds of these payments. The customer cannot be erased while there are any. */
export const countOpenRefunds = (tx: Tx, merchantId: string, ofCustomer: SQL | undefined): Promise<number> =>
  tx.$count(
    refunds,
    and(
      eq(refunds.merchantId, merchantId),
      inArray(refunds.status, [...underWay]),
      inArray(refunds.paymentId, tx.select({ id: payments.id }).from(payments).where(ofCustomer)),
    ),
  )

/** Erases the payer's bank account and the notes from refunds; amounts are kept for accounting. */
export async function eraseFromRefunds(tx: Tx, merchantId: string, paymentIds: string[]): Promise<void> {
  await tx
    .update(refunds)
    .set({ bankId: null, accountNumber: null, accountName: null, payerNote: null, note: null })
    .where(and(eq(refunds.merchantId, merchantId), inArray(refunds.paymentId, paymentIds)))
}
