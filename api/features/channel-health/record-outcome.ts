import type { Channel } from '@adire/contract/channels/channels.ts'
import type { Calls } from '../../connectors/call-first.ts'
import { toProcessorReference } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { type CollectedInsert, insertAtCommit } from '../../database/write-at-commit.ts'
import { serverChannels } from '../payments/channels/channels.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { channelOutcomes } from './tables.ts'

type Outcome = (typeof channelOutcomes.$inferSelect)['outcome']

/** Declines for which the payer can do nothing. */
const failures: readonly (DeclineReason | 'abandoned')[] = [
  'issuer_unavailable',
  'system_malfunction',
  'token_not_generated',
]

export async function recordPaidOutcome(context: Context, payment: PaymentRecord): Promise<void> {
  if (payment.processor && payment.channel)
    await addOutcome(context, payment, { processor: payment.processor, channel: payment.channel, outcome: 'paid' })
}

/** An abandoned payment says nothing: most payers who leave have just changed their mind. */
export async function recordFailedOutcome(
  context: Context,
  payment: PaymentRecord,
  reason: DeclineReason | 'abandoned',
): Promise<void> {
  const { processor, channel } = payment
  if (!processor || !channel || reason === 'abandoned') return
  await addOutcome(context, payment, { processor, channel, outcome: failures.includes(reason) ? 'failed' : 'declined' })
}

/**
 * Records which processors gave no account number, code or card page for a payment. If none did, the payment has failed at the first. A
 * rejection does not count: a payer could cause many, and the notice is for everyone.
 */
export async function recordUnanswered(
  context: Context,
  payment: PaymentRecord,
  channel: Channel,
  { answered, unanswered }: Calls<unknown>,
): Promise<void> {
  for (const [index, processor] of unanswered.entries()) {
    if (await wasRejected(context, payment, processor)) continue
    await addOutcome(context, payment, { processor, channel, outcome: answered || index > 0 ? 'unanswered' : 'failed' })
  }
}

async function wasRejected({ tx }: Context, { reference }: PaymentRecord, processor: Processor): Promise<boolean> {
  const { rows } = await tx.$client.query<{ outcome: string | null }>({
    name: 'processor_call_last',
    text: `select outcome from processor_calls where processor_reference = $1 order by sent_at desc, id desc limit 1`,
    values: [toProcessorReference(processor, reference)],
  })
  return rows[0]?.outcome === 'rejected'
}

const outcomeInsert: CollectedInsert = {
  name: 'channels',
  columns: {
    merchant_id: 'uuid',
    payment_id: 'uuid',
    mode: 'text',
    processor: 'text',
    channel: 'text',
    bank: 'text',
    outcome: 'text',
    at: 'timestamptz',
    ended_at: 'timestamptz',
    reference: 'text',
  },
  text: (given) => `
    insert into channel_outcomes (merchant_id, payment_id, mode, processor, channel, bank, outcome, at, duration_ms)
    select merchant_id, payment_id, mode, processor, channel, bank, outcome, at, (
      select least(extract(epoch from given.ended_at - min(sent_at)) * 1000, 86400000)::integer
      from processor_calls where processor_reference = given.reference
    ) from ${given} on conflict do nothing`,
}

async function addOutcome(
  { tx, mode, now, realNow }: Context,
  { merchantId, id, processorReference, channelDetails }: PaymentRecord,
  { processor, channel, outcome }: { processor: Processor; channel: Channel; outcome: Outcome },
): Promise<void> {
  const bank =
    (channel === 'card' ? channelDetails.card?.bank : serverChannels[channel].payerBank?.(channelDetails)) ?? null
  const row = [merchantId, id, mode, processor, channel, bank, outcome, realNow, now, processorReference]
  await insertAtCommit(tx, outcomeInsert, row)
}
