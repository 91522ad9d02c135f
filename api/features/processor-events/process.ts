import type { Channel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { EventSubject } from '../../connectors/events.ts'
import { type Processor, processorName } from '../../connectors/processors.ts'
import { returnUnexpectedCharge, UnexpectedCharge } from '../../connectors/unexpected-charge.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { queryMandatesOfEvent } from '../direct-debit/authorization.ts'
import { syncDispute } from '../disputes/sync.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { applyReturn } from '../payments/apply-return.ts'
import { announcePayment, appendPaymentEvent, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { enqueueReturnCheck, isPayableBy, leaveChargeToOperator, returnCharge } from '../payments/return-charge.ts'
import { enqueueChecksOfRefunds, enqueueRefundChecks } from '../refunds/jobs.ts'
import { enqueuePayoutCheck } from '../settlements/jobs.ts'
import { processorEvents } from './tables.ts'

export const processEvent = defineJob('process-processor-event', z.object({ id: z.string() }))

/** What the body of an event is sealed with. */
export const sealName = (processor: Processor) => `processor-event:${processor}`

type Connector = ConnectorWith<'refunds'> & { processor: Processor }
type Write = <T>(use: (context: Context) => Promise<T>) => Promise<T>
type Source = Pick<UnitOfWork, 'mode' | 'config'> & { write: Write }
/** What an event changed, as a sentence; undefined if it is about nothing of ours. */
type Effect = string | undefined

export const processorEventJobHandlers = [
  jobHandler({
    job: processEvent,
    // The business is not known before the event is read: no event waits for another one.
    groupOf: ({ id }) => id,
    async run(jobs, { id }) {
      const write: Write = (use) => jobs.write(use, 'LIVE')
      const event = await write(({ tx }) => findOpenEvent(tx, id))
      if (!event) return
      const source = { mode: 'LIVE' as const, config: jobs.config, write }
      const { events } = connectorFor(source, 'events', event.processor)
      const subject = await events.read(jobs.vault.open(event.sealedBody, sealName(event.processor)))
      const { processor } = event
      const effect = subject && (await handleSubject(source, processor, subject))
      await write((context) => storeEffect(context, event, subject, effect))
    },
  }),
]

/** Stores what the event changed, also on the timeline of its payment. Once, if the event is processed twice at the same time. */
async function storeEffect(
  { tx, now }: Context,
  { id, processor, name }: EventRecord,
  subject: EventSubject | undefined,
  effect: Effect,
): Promise<void> {
  const [stored] = await tx
    .update(processorEvents)
    .set({
      status: effect === undefined ? 'ignored' : 'processed',
      reference: subject?.reference ?? null,
      effect: effect ?? null,
      processedAt: now,
    })
    .where(and(eq(processorEvents.id, id), eq(processorEvents.status, 'received')))
    .returning({ id: processorEvents.id })
  if (!stored || !subject || effect === undefined || !hasPayment(subject)) return
  const payment = await lockPayment(tx, { processorReference: subject.reference })
  if (!payment) return
  const text = `${processorName(processor)} sent ${name ?? 'an event'}. ${effect}`
  await appendPaymentEvent(tx, payment, now, 'processor_event', text)
  await announcePayment(tx, payment)
}

/** Whether the reference of an event is that of a payment, or may be. */
const hasPayment = (
  subject: EventSubject,
): subject is Exclude<EventSubject, { kind: 'payout' | 'own_refund' | 'mandate' | 'mandates' }> =>
  !['payout', 'own_refund', 'mandate', 'mandates'].includes(subject.kind)

type EventRecord = typeof processorEvents.$inferSelect

async function findOpenEvent(tx: Context['tx'], id: string) {
  const [event] = await tx
    .select()
    .from(processorEvents)
    .where(and(eq(processorEvents.id, id), eq(processorEvents.status, 'received')))
  return event
}

async function handleSubject(source: Source, processor: Processor, subject: EventSubject): Promise<Effect> {
  const { write } = source
  if (subject.kind === 'dispute') return syncDispute(source, { processor, reference: subject.reference })
  if (subject.kind === 'mandate' || subject.kind === 'mandates') return queryMandatesOfEvent(source, processor, subject)
  const connector = connectorFor(source, 'refunds', processor)
  if (subject.kind === 'payout')
    return (await write(({ tx }) => enqueuePayoutCheck(tx, subject.reference))) ? 'The payout is queried' : undefined
  if (subject.kind === 'own_refund')
    return (await write((context) => enqueueChecksOfRefunds(context, [subject.reference]))) > 0
      ? 'The refund is queried'
      : undefined
  const payment = await write(({ tx }) => lockPayment(tx, { processorReference: subject.reference }))
  if (!payment) return undefined
  if (subject.kind === 'payment')
    return runForBusiness(payment.merchantId, () => handlePayment(write, connector, payment, subject.charge))
  if (subject.kind === 'refund') return handleRefund(write, connector, payment, subject.charge)
  if (payment.processor !== connector.processor) return undefined
  await write((context) => applyReturn(context, { ...subject, sender: null }))
  return `A transfer of ${formatNaira(subject.amountKobo)} went back to its sender`
}

/** Queries the return of a charge that paid nothing, or else the refunds of a payment. */
async function handleRefund(
  write: Write,
  { processor }: Connector,
  payment: PaymentRecord,
  charge: string,
): Promise<Effect> {
  if (await write(({ tx }) => enqueueReturnCheck(tx, { processor, charge })))
    return 'The return of the charge is queried'
  if (payment.processor !== processor) return undefined
  const count = await write((context) => enqueueRefundChecks(context, payment))
  return `${count} ${count === 1 ? 'refund of the payment is' : 'refunds of the payment are'} queried`
}

/**
 * Whether a charge has paid its payment. The query names the first one, which need not be the one that was known first. An older payment does
 * not name its charge: that was made by the same channel.
 */
function hasPaid(
  { paidAt, paidCharge, channel }: PaymentRecord,
  charge: string,
  first: { charge?: string; paidBy: Channel },
): boolean {
  if (paidCharge !== null) return paidCharge === charge
  return paidAt !== null && (first.charge === charge) === (first.paidBy === channel)
}

/**
 * Queries the payment and applies its outcome: an event proves nothing itself. A charge that pays nothing, because another one has
 * paid, the payment has ended or another processor has it, is returned to the payer.
 */
async function handlePayment(
  write: Write,
  connector: Connector,
  { merchantId, id, amountKobo, processorReference }: PaymentRecord,
  charge: string,
): Promise<Effect> {
  const key = { merchantId, id }
  const outcome = await connector.payments
    .query({ reference: processorReference!, amountKobo })
    .catch(returnUnexpectedCharge)
  if (outcome instanceof UnexpectedCharge) {
    const left = { processor: connector.processor, charge: outcome.charge, why: outcome.message }
    await write(async (context) => leaveChargeToOperator(context, (await lockPayment(context.tx, key))!, left))
    return 'The charge is not that of the payment: the operator was told'
  }
  if (outcome.kind !== 'success') return `The payment was queried: ${outcome.kind}`
  const payment = await write(async (context) => {
    const locked = await lockPayment(context.tx, key)
    const isOurs = locked!.processor === connector.processor && isPayableBy(locked!, outcome.paidBy)
    return isOurs ? applyOutcome(context, key, outcome) : locked!
  })
  if (payment.processor === connector.processor && hasPaid(payment, charge, outcome)) return 'The payment is paid'
  return (await returnCharge(write, connector, payment, charge))
    ? 'The charge was returned to the payer'
    : 'The charge could not be returned: the operator was told'
}
