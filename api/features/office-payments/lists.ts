import type { listMerchantPayments, listWaitingPayments } from '@adire/contract/back-office/payments.ts'
import type { ReturnedPayout } from '@adire/contract/back-office/payments-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { describeAnswer } from '../processor-calls/describe-call.ts'
import { maxWaiting, listWaitingPayments as readWaiting } from '../processor-calls/waiting.ts'
import { rowColumns, type StoredRow, toBusiness, toOfficePaymentRow } from './row.ts'

const listed = 50

export async function listWaitingPaymentsHandler(
  { tx }: StaffContext,
  { mode = 'LIVE' }: ParsedInput<typeof listWaitingPayments>,
) {
  const rows = await readWaiting(tx, mode)
  const content = rows.map(({ checks, checkAt, outcome, detail, ...row }) => ({
    ...toOfficePaymentRow({ ...row, returnedKobo: null }),
    checks,
    nextCheckAt: checkAt.toISOString(),
    lastAnswer: outcome === 'no answer yet' ? null : describeAnswer({ outcome, detail } as never),
  }))
  return { content, isCapped: rows.length === maxWaiting }
}

const recent = 10

/** The newest payments of one business. */
export async function listMerchantPaymentsHandler(
  { tx }: StaffContext,
  { merchantId }: ParsedInput<typeof listMerchantPayments>,
) {
  const { rows } = await tx.$client.query<StoredRow>(
    `select ${rowColumns} from payments payment join merchants business on business.id = payment.merchant_id
     where payment.merchant_id = $1 order by payment.created_at desc, payment.id desc limit ${recent + 1}`,
    [merchantId],
  )
  return { content: rows.slice(0, recent).map(toOfficePaymentRow), isCapped: rows.length > recent }
}

/** Transfers that were returned to their senders, and payouts that banks returned, also after they had paid them: the newest of each. */
export async function listReturnedMoneyHandler({ tx }: StaffContext) {
  const { rows: transfers } = await tx.$client.query<StoredRow>(
    `select ${rowColumns} from payments payment join merchants business on business.id = payment.merchant_id
     where payment.returned_kobo is not null order by payment.created_at desc limit ${listed}`,
  )
  const { rows: payouts } = await tx.$client.query<StoredRow & Omit<ReturnedPayout, 'endedAt'> & { endedAt: Date }>(
    `select payout.merchant_id as "merchantId", business.business_name as "businessName",
            business.merchant_code as "merchantCode", business.mode, settlement.reference as "settlementReference",
            payout.amount_kobo as "amountKobo", payout.account_number as "accountNumber", returned.message,
            payout.bank_reference as "sessionId", returned.at as "endedAt"
     from (
       (select merchant_id, settlement_id, attempt, message, ended_at as at from payouts
        where status = 'returned' and ended_at is not null order by ended_at desc limit ${listed})
       union all
       (select merchant_id, id, attempts, return_reason, returned_at from settlements
        where returned_at is not null order by returned_at desc limit ${listed})
     ) returned
     join payouts payout on payout.merchant_id = returned.merchant_id and payout.settlement_id = returned.settlement_id
       and payout.attempt = returned.attempt
     join settlements settlement on settlement.merchant_id = payout.merchant_id and settlement.id = payout.settlement_id
     join merchants business on business.id = payout.merchant_id
     order by returned.at desc limit ${listed}`,
  )
  return {
    transfers: transfers.map(toOfficePaymentRow),
    payouts: payouts.map(({ settlementReference, amountKobo, accountNumber, message, sessionId, endedAt, ...row }) => ({
      business: toBusiness(row),
      settlementReference,
      amountKobo: Number(amountKobo),
      accountNumber,
      message,
      sessionId,
      endedAt: endedAt.toISOString(),
    })),
  }
}
