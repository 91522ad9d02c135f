import { openRefundStatuses } from '@adire/contract/refunds.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import type { PersonalData } from '../../personal-data.ts'
import { selectCustomerPayments } from '../payments/personal-data.ts'
import { refunds } from './tables.ts'

const ofCustomer = (tx: Tx, merchantId: string, email: string) =>
  and(eq(refunds.merchantId, merchantId), inArray(refunds.paymentId, selectCustomerPayments(tx, merchantId, email)))

/** The payer's bank account and the notes. */
export const refundPersonalData: PersonalData = {
  tables: [refunds],
  async findObstacle(tx, { merchantId, email }) {
    const open = and(ofCustomer(tx, merchantId, email), inArray(refunds.status, openRefundStatuses))
    return (await tx.$count(refunds, open)) > 0 ? refundUnderWay() : undefined
  },
  // The emails of the payments are replaced by the placeholder before this runs.
  async erase(tx, { merchantId, placeholder }) {
    await tx
      .update(refunds)
      .set({ bankId: null, accountNumber: null, accountName: null, payerNote: null, note: null, metadata: {} })
      .where(ofCustomer(tx, merchantId, placeholder))
  },
}

export const refundUnderWay = () =>
  problem.conflict(
    'refund_under_way',
    'A refund or a dispute of this customer is in progress. Try again when it has ended.',
  )
