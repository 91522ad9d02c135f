import { chargeFor, type PricedChannel } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Channel } from '@adire/contract/payments.ts'
import type { Outcome, PaidBy, Question } from '../../connectors/connector.ts'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { paymentReceived } from '../../ledger/entries.ts'
import { post } from '../../ledger/ledger.ts'
import { settleDebit } from '../direct-debit/settle.ts'
import { promiseChargeback } from '../disputes/jobs.ts'
import { settleInvoice } from '../invoices/settle.ts'
import { giveBackCheck } from '../refunds/refunds.ts'
import { keepShares, sharesOf } from '../splits/settle.ts'
import { failSubscription, settleSubscription } from '../subscriptions/settle.ts'
import { emitPaid, emitPayment } from './emit.ts'
import { lastCheckOf } from './late-transfer.ts'
import { change, lockPayment, note, type PaymentKey, type PaymentRecord } from './move.ts'
import { mailReceipt } from './receipt.ts'
import { rememberCustomer } from './remember-customer.ts'
import { lockPaidOtherwise, paidOtherwise, sendBack, wasSentBack } from './send-back.ts'

/** What a processor said, or that nobody will wait for it any longer: `because` nobody paid in time, where nothing else is said. */
export type Settlement = Outcome | { kind: 'abandoned'; because?: 'paid_otherwise' }

const priced: Record<Channel, PricedChannel> = {
  card: 'card_local',
  bank_transfer: 'bank_transfer',
  ussd: 'ussd',
  qr: 'qr',
  bank_account: 'bank_account',
  direct_debit: 'direct_debit',
}

const channelOf: Record<PaidBy, Channel> = {
  card: 'card',
  transfer: 'bank_transfer',
  ussd: 'ussd',
  qr: 'qr',
  account: 'bank_account',
  mandate: 'direct_debit',
}

const steps = {
  pin: 'send_pin',
  otp: 'send_otp',
  phone: 'send_phone',
  birthday: 'send_birthday',
  bank_page: 'open_url',
} as const
const askedFor: Record<Question, string> = {
  pin: 'The bank asked for the card PIN',
  otp: 'The bank sent a one-time password and asked for it',
  phone: 'The bank asked for a phone number to send a one-time password to',
  birthday: 'The bank asked for the date of birth of the account holder',
  bank_page: 'The bank asked to confirm on its own page',
}

const firstCheckMs = 30_000
/** Longer than a bank waits on its own page: a payment is not given up while its holder may still confirm it there. */
const bankPageMs = 15 * 60_000
const isPaid = ({ paidAt }: PaymentRecord) => paidAt !== null
const hasEnded = ({ status }: PaymentRecord) => status !== 'pending' && status !== 'processing'

/**
 * The one door for what a processor says, whether it said it in the call, in a message of its own, or asked again later.
 * The payment's row is held meanwhile, and saying the same twice changes nothing the second time. Success moves the
 * money in the ledger, counts it, remembers the customer, counts towards its invoice and promises the receipt, in the caller's transaction.
 * A transfer for what was paid otherwise is sent back instead.
 * @throws 409 `payment_move_refused` for success of a payment that failed
 */
export async function settle(context: Context, key: PaymentKey, said: Settlement): Promise<PaymentRecord> {
  const payment = await lockPayment(context.tx, key)
  if (!payment) throw problem.notFound('payment')
  if (said.kind === 'success') return isPaid(payment) || wasSentBack(payment) ? payment : take(context, payment, said)
  if (hasEnded(payment)) return payment
  switch (said.kind) {
    case 'failed':
      return fail(context, payment, said.reason)
    case 'abandoned':
      return abandon(context, payment, said.because)
    case 'pending':
      return payment.status === 'processing' ? payment : wait(context, payment)
    case 'asks':
      // A question that is still open does not matter any more once the payer chose a channel that asks none.
      return payment.status === 'processing' || !asking.has(payment.channel) ? payment : ask(context, payment, said)
    case 'open':
      return payment
  }
}

/** A card that was tried before the transfer is none of how it was paid. */
export const noCard = {
  cardBrand: null,
  cardBin: null,
  cardLast4: null,
  cardExpiryMonth: null,
  cardExpiryYear: null,
  cardBank: null,
}

const asking = new Set<Channel | null>(['card', 'bank_account'])

/** The account that was paid from, and the code that was to be dialled or scanned, likewise. */
export const noAccount = {
  senderName: null,
  senderBank: null,
  senderAccount: null,
  offlineCode: null,
  offlineExpiresAt: null,
}

const over = { triesLeft: null, openUrl: null, checkAt: null }

/** Money has come. A transfer for what another payment has paid meanwhile, or what is no longer owed, goes back. */
async function take(context: Context, payment: PaymentRecord, said: Outcome & { kind: 'success' }) {
  const isPaidOtherwise = said.paidBy !== 'mandate' && (await lockPaidOtherwise(context.tx, payment))
  if (!isPaidOtherwise || said.paidBy !== 'transfer' || payment.status === 'failed')
    return succeed(context, payment, said)
  return sendBack(context, hasEnded(payment) ? payment : await abandon(context, payment, 'paid_otherwise'))
}

async function succeed(context: Context, payment: PaymentRecord, said: Outcome & { kind: 'success' }) {
  const { tx, mode, now } = context
  const channel = channelOf[said.paidBy]
  const from = channel === payment.channel ? payment : noAccount
  const { feeKobo, vatKobo, netKobo } = payment.isCardCheck
    ? { feeKobo: 0, vatKobo: 0, netKobo: payment.amountKobo }
    : chargeFor(priced[channel], payment.amountKobo)
  const shared = sharesOf(payment, { feeKobo, vatKobo })
  const paid = await change(tx, payment, {
    ...over,
    status: 'success',
    step: 'success',
    channel,
    feeKobo,
    vatKobo,
    netKobo,
    sharedKobo: shared?.sharedKobo ?? 0,
    paidAt: now,
    customerId: await rememberCustomer(context, payment),
    ...(channel !== 'card' && noCard),
    senderName: said.sender?.name ?? from.senderName,
    senderBank: said.sender?.bank ?? from.senderBank,
    senderAccount: from.senderAccount,
    failureCode: null,
    failureMessage: null,
  })
  if (shared) await keepShares(context, paid, shared)
  if (!(await post(tx, paymentReceived(mode, { ...paid, shares: shared?.parties ?? [] }, now))))
    throw new Error(`The ledger has an entry for payment ${paid.id}, which was not paid`)
  const parts = `fee ${formatNaira(feeKobo)}, VAT ${formatNaira(vatKobo)}, net ${formatNaira(netKobo)}`
  const given = shared && shared.sharedKobo > 0 ? `, of which ${formatNaira(shared.sharedKobo)} is shared` : ''
  await note(tx, paid, now, 'paid', `Paid ${formatNaira(paid.amountKobo)}: ${parts}${given}`)
  await settleInvoice(context, paid)
  await settleDebit(context, paid)
  await promiseChargeback(context, paid)
  const { merchantId, id: paymentId } = paid
  const subscribed = await settleSubscription(context, paid, said.token)
  const known = subscribed ? await change(tx, paid, subscribed) : paid
  if (paid.isCardCheck) await giveBackCheck(context, known)
  else await enqueue(tx, mailReceipt, { merchantId, paymentId }, { merchantId, key: paymentId, runAt: now })
  await emitPaid(context, known)
  return known
}

async function fail(context: Context, payment: PaymentRecord, reason: DeclineReason) {
  const { tx, now } = context
  const { code, message } = responseCodes[reason]
  await note(tx, payment, now, 'failed', `Not paid: ${message} (${code})`)
  const failed = await change(tx, payment, {
    ...over,
    status: 'failed',
    step: 'failed',
    failureCode: reason,
    failureMessage: message,
  })
  await settleDebit(context, failed)
  await failSubscription(context, failed, reason)
  await emitPayment(context, failed, 'charge.failed')
  return failed
}

const givenUp = {
  in_time: { failureCode: 'abandoned', failureMessage: 'Nobody paid in time' },
  paid_otherwise: paidOtherwise,
} as const

async function abandon(context: Context, payment: PaymentRecord, because: keyof typeof givenUp = 'in_time') {
  const { tx, now } = context
  await note(
    tx,
    payment,
    now,
    'abandoned',
    `Given up: ${because === 'in_time' ? 'nobody paid in time' : 'no longer owed'}`,
  )
  const abandoned = await change(tx, payment, {
    ...over,
    status: 'abandoned',
    step: 'failed',
    ...givenUp[because],
    checkAt: because === 'in_time' ? lastCheckOf(payment) : null,
  })
  await failSubscription(context, abandoned, 'abandoned')
  await emitPayment(context, abandoned, 'charge.abandoned')
  return abandoned
}

async function wait({ tx, now }: Context, payment: PaymentRecord) {
  await note(tx, payment, now, 'processing', 'The bank has not answered yet; we keep asking')
  return change(tx, payment, {
    status: 'processing',
    step: 'pending',
    triesLeft: null,
    openUrl: null,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
}

const fewer = (own: number | null, theirs: number | null) =>
  own === null || theirs === null ? (theirs ?? own) : Math.min(own, theirs)

async function ask({ tx, now }: Context, payment: PaymentRecord, said: Outcome & { kind: 'asks' }) {
  const { question, wrong } = said
  // Our own count holds where the processor counts fewer attempts, or none.
  const triesLeft = wrong ? fewer(payment.triesLeft, said.triesLeft) : said.triesLeft
  // Asked already, and heard again.
  if (payment.step === steps[question] && !wrong) return change(tx, payment, { triesLeft })
  const tries = triesLeft === null ? '' : ` ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`
  if (wrong) await note(tx, payment, now, 'wrong_answer', `The answer was not right.${tries}`)
  else await note(tx, payment, now, `asked_${question}`, askedFor[question])
  // What happens on the bank's own page we only learn by asking, and it may happen as long as the bank waits for it.
  const isAway = question === 'bank_page'
  const awayUntil = new Date(now.getTime() + bankPageMs)
  return change(tx, payment, {
    step: steps[question],
    triesLeft,
    openUrl: said.openUrl ?? null,
    failureCode: wrong ? 'wrong_answer' : null,
    failureMessage: wrong ? `That was not right.${tries}` : null,
    checks: 0,
    checkAt: isAway ? new Date(now.getTime() + firstCheckMs) : payment.expiresAt,
    ...(isAway && awayUntil > payment.expiresAt && { expiresAt: awayUntil }),
  })
}
