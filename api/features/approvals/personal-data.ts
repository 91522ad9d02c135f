import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { selectCustomerPayments } from '../payments/personal-data.ts'
import { refundUnderWay } from '../refunds/personal-data.ts'
import { approvalRequests } from './tables.ts'

/** Notes, metadata and the bank account of a customer in requests for refunds. Titles and previews name the payment only. */
export const approvalPersonalData: PersonalData = {
  tables: [approvalRequests],
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
    await tx
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
  },
}
