import { type PaymentStatus, paymentMoves } from '@adire/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { lagosDay } from '../../lagos.ts'
import { paymentEvents, paymentStatDeltas, payments } from './tables.ts'

/** Payment row. */
export type PaymentRecord = typeof payments.$inferSelect
export type PaymentKey = { merchantId: string; id: string } | { processorReference: string } | { accessCode: string }

/** Reads a payment and locks it until the transaction ends, so that concurrent changes wait and then see ours. */
export async function lockPayment(tx: Tx, key: PaymentKey): Promise<PaymentRecord | undefined> {
  const [payment] = await tx.select().from(payments).where(matching(key)).for('update')
  return payment
}

function matching(key: PaymentKey) {
  if ('id' in key) return and(eq(payments.merchantId, key.merchantId), eq(payments.id, key.id))
  if ('accessCode' in key) return eq(payments.accessCode, key.accessCode)
  return eq(payments.processorReference, key.processorReference)
}

export async function addPayment(tx: Tx, payment: typeof payments.$inferInsert): Promise<PaymentRecord> {
  const [added] = await tx.insert(payments).values(payment).returning()
  await recordStatDeltas(tx, undefined, added!)
  return added!
}

/**
 * Changes a locked payment. All changes go through here: checks the status transition and records the stat deltas.
 * @throws 409 payment_move_refused if the status cannot change this way
 */
export async function updatePaymentRecord(
  tx: Tx,
  payment: PaymentRecord,
  to: Partial<PaymentRecord>,
): Promise<PaymentRecord> {
  if (to.status !== undefined && to.status !== payment.status)
    requireMove(payment, to.status, to.channel ?? payment.channel)
  const [changed] = await tx.update(payments).set(to).where(matching(payment)).returning()
  await recordStatDeltas(tx, payment, changed!)
  return changed!
}

function requireMove({ status }: PaymentRecord, to: PaymentStatus, channel: PaymentRecord['channel']): void {
  // A transfer that was on its way when the payment was abandoned is still accepted. No other channel revives a payment.
  const isRevival = status === 'abandoned' && to === 'success'
  if (!paymentMoves[status].includes(to) || (isRevival && channel !== 'bank_transfer'))
    throw problem.conflict('payment_move_refused', `A payment that is ${status} cannot become ${to}`)
}

/** Status under which a payment is counted in the stats. */
const countedAs = ({ isCardCheck, status }: PaymentRecord) => (isCardCheck ? ('card_check' as const) : status)

/** Records stat deltas: plus one for the payment's new state, minus one for its old state. */
async function recordStatDeltas(tx: Tx, before: PaymentRecord | undefined, after: PaymentRecord): Promise<void> {
  const isSame = before && counted.every((name) => before[name] === after[name])
  if (isSame) return
  await tx
    .insert(paymentStatDeltas)
    .values(before ? [toStatDelta(before, -1), toStatDelta(after, 1)] : [toStatDelta(after, 1)])
  await announceTopic(tx, after.merchantId, 'payments')
}

const counted = ['status', 'channel', 'amountKobo', 'feeKobo', 'vatKobo', 'netKobo', 'refundedKobo'] as const

function toStatDelta(payment: PaymentRecord, count: 1 | -1) {
  const { merchantId, createdAt, channel, paymentLinkId } = payment
  return {
    merchantId,
    day: lagosDay(createdAt),
    status: countedAs(payment),
    channel: channel ?? ('none' as const),
    paymentLinkId,
    count,
    amountKobo: count * payment.amountKobo,
    feeKobo: count * payment.feeKobo,
    vatKobo: count * payment.vatKobo,
    netKobo: count * payment.netKobo,
    refundedKobo: count * payment.refundedKobo,
  }
}

/** Appends an event to the payment's timeline. */
export async function appendPaymentEvent(
  tx: Tx,
  { merchantId, id: paymentId }: Pick<PaymentRecord, 'merchantId' | 'id'>,
  at: Date,
  kind: string,
  text: string,
): Promise<void> {
  await tx.insert(paymentEvents).values({ merchantId, paymentId, at, kind, text })
}
