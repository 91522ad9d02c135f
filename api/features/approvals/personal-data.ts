import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { deleteNotifications } from '../notifications/delete.ts'
import { selectCustomerPayments } from '../payments/personal-data.ts'
import { refundUnderWay } from '../refunds/personal-data.ts'
import { approvalTimeline } from './move.ts'
import { approvalRequests } from './tables.ts'

/** Kinds of events that repeat the comment of a decision. The request itself keeps who decided, and when. */
const commented = ['approved', 'rejected']

/**
 * Notes, metadata and the bank account of a customer in requests for refunds, and what was written about a decision. Titles and
 * previews name the payment only.
 */
export const approvalPersonalData: PersonalData = {
  tables: [approvalRequests],
  timelines: ['approval'],
  async findObstacle(tx, { merchantId, email }) {
    const open = and(
      eq(approvalRequests.merchantId, merchantId),
      inArray(approvalRequests.subjectId, selectCustomerPayments(tx, merchantId, email)),
      inArray(approvalRequests.status, ['waiting', 'approved']),
    )
    return (await tx.$count(approvalRequests, open)) > 0 ? refundUnderWay() : undefined
  },
  // The payments have the placeholder already.
  async erase(tx, { merchantId, placeholder }) {
    const erased = await tx
      .update(approvalRequests)
      .set({
        input: sql`${approvalRequests.input} - '{payerNote,note,metadata,bankId,accountNumber}'::text[]`,
        effects: sql`(select coalesce(jsonb_agg(effect), '[]') from jsonb_array_elements(${approvalRequests.effects}) effect
                      where effect ->> 'label' not in ('Bank account', 'Holder'))`,
        comment: null,
      })
      .where(
        and(
          eq(approvalRequests.merchantId, merchantId),
          inArray(approvalRequests.subjectId, selectCustomerPayments(tx, merchantId, placeholder)),
        ),
      )
      .returning({ id: approvalRequests.id })
    const ids = erased.map(({ id }) => id)
    if (ids.length === 0) return
    for (const kind of commented) await approvalTimeline.delete(tx, { merchantId, ids }, kind)
    await deleteNotifications(
      tx,
      merchantId,
      ids.map((id) => `/approvals/${id}`),
    )
  },
}
