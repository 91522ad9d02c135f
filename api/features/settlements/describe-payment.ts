import { isPaidStatus } from '@adire/contract/payments.ts'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import type { SettlementParts } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { expectSettlements, noExpectation } from './expected.ts'
import { settlementLines, settlements } from './tables.ts'

/** The settlement that pays out a payment, null until the settlement of its day is created; and when that is expected. */
export async function settlementPaymentParts(tx: Tx, { merchantId, id }: PaymentRecord, now: Date) {
  return (await loadSettlementParts(tx, merchantId, [id], now)).get(id)!
}

/**
 * As `settlementPaymentParts`, for all payments of a page, by payment id: one statement if all are paid out, and else the same few
 * for any number.
 */
export async function loadSettlementParts(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, SettlementParts>> {
  const found = await findSettlements(tx, merchantId, ids)
  const isAwaited = (payment: Found) => isUnsettled(payment) || isOpen(payment)
  const expected = found.some(isAwaited) ? await expectSettlements(tx, merchantId, now) : undefined
  const describePayment = (payment: Found): SettlementParts => {
    const { settlement, at, paidAt } = payment
    if (settlement && at) {
      const expectation = isOpen(payment) && expected ? expected.open : noExpectation
      return { settlement: { ...settlement, day: lagosDay(at) }, ...expectation }
    }
    if (!expected || !paidAt || !isUnsettled(payment)) return { settlement: null, ...noExpectation }
    return { settlement: null, ...(lagosDay(paidAt) <= expected.until ? expected.first : expected.later) }
  }
  return new Map(found.map((payment) => [payment.id, describePayment(payment)]))
}

type Found = Awaited<ReturnType<typeof findSettlements>>[number]

/** Whether something of a payment is still to be settled, but in no settlement yet. */
const isUnsettled = ({ settlement, status, isCardCheck, netKobo, refundedKobo }: Found) =>
  settlement === null && isPaidStatus(status) && !isCardCheck && netKobo > refundedKobo

/** Whether its settlement is not paid out yet. A business has at most one such settlement. */
const isOpen = ({ settlement }: Found) => settlement !== null && settlement.status !== 'success'

const findSettlements = (tx: Tx, merchantId: string, ids: readonly string[]) =>
  tx
    .selectDistinctOn([payments.id], {
      id: payments.id,
      status: payments.status,
      paidAt: payments.paidAt,
      isCardCheck: payments.isCardCheck,
      netKobo: payments.netKobo,
      refundedKobo: payments.refundedKobo,
      at: settlementLines.at,
      settlement: {
        id: settlements.id,
        reference: settlements.reference,
        status: settlements.status,
        dueOn: settlements.dueOn,
      },
    })
    .from(payments)
    .leftJoin(
      settlementLines,
      and(
        eq(settlementLines.merchantId, merchantId),
        eq(settlementLines.ownerId, merchantId),
        eq(settlementLines.paymentId, payments.id),
        inArray(settlementLines.type, ['payment', 'card_check']),
        gte(settlementLines.amountKobo, 0), // a card check has a second line, for its refund
      ),
    )
    .leftJoin(
      settlements,
      and(eq(settlements.merchantId, merchantId), eq(settlements.id, settlementLines.settlementId)),
    )
    .where(and(eq(payments.merchantId, merchantId), inArray(payments.id, [...ids])))
    .orderBy(asc(payments.id), asc(settlementLines.at))
