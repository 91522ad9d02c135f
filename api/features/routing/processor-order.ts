import type { Channel } from '@adire/contract/channels/channels.ts'
import { configuredProcessors } from '../../connectors/connector-for.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { findFailingProcessors } from '../channel-health/unhealthy.ts'

/** What is to be paid. `bankCode`: the payer's bank, if it is known before a processor is called. */
interface ToRoute {
  merchantId: string
  channel: Channel
  bankCode?: string | undefined
}

/**
 * The order in which processors are called for a payment or mandate that none has yet: as the operator has set it for its business,
 * channel and bank, then as `PROCESSOR` names them; those at which the channel fails at the moment last. None is left out (decision 54).
 */
export async function findProcessorOrder(
  context: Pick<Context, 'tx' | 'mode' | 'config' | 'realNow'>,
  payment: ToRoute,
): Promise<readonly Processor[]> {
  const configured = configuredProcessors(context.config)
  if (context.mode !== 'LIVE' || configured.length < 2) return configured
  const set = await findSetOrder(context, payment)
  const ordered = [...set.filter((processor) => configured.includes(processor)), ...configured]
  const failing = await findFailingProcessors(context, payment.channel)
  const isFailing = (processor: Processor) => failing.includes(processor)
  return [...new Set([...ordered.filter((one) => !isFailing(one)), ...ordered])]
}

/** The order that was set for the most of business, channel and bank, in this rank; empty if none was set. */
async function findSetOrder(
  { tx }: Pick<Context, 'tx'>,
  { merchantId, channel, bankCode }: ToRoute,
): Promise<readonly Processor[]> {
  const { rows } = await tx.$client.query<{ processors: Processor[] }>({
    name: 'processor_order_find',
    text: `
      select processors from processor_orders
      where (merchant_id = $1 or merchant_id is null) and (channel = $2 or channel is null)
        and (bank_code = $3 or bank_code is null)
      order by merchant_id is null, channel is null, bank_code is null limit 1`,
    values: [merchantId, channel, bankCode ?? null],
  })
  return rows[0]?.processors ?? []
}
