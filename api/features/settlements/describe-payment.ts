import { paidStatuses } from '@adire/contract/payments.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { nextAttemptDay } from './calendar.ts'
import { settlementLines, settlements } from './tables.ts'
import { type ExpectedSettlement, expectSettlement } from './unsettled.ts'

type SettlementParts = Pick<Payment, 'settlement'> & ExpectedSettlement

const none: ExpectedSettlement = { expectedSettlementOn: null, settlementHold: null }

/** The settlement that pays out a payment, null until the settlement of its day is created; and when that is expected. */
export async function settlementPaymentParts(tx: Tx, payment: PaymentRecord, now: Date): Promise<SettlementParts> {
  const found = await findPaymentSettlement(tx, payment)
  if (!found) return { settlement: null, ...(await expectUnsettled(tx, payment, now)) }
  const { at, holdMessage, ...settlement } = found
  const { status, dueOn } = settlement
  const day = { settlement: { ...settlement, day: lagosDay(at) } }
  if (status === 'success') return { ...day, ...none }
  if (status === 'on_hold') return { ...day, expectedSettlementOn: null, settlementHold: holdMessage }
  // The bank returned the payout: it is sent again on the next working day.
  const expectedSettlementOn = status === 'failed' ? await nextAttemptDay(tx, dueOn) : dueOn
  return { ...day, expectedSettlementOn, settlementHold: null }
}

/** Expected settlement of a payment of which something is in no settlement yet. */
async function expectUnsettled(tx: Tx, payment: PaymentRecord, now: Date): Promise<ExpectedSettlement> {
  const { merchantId, status, paidAt, isCardCheck, netKobo, refundedKobo } = payment
  const isPaid = (paidStatuses as readonly string[]).includes(status)
  if (!isPaid || !paidAt || isCardCheck || netKobo <= refundedKobo) return none
  return expectSettlement(tx, merchantId, lagosDay(paidAt), now)
}

async function findPaymentSettlement(tx: Tx, { merchantId, id }: PaymentRecord) {
  const [found] = await tx
    .select({
      id: settlements.id,
      reference: settlements.reference,
      status: settlements.status,
      dueOn: settlements.dueOn,
      holdMessage: settlements.holdMessage,
      at: settlementLines.at,
    })
    .from(settlementLines)
    .innerJoin(
      settlements,
      and(eq(settlements.merchantId, merchantId), eq(settlements.id, settlementLines.settlementId)),
    )
    .where(
      and(
        eq(settlementLines.merchantId, merchantId),
        eq(settlementLines.ownerId, merchantId),
        eq(settlementLines.paymentId, id),
        inArray(settlementLines.type, ['payment', 'card_check']),
        gte(settlementLines.amountKobo, 0), // a card check has a second line, for its refund
      ),
    )
    .orderBy(asc(settlementLines.at))
    .limit(1)
  return found
}
