import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import { refundReasonNames } from '@adire/contract/refunds.ts'
import type { Context, MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { randomText } from '../../random-text.ts'
import { recordAuditEvent, toActor } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { resolveAccountName } from '../bank-accounts/check.ts'
import { fitsBusiness } from '../bank-accounts/name.ts'
import { findBank } from '../lookups/lookups.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { appendPaymentEvent, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { sendRefund } from './apply-outcome.ts'
import { emitRefund } from './emit.ts'
import { checkFailedRefunds } from './late-refund.ts'
import { calculateRefundable, findRefundError } from './left.ts'
import {
  addRefundRecord,
  findRefund,
  lockRefund,
  type RefundKey,
  type RefundRecord,
  takeMoney,
  updateRefundRecord,
} from './move.ts'
import { retrieveRefund } from './serialize.ts'

/** Time until the first check of a refund that waits for money, or whose request was interrupted, in ms. */
const firstCheckMs = 30_000

type NewRefund = ParsedInput<typeof requestRefund>
type AccountOfRefund = ParsedInput<typeof payRefundToAccount>

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
    reference: newReference(),
    amountKobo,
    status: 'pending',
    reason,
    payerNote: payerNote || null,
    note: text || null,
    metadata,
    requestedByKind: actor.kind,
    requestedBy: actor.kind === 'user' ? actorName : actor.name,
    createdAt: now,
    checkAt: new Date(now.getTime() + firstCheckMs),
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

/** Refunds a card check at once; does nothing for other payments. */
export async function giveBackCheck(context: Context, payment: PaymentRecord): Promise<void> {
  if (!payment.isCardCheck) return
  const { tx, now } = context
  const refund = await addRefundRecord(tx, {
    merchantId: payment.merchantId,
    paymentId: payment.id,
    reference: newReference(),
    amountKobo: payment.amountKobo,
    status: 'pending',
    reason: 'other',
    payerNote: 'This was only to check your card',
    requestedByKind: 'system',
    requestedBy: context.config.brand.name,
    createdAt: now,
    checkAt: now,
  })
  await appendPaymentEvent(tx, payment, now, 'refund_requested', 'The card was only checked: the amount goes back')
  const started = await takeMoney(context, { refund, payment })
  // The scheduled job for refunds calls the processor, in the next minute.
  await updateRefundRecord(tx, started, { checkAt: now })
}

const newReference = () => `rfd_${randomText(16)}`

/**
 * Pays a refund that the card did not accept to the payer's bank account. The bank confirms the holder before the account is
 * stored.
 * @throws 403 confirmation_required; 404 refund_not_found; 409 account_not_asked or name_differs; 422 account_unknown; 429
 * too_many_attempts; 503 unavailable if the bank does not answer
 */
export const payRefundToAccountHandler = {
  async prepare(unitOfWork: UnitOfWork<MemberContext>, { id, bankId, accountNumber }: AccountOfRefund) {
    await unitOfWork.write(async (context) => {
      await requireConfirmation(context)
      requireWaiting(await findRefund(context.tx, { merchantId: context.merchant.id, id }))
    })
    const { accountName } = await resolveAccountName(unitOfWork, { bankId, accountNumber })
    return { accountName }
  },
  async create(context: MemberContext, given: AccountOfRefund, { accountName }: { accountName: string | null }) {
    const { id, bankId, accountNumber, nameConfirmed = false } = given
    const { tx, merchant, now } = context
    const { refund, payment } = await lockRefund(tx, { merchantId: merchant.id, id })
    requireWaiting(refund)
    if (!nameConfirmed) requireName(accountName, payment.customerName)
    const account = `${findBank(bankId)!.name} ${accountNumber}`
    await appendPaymentEvent(
      tx,
      payment,
      now,
      'refund_account',
      `The refund of ${formatNaira(refund.amountKobo)} goes to ${account}`,
    )
    await recordAuditEvent(context, {
      action: 'refund.account_given',
      object: refund.reference,
      after: { account, accountName, payer: payment.customerName, nameConfirmed },
    })
    await sendNotification(context, merchant.id, {
      kind: 'security',
      title: `A refund of ${formatNaira(refund.amountKobo)} goes to a bank account`,
      text: `${await readActorName(context)} sent it to ${account}, which belongs to ${accountName ?? 'someone whose name the bank did not return'}. If this is wrong, contact us at once.`,
      path: `/transactions/${payment.id}`,
    })
    const { merchantId } = await updateRefundRecord(tx, refund, {
      status: 'processing',
      bankId,
      accountNumber,
      accountName,
      failureMessage: null,
      checks: 0,
      checkAt: new Date(now.getTime() + firstCheckMs),
    })
    return { merchantId, id }
  },
  async finish(unitOfWork: UnitOfWork<MemberContext>, key: RefundKey) {
    await sendRefund(unitOfWork, key)
    return unitOfWork.write((context) => retrieveRefund(context, key))
  },
}

function requireName(accountName: string | null, payerName: string | null): void {
  if (payerName !== null && !fitsBusiness(accountName ?? '', payerName))
    throw problem.conflict(
      'name_differs',
      `The account belongs to ${accountName ?? 'someone whose name the bank did not return'}, but ${payerName} paid. Ask the customer again, or send the refund there anyway.`,
    )
}

function requireWaiting({ status }: RefundRecord): void {
  if (status !== 'needs_attention')
    throw problem.conflict('account_not_asked', 'This refund does not need a bank account')
}
