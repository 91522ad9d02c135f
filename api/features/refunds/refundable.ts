import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { isPaidStatus } from '@adire/contract/payments.ts'
import { type getRefundable, openRefundStatuses } from '@adire/contract/refunds.ts'
import { and, desc, eq, inArray, isNull, sum } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineHandlers } from '../../handlers.ts'
import { type Problem, problem } from '../../http/problem.ts'
import { loadBalances } from '../../ledger/take.ts'
import { findPaymentRecord, type PaymentRecord } from '../payments/move.ts'
import { listSharesLeft } from '../splits/share-returns.ts'
import { refunds } from './tables.ts'

/** Amount of a payment that can still be refunded, in kobo: without refunds that are done or under way. */
export async function calculateRefundable(
  tx: Tx,
  { merchantId, id, amountKobo, refundedKobo }: PaymentRecord,
): Promise<number> {
  const [onItsWay] = await tx
    .select({ kobo: sum(refunds.amountKobo) })
    .from(refunds)
    .where(
      and(eq(refunds.merchantId, merchantId), eq(refunds.paymentId, id), inArray(refunds.status, openRefundStatuses)),
    )
  return amountKobo - refundedKobo - Number(onItsWay!.kobo ?? 0)
}

/** Refunds of a payment that are not sent to a processor, because the balance does not cover them: the newest first. */
export const listUnsentRefunds = (tx: Tx, { merchantId, id }: Pick<PaymentRecord, 'merchantId' | 'id'>) =>
  tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.merchantId, merchantId),
        eq(refunds.paymentId, id),
        eq(refunds.status, 'pending'),
        isNull(refunds.paidLateAt),
      ),
    )
    .orderBy(desc(refunds.createdAt), desc(refunds.id))

/** Finds what else keeps a payment from being refunded, such as a dispute; undefined if nothing does. */
export const refundObstacles =
  defineHandlers<(tx: Tx, payment: PaymentRecord) => Promise<Problem | undefined>>('refundObstacles')

/** Error if nothing of the payment can be refunded; otherwise undefined. */
export async function findRefundError(tx: Tx, payment: PaymentRecord, leftKobo: number): Promise<Problem | undefined> {
  const { status } = payment
  if (!isPaidStatus(status)) return problem.conflict('payment_not_paid', 'Only paid payments can be refunded')
  if (leftKobo <= 0)
    return problem.conflict('nothing_left', 'This payment has been refunded in full, or a refund is in progress')
  return findRefundObstacle(tx, payment)
}

/** What keeps any money of a payment from being sent back, such as a dispute; undefined if nothing does. */
export async function findRefundObstacle(tx: Tx, payment: PaymentRecord): Promise<Problem | undefined> {
  for (const find of refundObstacles.get()) {
    const obstacle = await find(tx, payment)
    if (obstacle) return obstacle
  }
  return undefined
}

export async function getRefundableHandler(
  { tx, merchant }: MerchantContext,
  { id }: ParsedInput<typeof getRefundable>,
) {
  const payment = await findPaymentRecord(tx, { merchantId: merchant.id, id })
  const leftKobo = await calculateRefundable(tx, payment)
  const { pendingKobo, availableKobo } = await loadBalances(tx, merchant.id)
  return {
    leftKobo,
    unsettledKobo: pendingKobo,
    availableKobo,
    shares: await listSharesLeft(tx, payment),
    feesKobo: payment.feeKobo + payment.vatKobo,
    refusal: (await findRefundError(tx, payment, leftKobo))?.message ?? null,
  }
}
