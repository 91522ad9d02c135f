import { minuteMs } from '@adire/contract/durations.ts'
import { chargeFor } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Challenge, ChargeOutcome, PaidCard } from '../../connectors/charges.ts'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { afterCommit } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { paymentReceived } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { paymentEnded } from '../../metrics/measurements.ts'
import { priceIn } from '../prices/own-prices.ts'
import { calculateShares, storeShares } from '../splits/store-shares.ts'
import { paidDetails, serverChannels } from './channels/channels.ts'
import { confirmationMs, enqueueConfirmation, isWithoutPayer } from './confirm-card.ts'
import { emitPaid, emitPayment } from './emit.ts'
import { type PaymentSuccess, paymentFailed, paymentSucceeded, storePayer } from './events.ts'
import { calculateLastCheck } from './late-transfer.ts'
import { appendPaymentEvent, lockPayment, type PaymentKey, type PaymentRecord, updatePaymentRecord } from './move.ts'
import { mailReceipt } from './receipt.ts'
import { paidOtherwise } from './returned.ts'
import { lockPaidOtherwise, sendBack, wasSentBack } from './send-back.ts'

/**
 * Processor outcome, or `abandoned` when the payment timed out; with `because`, when it was paid another way or is no longer
 * owed.
 */
export type PaymentOutcome = ChargeOutcome | { kind: 'abandoned'; because?: 'paid_otherwise' }

const nextStepOf = {
  pin: 'send_pin',
  otp: 'send_otp',
  phone: 'send_phone',
  birthday: 'send_birthday',
  bank_page: 'open_url',
} as const
const challengeEventTexts: Record<Challenge, string> = {
  pin: 'The bank asked for the card PIN',
  otp: 'The bank sent a one-time password and asked for it',
  phone: 'The bank asked for a phone number to send a one-time password to',
  birthday: 'The bank asked for the date of birth of the account holder',
  bank_page: 'The bank asked to confirm on its own page',
}
const wrongAnswerTexts: Record<Challenge, string> = {
  pin: 'The PIN is wrong.',
  otp: 'The code is wrong.',
  phone: 'The phone number is wrong.',
  birthday: 'The date of birth is wrong.',
  bank_page: 'It was not confirmed.',
}

const firstCheckMs = 30_000
/**
 * Longer than a bank page accepts a decision, in ms, so that a payment is not abandoned while its holder may still confirm it
 * there.
 */
const bankPageMs = 15 * minuteMs
const isPaid = ({ paidAt }: PaymentRecord) => paidAt !== null
const hasEnded = ({ status }: PaymentRecord) => status !== 'pending' && status !== 'processing'

/**
 * Entry point for every processor outcome, whether from a call, a webhook or a later query. Locks the payment's row, so that a
 * repeated outcome changes nothing. Success, in the caller's transaction: posts the ledger entry, updates the stats, stores the
 * customer, calls the products (`paymentSucceeded`) and enqueues the receipt. A transfer for something already paid another way is
 * sent back instead.
 * @throws 404 payment_not_found, 409 payment_move_refused for success of a payment that failed
 */
export async function applyOutcome(context: Context, key: PaymentKey, outcome: PaymentOutcome): Promise<PaymentRecord> {
  const payment = await lockPayment(context.tx, key)
  if (!payment) throw problem.notFound('payment')
  if (outcome.kind === 'success')
    return isPaid(payment) || wasSentBack(payment) ? payment : applySuccess(context, payment, outcome)
  if (hasEnded(payment)) return payment
  switch (outcome.kind) {
    case 'failed':
      return failPayment(context, payment, outcome.reason, outcome.processorText)
    case 'abandoned':
      return abandonPayment(context, payment, outcome.because)
    case 'pending':
      return payment.status === 'processing' ? payment : scheduleCheck(context, payment)
    case 'challenge':
      // An open challenge no longer matters once the payer has chosen a channel without challenges.
      return payment.status === 'processing' || !(payment.channel && serverChannels[payment.channel].hasChallenges)
        ? payment
        : openChallenge(context, payment, outcome)
    case 'open':
      return payment
  }
}

/** Fields of a payment that has ended. */
const noNextStep = { attemptsLeft: null, openUrl: null, checkAt: null }

/** Applies a success. A transfer is sent back if another payment has been made meanwhile, or nothing is owed any more. */
async function applySuccess(context: Context, payment: PaymentRecord, outcome: PaymentSuccess) {
  const isPaidOtherwise = outcome.paidBy !== 'direct_debit' && (await lockPaidOtherwise(context.tx, payment))
  if (!isPaidOtherwise || outcome.paidBy !== 'bank_transfer' || payment.status === 'failed')
    return completePayment(context, payment, outcome)
  return sendBack(context, hasEnded(payment) ? payment : await abandonPayment(context, payment, 'paid_otherwise'))
}

async function completePayment(context: Context, payment: PaymentRecord, outcome: PaymentSuccess) {
  const { tx, mode, now } = context
  const channel = outcome.paidBy
  const { feeKobo, vatKobo, netKobo } = payment.isCardCheck
    ? { feeKobo: 0, vatKobo: 0, netKobo: payment.amountKobo }
    : chargeFor(priceIn(payment.prices, channel), payment.amountKobo)
  const shared = calculateShares(payment, { feeKobo, vatKobo })
  const paid = await updatePaymentRecord(tx, payment, {
    ...noNextStep,
    status: 'success',
    step: 'success',
    channel,
    feeKobo,
    vatKobo,
    netKobo,
    sharedKobo: shared?.sharedKobo ?? 0,
    paidAt: now,
    paidCharge: outcome.charge ?? null,
    customerId: await storePayer.get()(context, payment),
    channelDetails: {
      ...paidDetails(payment, channel, outcome.sender),
      ...(outcome.card && toCardDetails(outcome.card)),
    },
    ...(outcome.card && { cardLast4: outcome.card.last4 }),
    ...(channel !== 'card' && { cardLast4: null }),
    failureCode: null,
    failureMessage: null,
  })
  if (shared) await storeShares(context, paid, shared)
  if (!(await postEntry(tx, paymentReceived(mode, { ...paid, shares: shared?.recipients ?? [] }, now))))
    throw new Error(`The ledger has an entry for payment ${paid.id}, which was not paid`)
  const amountsText = `fee ${formatNaira(feeKobo)}, VAT ${formatNaira(vatKobo)}, net ${formatNaira(netKobo)}`
  const sharedText = shared && shared.sharedKobo > 0 ? `, of which ${formatNaira(shared.sharedKobo)} is shared` : ''
  await appendPaymentEvent(tx, paid, now, 'paid', `Paid ${formatNaira(paid.amountKobo)}: ${amountsText}${sharedText}`)
  const completed = await announceSuccess(context, paid, outcome)
  const { merchantId, id: paymentId } = completed
  if (!completed.isCardCheck)
    await enqueueJob(tx, mailReceipt, { merchantId, paymentId }, { merchantId, key: paymentId, runAt: now })
  await emitPaid(context, completed)
  return completed
}

const toCardDetails = ({ last4: _, ...card }: PaidCard) => ({ card })

/** Calls the products' handlers of a success. Returns the payment with the fields that they store on it. */
async function announceSuccess(context: Context, paid: PaymentRecord, success: PaymentSuccess) {
  measurePayment(context, paid, 'paid')
  let payment = paid
  for (const handle of paymentSucceeded.get()) {
    const change = await handle(context, payment, success)
    if (change) payment = await updatePaymentRecord(context.tx, payment, change)
  }
  return payment
}

async function announceFailure(context: Context, payment: PaymentRecord, reason: DeclineReason | 'abandoned') {
  measurePayment(context, payment, reason === 'abandoned' ? 'abandoned' : 'failed')
  for (const handle of paymentFailed.get()) await handle(context, payment, reason)
}

function measurePayment({ tx, mode }: Context, { channel }: PaymentRecord, outcome: 'paid' | 'failed' | 'abandoned') {
  if (paymentEnded.isRead()) afterCommit(tx, () => paymentEnded.record({ mode, channel: channel ?? 'none', outcome }))
}

async function failPayment(context: Context, payment: PaymentRecord, reason: DeclineReason, processorText?: string) {
  const { tx, now } = context
  const { code, message } = responseCodes[reason]
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'failed',
    `Not paid: ${message} (${code})${processorText ? `. The processor’s words: ${processorText}` : ''}`,
  )
  const failed = await updatePaymentRecord(tx, payment, {
    ...noNextStep,
    status: 'failed',
    step: 'failed',
    failureCode: reason,
    failureMessage: message,
  })
  await announceFailure(context, failed, reason)
  await emitPayment(context, failed, 'charge.failed')
  return failed
}

/** Failure of an abandoned payment by its cause. */
const abandonedFailures = {
  in_time: { failureCode: 'abandoned', failureMessage: 'Not paid in time' },
  paid_otherwise: paidOtherwise,
} as const

async function abandonPayment(
  context: Context,
  payment: PaymentRecord,
  because: keyof typeof abandonedFailures = 'in_time',
) {
  const { tx, now } = context
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'abandoned',
    `Abandoned: ${because === 'in_time' ? 'not paid in time' : 'no longer owed'}`,
  )
  const abandoned = await updatePaymentRecord(tx, payment, {
    ...noNextStep,
    status: 'abandoned',
    step: 'failed',
    ...abandonedFailures[because],
    checkAt: because === 'in_time' ? calculateLastCheck(payment) : null,
  })
  await announceFailure(context, abandoned, 'abandoned')
  await emitPayment(context, abandoned, 'charge.abandoned')
  return abandoned
}

async function scheduleCheck({ tx, now }: Context, payment: PaymentRecord) {
  await appendPaymentEvent(tx, payment, now, 'processing', 'The bank has not responded yet; we keep asking')
  return updatePaymentRecord(tx, payment, {
    status: 'processing',
    step: 'pending',
    attemptsLeft: null,
    openUrl: null,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
}

/** The smaller number; the other one if one is unknown. */
const minimumKnown = (ours: number | null, theirs: number | null) =>
  ours === null || theirs === null ? (theirs ?? ours) : Math.min(ours, theirs)

async function openChallenge(context: Context, payment: PaymentRecord, outcome: ChargeOutcome & { kind: 'challenge' }) {
  const { tx, now } = context
  const { challenge, wrong } = outcome
  // Use our own count if it is lower, or if the processor does not count attempts.
  const attemptsLeft = wrong ? minimumKnown(payment.attemptsLeft, outcome.attemptsLeft) : outcome.attemptsLeft
  // The challenge is already open: this is a repeated outcome.
  if (payment.step === nextStepOf[challenge] && !wrong) return updatePaymentRecord(tx, payment, { attemptsLeft })
  const attemptsText =
    attemptsLeft === null ? '' : ` ${attemptsLeft} ${attemptsLeft === 1 ? 'attempt' : 'attempts'} left.`
  const wrongText = `${wrongAnswerTexts[challenge]}${attemptsText}`
  if (wrong) await appendPaymentEvent(tx, payment, now, 'wrong_answer', wrongText)
  else await appendPaymentEvent(tx, payment, now, `asked_${challenge}`, challengeEventTexts[challenge])
  // The result of the bank page is only known by querying, and may arrive for as long as the bank page accepts a decision.
  const isAway = challenge === 'bank_page'
  const isByEmail = isAway && isWithoutPayer(payment)
  const awayUntil = new Date(now.getTime() + (isByEmail ? confirmationMs : bankPageMs))
  if (isByEmail) await enqueueConfirmation(context, payment)
  return updatePaymentRecord(tx, payment, {
    step: nextStepOf[challenge],
    attemptsLeft,
    openUrl: outcome.openUrl ?? null,
    failureCode: wrong ? 'wrong_answer' : null,
    failureMessage: wrong ? wrongText : null,
    checks: 0,
    checkAt: isAway ? new Date(now.getTime() + firstCheckMs) : payment.expiresAt,
    ...(isAway && awayUntil > payment.expiresAt && { expiresAt: awayUntil }),
  })
}
