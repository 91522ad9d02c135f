import { paymentMoves } from '@adire/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { collectedInsert, insertAtCommit } from '../../database/write-at-commit.ts'
import { lagosDay } from '../../lagos.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline } from '../lifecycle/timeline.ts'
import { parseChannelDetails } from './channels/channels.ts'
import { payments } from './tables.ts'

/** Payment row. */
export type PaymentRecord = typeof payments.$inferSelect
export type PaymentKey = { merchantId: string; id: string } | { processorReference: string } | { accessCode: string }

/** Reads a payment and locks it until the transaction ends, so that concurrent changes wait and then see ours. */
export async function lockPayment(tx: Tx, key: PaymentKey): Promise<PaymentRecord | undefined> {
  if ('id' in key) return lifecycle.lockIfPresent(tx, key)
  const [names, column, name] =
    'accessCode' in key
      ? ([merchantsOfAccessCodes, payments.accessCode, key.accessCode] as const)
      : ([merchantsOfProcessorReferences, payments.processorReference, key.processorReference] as const)
  return names.findByName(tx, name, (merchantId) =>
    tx
      .select()
      .from(payments)
      .where(and(eq(payments.merchantId, merchantId), eq(column, name)))
      .for('update'),
  )
}

export const merchantsOfAccessCodes = merchantsOfNames(payments, payments.accessCode)
const merchantsOfProcessorReferences = merchantsOfNames(payments, payments.processorReference)

/** Whether a change affects the stats. Only such changes are announced: the screens show no others. */
const statsDiffer = (before: PaymentRecord, after: PaymentRecord) =>
  statFields.some((name) => before[name] !== after[name])

const lifecycle = defineLifecycle(payments, {
  name: 'payment',
  moves: paymentMoves,
  topic: 'payments',
  isVisible: statsDiffer,
  // `isPayableBy` in `return-charge.ts`: a transfer may have been on its way when the payment was abandoned.
  forbids: ({ status, channel }, to) => status === 'abandoned' && (to.channel ?? channel) !== 'bank_transfer',
})

export const findPaymentRecord = lifecycle.find
export const findPaymentIfPresent = lifecycle.findIfPresent
/** Announces an event of the timeline that comes without a change of the payment. */
export const announcePayment = lifecycle.announce

export async function addPayment(tx: Tx, payment: typeof payments.$inferInsert): Promise<PaymentRecord> {
  const { channelDetails } = payment
  const added = await lifecycle.add(tx, {
    ...payment,
    ...(channelDetails && { channelDetails: parseChannelDetails(channelDetails) }),
  })
  await addStatDelta(tx, added, 1)
  merchantsOfAccessCodes.remember(added.accessCode, added.merchantId)
  rememberProcessorReference(added)
  return added
}

/**
 * Changes a locked payment. All changes go through here: checks the status transition and records the stat deltas, minus one for the
 * old state and plus one for the new.
 * @throws 409 payment_move_refused if the status cannot change this way
 */
export async function updatePaymentRecord(
  tx: Tx,
  payment: PaymentRecord,
  to: Partial<PaymentRecord>,
): Promise<PaymentRecord> {
  const { channelDetails } = to
  const changed = await lifecycle.update(tx, payment, {
    ...to,
    ...(channelDetails && { channelDetails: parseChannelDetails(channelDetails) }),
  })
  if (statsDiffer(payment, changed)) {
    await addStatDelta(tx, payment, -1)
    await addStatDelta(tx, changed, 1)
  }
  if (to.processorReference) rememberProcessorReference(changed)
  return changed
}

function rememberProcessorReference({ merchantId, processorReference }: PaymentRecord): void {
  if (processorReference) merchantsOfProcessorReferences.remember(processorReference, merchantId)
}

export const paymentTimeline = defineTimeline('payment')
export const appendPaymentEvent = paymentTimeline.append

/** Status under which a payment is counted in the stats. */
const countedAs = ({ isCardCheck, status }: PaymentRecord) => (isCardCheck ? ('card_check' as const) : status)

/** Fields that the stats depend on. */
const statFields = ['status', 'channel', 'amountKobo', 'feeKobo', 'vatKobo', 'netKobo', 'refundedKobo'] as const

const statDeltaInsert = collectedInsert('stats', 'payment_stat_deltas', {
  merchant_id: 'uuid',
  day: 'date',
  status: 'text',
  channel: 'text',
  payment_link_id: 'uuid',
  count: 'bigint',
  amount_kobo: 'bigint',
  fee_kobo: 'bigint',
  vat_kobo: 'bigint',
  net_kobo: 'bigint',
  refunded_kobo: 'bigint',
})

const addStatDelta = (tx: Tx, payment: PaymentRecord, count: 1 | -1): Promise<void> =>
  insertAtCommit(tx, statDeltaInsert, [
    payment.merchantId,
    lagosDay(payment.createdAt),
    countedAs(payment),
    payment.channel ?? 'none',
    payment.paymentLinkId,
    count,
    count * payment.amountKobo,
    count * payment.feeKobo,
    count * payment.vatKobo,
    count * payment.netKobo,
    count * payment.refundedKobo,
  ])
