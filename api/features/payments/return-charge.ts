import type { Channel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { type Processor, processorName, processors } from '../../connectors/processors.ts'
import { toReturn } from '../../connectors/refunds.ts'
import { paymentReference } from '../../connectors/transaction-references.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { merchants } from '../merchants/tables.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { appendPaymentEvent, lockPayment, type PaymentRecord, paymentTimeline } from './move.ts'

/**
 * Whether money that arrives by a channel can still pay a payment. A transfer that was on its way when the payment was abandoned is
 * accepted; no other channel revives a payment.
 */
export const isPayableBy = ({ status }: Pick<PaymentRecord, 'status'>, paidBy: Channel): boolean =>
  status !== 'failed' && (status !== 'abandoned' || paidBy === 'bank_transfer')

type Write = <T>(use: (context: Context) => Promise<T>) => Promise<T>

/**
 * Returns a charge to the payer that pays no payment, because the payment was paid before or has ended. A charge that the processor does not
 * return, such as a card payment at Monnify, is left to the operator, who is notified. Repeated calls return it once. Returns whether it
 * goes back.
 * @throws Error if the processor gives no answer
 */
export async function returnCharge(
  write: Write,
  { processor, refunds }: ConnectorWith<'refunds'> & { processor: Processor },
  payment: PaymentRecord,
  charge: string,
): Promise<boolean> {
  const { amountKobo } = payment
  const returned = await refunds.request(toReturn({ reference: charge, amountKobo }))
  const why = `${formatNaira(amountKobo)} ${payment.paidAt ? 'was paid again' : 'was paid after the payment had ended'} (${charge})`
  if (returned.kind === 'failed' || returned.kind === 'needs_account') {
    await write((context) =>
      leaveChargeToOperator(context, payment, { processor, charge, why: `${why}. ${returned.message}` }),
    )
    return false
  }
  await write((context) => appendOnce(context, payment, 'charge_returned', `${why} and went back to the payer`))
  return true
}

/** A charge that was returned. */
const ReturnedCharge = z.object({
  merchantId: z.string(),
  paymentId: z.string(),
  processor: z.enum(Object.keys(processors) as Processor[]),
  charge: z.string(),
})
/** Job: queries whether a charge that went back to its payer has arrived. */
export const checkReturn = defineJob('check-return', ReturnedCharge)

/** Enqueues the check of a charge, if we have returned it. Returns whether we have. */
export async function enqueueReturnCheck(
  tx: Tx,
  { processor, charge }: { processor: Processor; charge: string },
): Promise<boolean> {
  const payment = await lockPayment(tx, { processorReference: paymentReference(charge) })
  if (!payment) return false
  const events = await paymentTimeline.list(tx, payment, maxEvents)
  if (!events.some(({ kind, text }) => kind === 'charge_returned' && text.includes(`(${charge})`))) return false
  const { merchantId, id: paymentId } = payment
  await enqueueJob(tx, checkReturn, { merchantId, paymentId, processor, charge }, { merchantId })
  return true
}

/**
 * Leaves a charge to the operator if the processor accepted its return and could not make it: the payer has not got the money. Any other
 * outcome changes nothing. May be repeated.
 */
export async function applyReturnOutcome(
  write: Write,
  { processor, refunds }: ConnectorWith<'refunds'> & { processor: Processor },
  payment: PaymentRecord,
  charge: string,
): Promise<void> {
  const { amountKobo } = payment
  const outcome = await refunds.query(toReturn({ reference: charge, amountKobo }))
  if (outcome.kind !== 'failed' && outcome.kind !== 'needs_account') return
  const why = `${formatNaira(amountKobo)} (${charge}) did not go back to the payer. ${outcome.message}`
  await write((context) => leaveChargeToOperator(context, payment, { processor, charge, why }))
}

/** A charge that pays no payment and is still at its processor. `why`: the reason, as a sentence. */
interface UnreturnedCharge {
  processor: Processor
  charge: string
  why: string
}

/** Records that a person has to return a charge that pays no payment, and emails the operator what that needs. */
export async function leaveChargeToOperator(
  context: Context,
  payment: PaymentRecord,
  { processor, charge, why }: UnreturnedCharge,
): Promise<void> {
  const { tx, config } = context
  await appendOnce(context, payment, 'charge_left', `${why}. ${config.brand.name} returns it to the payer`)
  const name = processorName(processor)
  const [business] = await tx
    .select({ name: merchants.businessName, code: merchants.merchantCode })
    .from(merchants)
    .where(eq(merchants.id, payment.merchantId))
  await emailOperator(
    context,
    {
      title: `A charge at ${name} pays nothing and has to be returned`,
      text: `${why}. ${name} does not return it without a person: ask the payer for a bank account, return the amount in the dashboard of ${name}, and explain the items of the reconciliation that name this charge, and its return if ${name} lists one.`,
      rows: [
        [`Reference at ${name}`, charge],
        ['Payment', payment.reference],
        ['Amount of the payment', formatNaira(payment.amountKobo)],
        ['Business', `${business!.name} (${business!.code})`],
        ['Payer', [payment.customerName, payment.customerEmail, payment.customerPhone].filter(Boolean).join(', ')],
      ],
    },
    `charge-left:${charge}`,
  )
}

/** Number of events of a payment in which an earlier one is searched. */
const maxEvents = 100

/** Appends an event that a repeated call does not append again. */
async function appendOnce({ tx, now }: Context, payment: PaymentRecord, kind: string, text: string): Promise<void> {
  const known = await paymentTimeline.list(tx, payment, maxEvents)
  if (!known.some((event) => event.kind === kind && event.text === text))
    await appendPaymentEvent(tx, payment, now, kind, text)
}
