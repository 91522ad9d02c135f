import { formatNaira } from '@adire/contract/money.ts'
import { refundMoves } from '@adire/contract/refunds.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineHandlers } from '../../handlers.ts'
import { refundReturned, refundTaken } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import type { ObjectKey } from '../lifecycle/timeline.ts'
import { appendPaymentEvent, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { describeBalances } from '../splits/describe-balances.ts'
import { takeRefundFromShares, undoRefundFromShares } from '../splits/share-returns.ts'
import { emitRefund } from './emit.ts'
import { refunds } from './tables.ts'

export type RefundRecord = typeof refunds.$inferSelect
export type RefundKey = ObjectKey
export interface RefundWithPayment {
  refund: RefundRecord
  payment: PaymentRecord
}

/** Time until a processor without a response is queried for the outcome, in ms. */
const firstCheckMs = 30_000

const lifecycle = defineLifecycle(refunds, { name: 'refund', moves: refundMoves, topic: 'payments' })
export const findRefund = lifecycle.find
export const addRefundRecord = lifecycle.add
export const updateRefundRecord = lifecycle.update

/**
 * A refund and its payment, locked until the transaction ends; the payment first, to avoid deadlocks.
 * @throws 404 refund_not_found
 */
export async function lockRefund(tx: Tx, key: RefundKey): Promise<RefundWithPayment> {
  const { merchantId, paymentId } = await findRefund(tx, key)
  const payment = await lockPayment(tx, { merchantId, id: paymentId })
  return { refund: await lifecycle.lock(tx, key), payment: payment! }
}

/** Amounts taken for a refund, as the ledger entries need them. */
const taken = (refund: RefundRecord) => ({
  ...refund,
  pendingKobo: refund.fromPendingKobo,
  availableKobo: refund.fromAvailableKobo,
})

/**
 * Takes the money for a pending refund if the balance covers it; then the processor can be called. Otherwise the refund stays
 * pending.
 */
export async function takeMoney(
  { tx, mode, now }: Context,
  { refund, payment }: RefundWithPayment,
): Promise<RefundRecord> {
  const parts = await takeRefundFromShares(tx, payment, refund)
  if (!parts) return refund
  const started = await updateRefundRecord(tx, refund, {
    status: 'processing',
    fromPendingKobo: parts.pendingKobo,
    fromAvailableKobo: parts.availableKobo,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
  const { recipients } = parts
  await postEntry(tx, refundTaken(mode, { ...taken(started), recipients }, now))
  const unsettledKobo = parts.pendingKobo + parts.availableKobo
  const sharedKobo = recipients.reduce((sum, { pendingKobo, availableKobo }) => sum + pendingKobo + availableKobo, 0)
  const advancedKobo = recipients.reduce((sum, recipient) => sum + recipient.advancedKobo, 0)
  const from = [
    unsettledKobo > 0 && `${formatNaira(unsettledKobo)} from your unsettled balance`,
    sharedKobo > 0 && `${formatNaira(sharedKobo)} from the recipients’ shares`,
    advancedKobo > 0 && `${formatNaira(advancedKobo)} advanced by you, which the recipients owe you`,
  ]
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'refund_started',
    `Refund of ${formatNaira(refund.amountKobo)} ${refund.paidLateAt ? 'taken' : 'sent to the bank'}: ${from.filter(Boolean).join(' and ')}`,
  )
  return started
}

/** Handlers of a failed refund: its payer has got nothing. */
export const refundFailed =
  defineHandlers<(context: Context, failed: RefundWithPayment) => Promise<void>>('refundFailed')

/** Fails a refund that did not reach its payer: the amounts taken for it go back to where they came from. */
export async function endRefund(context: Context, { refund, payment }: RefundWithPayment, message: string) {
  const { tx, mode, now } = context
  const ended = await updateRefundRecord(tx, refund, {
    status: 'failed',
    failureMessage: message,
    processedAt: null,
    checkAt: null,
  })
  const recipients = await undoRefundFromShares(tx, refund)
  const isTaken = refund.fromPendingKobo + refund.fromAvailableKobo > 0 || recipients.length > 0
  if (isTaken) await postEntry(tx, refundReturned(mode, { ...taken(refund), recipients }, now))
  const back = isTaken ? `; ${formatNaira(refund.amountKobo)} returned to ${describeBalances(payment)}` : ''
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'refund_failed',
    `Refund of ${formatNaira(refund.amountKobo)}: ${message}${back}`,
  )
  for (const handle of refundFailed.get()) await handle(context, { refund, payment })
  await emitRefund(context, { refund, payment }, 'refund.failed')
  return ended
}
