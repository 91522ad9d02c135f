import { formatNaira } from '@adire/contract/money.ts'
import { type RefundStatus, refundMoves } from '@adire/contract/refunds.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { refundReturned, refundTaken } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { appendPaymentEvent, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { takeReturn, undoReturn } from '../splits/give-back.ts'
import { emitRefund } from './emit.ts'
import { refunds } from './tables.ts'

export type RefundRecord = typeof refunds.$inferSelect
export interface RefundKey {
  merchantId: string
  id: string
}
export interface RefundWithPayment {
  refund: RefundRecord
  payment: PaymentRecord
}

/** Time until a processor without a response is queried for the outcome, in ms. */
const firstCheckMs = 30_000

const matching = ({ merchantId, id }: RefundKey) => and(eq(refunds.merchantId, merchantId), eq(refunds.id, id))

export async function findRefund(tx: Tx, key: RefundKey): Promise<RefundRecord> {
  const [refund] = await tx.select().from(refunds).where(matching(key))
  if (!refund) throw problem.notFound('refund')
  return refund
}

/**
 * A refund and its payment, locked until the transaction ends; the payment first, to avoid deadlocks.
 * @throws 404 refund_not_found
 */
export async function lockRefund(tx: Tx, key: RefundKey): Promise<RefundWithPayment> {
  const { merchantId, paymentId } = await findRefund(tx, key)
  const payment = await lockPayment(tx, { merchantId, id: paymentId })
  const [refund] = await tx.select().from(refunds).where(matching(key)).for('update')
  return { refund: refund!, payment: payment! }
}

export const mayMove = (from: RefundStatus, to: RefundStatus) => refundMoves[from].includes(to)

/**
 * Changes a locked refund. All changes go through here.
 * @throws 409 refund_move_refused if the status cannot change this way
 */
export async function changeRefund(tx: Tx, refund: RefundRecord, to: Partial<RefundRecord>): Promise<RefundRecord> {
  if (to.status !== undefined && to.status !== refund.status && !mayMove(refund.status, to.status))
    throw problem.conflict('refund_move_refused', `A refund that is ${refund.status} cannot become ${to.status}`)
  const [changed] = await tx.update(refunds).set(to).where(matching(refund)).returning()
  await announceTopic(tx, refund.merchantId, 'payments')
  return changed!
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
  const parts = await takeReturn(tx, payment, refund)
  if (!parts) return refund
  const started = await changeRefund(tx, refund, {
    status: 'processing',
    fromPendingKobo: parts.pendingKobo,
    fromAvailableKobo: parts.availableKobo,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
  const { recipients } = parts
  await postEntry(tx, refundTaken(mode, { ...taken(started), recipients }, now))
  const sharedKobo = recipients.reduce((sum, { pendingKobo, availableKobo }) => sum + pendingKobo + availableKobo, 0)
  const advancedKobo = recipients.reduce((sum, recipient) => sum + recipient.advancedKobo, 0)
  const from = [
    parts.pendingKobo > 0 && `${formatNaira(parts.pendingKobo)} out of the unsettled balance`,
    parts.availableKobo > 0 && `${formatNaira(parts.availableKobo)} out of the available balance`,
    sharedKobo > 0 && `${formatNaira(sharedKobo)} out of the parties’ shares`,
    advancedKobo > 0 && `${formatNaira(advancedKobo)} of yours for parties that have too little: they owe it to you`,
  ]
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'refund_started',
    `Refund ${refund.reference} asked of the bank: ${from.filter(Boolean).join(' and ')}`,
  )
  return started
}

/** Fails a refund that did not reach its payer: the amounts taken for it go back to where they came from. */
export async function endRefund(context: Context, { refund, payment }: RefundWithPayment, message: string) {
  const { tx, mode, now } = context
  const ended = await changeRefund(tx, refund, { status: 'failed', failureMessage: message, checkAt: null })
  const recipients = await undoReturn(tx, refund)
  const isTaken = refund.fromPendingKobo + refund.fromAvailableKobo > 0 || recipients.length > 0
  if (isTaken) await postEntry(tx, refundReturned(mode, { ...taken(refund), recipients }, now))
  const back = isTaken ? `; ${formatNaira(refund.amountKobo)} is back in your balance` : ''
  await appendPaymentEvent(tx, payment, now, 'refund_failed', `Refund ${refund.reference}: ${message}${back}`)
  await emitRefund(context, { refund, payment }, 'failed')
  return ended
}
