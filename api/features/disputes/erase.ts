import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { payments } from '../payments/tables.ts'
import { disputeEvents, disputes } from './tables.ts'

/** Number of undecided disputes over these payments. The customer cannot be erased while there are any. */
export const countOpenDisputes = (tx: Tx, merchantId: string, ofCustomer: SQL | undefined): Promise<number> =>
  tx.$count(
    disputes,
    and(
      eq(disputes.merchantId, merchantId),
      isNull(disputes.resolvedAt),
      inArray(disputes.paymentId, tx.select({ id: payments.id }).from(payments).where(ofCustomer)),
    ),
  )

/** Erases the payer's statements and the merchant's message about them. The evidence is kept as proof against a later claim. */
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
