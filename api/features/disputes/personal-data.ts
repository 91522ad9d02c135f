import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { PersonalData } from '../../personal-data.ts'
import { selectCustomerPayments } from '../payments/personal-data.ts'
import { refundUnderWay } from '../refunds/personal-data.ts'
import { disputeTimeline } from './move.ts'
import { disputes } from './tables.ts'

const ofCustomer = (tx: Tx, merchantId: string, email: string) =>
  and(eq(disputes.merchantId, merchantId), inArray(disputes.paymentId, selectCustomerPayments(tx, merchantId, email)))

/** The payer's statements and the merchant's message about them. The evidence is kept as proof against a later claim. */
export const disputePersonalData: PersonalData = {
  tables: [disputes],
  timelines: ['dispute'],
  async findObstacle(tx, { merchantId, email }) {
    const open = and(ofCustomer(tx, merchantId, email), isNull(disputes.resolvedAt))
    return (await tx.$count(disputes, open)) > 0 ? refundUnderWay() : undefined
  },
  // The emails of the payments are replaced by the placeholder before this runs.
  async erase(tx, { merchantId, placeholder }) {
    const erased = await tx
      .update(disputes)
      .set({ reason: 'Erased with the customer', message: null })
      .where(ofCustomer(tx, merchantId, placeholder))
      .returning({ id: disputes.id })
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    await disputeTimeline.delete(tx, { merchantId, ids }, 'opened')
  },
}
