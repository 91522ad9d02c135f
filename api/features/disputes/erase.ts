import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { payments } from '../payments/tables.ts'
import { disputeEvents, disputes } from './tables.ts'

/** How many disputes over these payments are not decided: their payer cannot be forgotten yet. */
export const countOpenDisputes = (tx: Tx, merchantId: string, ofCustomer: SQL | undefined): Promise<number> =>
  tx.$count(
    disputes,
    and(
      eq(disputes.merchantId, merchantId),
      isNull(disputes.resolvedAt),
      inArray(disputes.paymentId, tx.select({ id: payments.id }).from(payments).where(ofCustomer)),
    ),
  )

/** Forgets what a payer told her bank and what was written about her. The papers stay: they stand against a claim. */
export async function eraseFromDisputes(tx: Tx, merchantId: string, paymentIds: string[]): Promise<void> {
  const erased = await tx
    .update(disputes)
    .set({ reason: 'Erased with the customer', message: null })
    .where(and(eq(disputes.merchantId, merchantId), inArray(disputes.paymentId, paymentIds)))
    .returning({ id: disputes.id })
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .delete(disputeEvents)
    .where(
      and(
        eq(disputeEvents.merchantId, merchantId),
        inArray(disputeEvents.disputeId, ids),
        eq(disputeEvents.kind, 'opened'),
      ),
    )
}
