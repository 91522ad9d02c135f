import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { requestRefund } from '@adire/contract/refunds.ts'
import { refundReasonNames } from '@adire/contract/refunds.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { randomText } from '../../random-text.ts'
import { recordAuditEvent, toActor } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { appendPaymentEvent, lockPayment } from '../payments/move.ts'
import { sendRefund } from './apply-outcome.ts'
import { emitRefund } from './emit.ts'
import { checkFailedRefunds } from './late-refund.ts'
import { addRefundRecord, findRefund, type RefundKey, type RefundRecord, takeMoney } from './move.ts'
import { calculateRefundable, findRefundError } from './refundable.ts'
import { retrieveRefund } from './serialize.ts'

/** Time until the first check of a refund that waits for money, or whose request was interrupted, in ms. */
export const firstRefundCheckMs = 30_000

type NewRefund = ParsedInput<typeof requestRefund>

/**
 * Refunds a payment: records the refund and takes the money, calls the processor, records its outcome. Earlier refunds of it that failed are
 * queried before.
 */
export const requestRefundHandler = {
  prepare: (unitOfWork: UnitOfWork<MerchantContext>, { id }: NewRefund) => checkFailedRefunds(unitOfWork, id),
  async create(context: MerchantContext, newRefund: NewRefund): Promise<RefundKey> {
    const { merchantId, id } = await createRefundRecord(context, newRefund)
    return { merchantId, id }
  },
  async finish(unitOfWork: UnitOfWork<MerchantContext>, key: RefundKey) {
    const { status } = await unitOfWork.write(({ tx }) => findRefund(tx, key))
    if (status === 'processing') await sendRefund(unitOfWork, key)
    return unitOfWork.write(async (context) => retrieveRefund(context, await findRefund(context.tx, key)))
  },
}

/**
 * Creates a refund and takes its money if the balance covers it. The payment is locked, so that two requests cannot exceed the
 * refundable amount together.
 * @throws 404 payment_not_found; 409 payment_not_paid, nothing_left or payment_disputed; 422 above_what_is_left
 */
export async function createRefundRecord(context: MerchantContext, newRefund: NewRefund): Promise<RefundRecord> {
  const { tx, merchant, now } = context
  const { id: paymentId, amountKobo, reason, payerNote, note: text, metadata = {} } = newRefund
  const payment = await lockPayment(tx, { merchantId: merchant.id, id: paymentId })
  if (!payment) throw problem.notFound('payment')
  const leftKobo = await calculateRefundable(tx, payment)
  const refundError = await findRefundError(tx, payment, leftKobo)
  if (refundError) throw refundError
  if (amountKobo > leftKobo)
    throw problem.field('amountKobo', `You can refund up to ${formatNaira(leftKobo)}`, 'above_what_is_left')
  const actor = toActor(context)
  const actorName = await readActorName(context)
  const refund = await addRefundRecord(tx, {
    merchantId: merchant.id,
    paymentId,
    reference: newRefundReference(),
    amountKobo,
    status: 'pending',
    reason,
    payerNote: payerNote || null,
    note: text || null,
    metadata,
    requestedByKind: actor.kind,
    requestedBy: actor.kind === 'user' ? actorName : actor.name,
    createdAt: now,
    checkAt: new Date(now.getTime() + firstRefundCheckMs),
  })
  const amount = formatNaira(amountKobo)
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'refund_requested',
    `${actorName} refunded ${amount}: ${refundReasonNames[reason]}`,
  )
  await recordAuditEvent(context, {
    action: 'refund.requested',
    object: payment.reference,
    after: { reference: refund.reference, amountKobo, reason },
  })
  const started = await takeMoney(context, { refund, payment })
  if (started.status === 'pending')
    await appendPaymentEvent(
      tx,
      payment,
      now,
      'refund_waits',
      `The refund of ${amount} waits until your balance is sufficient`,
    )
  await emitRefund(context, { refund: started, payment }, 'refund.pending')
  return started
}

export const newRefundReference = () => `rfd_${randomText(16)}`
