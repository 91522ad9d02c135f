import type { Mode } from '@adire/contract/call.ts'
import { failingBelow, healthMinutes, minimumForHealth } from '@adire/contract/channel-health.ts'
import type { ChannelHealth } from '@adire/contract/channel-health-schemas.ts'
import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { type Processor, processorName } from '../../connectors/processors.ts'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'

const maxRows = 200
/** Maximum outcomes read: the newest. */
const maxOutcomes = 20_000

export async function getChannelHealthHandler({ tx, merchant, realNow }: MemberContext) {
  return { content: await loadChannelHealth(tx, { merchantId: merchant.id }, realNow) }
}

/** Payments of one business, or all of one mode. */
type Scope = { merchantId: string } | { mode: Mode }

export type ProcessorHealth = Omit<ChannelHealth, 'processor'> & { processor: Processor | null }

interface Counted extends Pick<ChannelHealth, 'channel' | 'bank' | 'paid' | 'failed' | 'declined' | 'medianMs'> {
  processor: Processor | null
}

/** Health of each channel, then at each processor and with each bank, from the outcomes of the last `healthMinutes`. */
export const loadChannelHealth = async (tx: Tx, scope: Scope, now: Date): Promise<ChannelHealth[]> =>
  (await loadProcessorHealth(tx, scope, now)).map(({ processor, ...health }) => ({
    ...health,
    processor: processor && processorName(processor),
  }))

/** `loadChannelHealth` with the processors as they are stored. */
export async function loadProcessorHealth(tx: Tx, scope: Scope, now: Date): Promise<ProcessorHealth[]> {
  const [column, value] = 'mode' in scope ? ['mode', scope.mode] : ['merchant_id', scope.merchantId]
  const { rows } = await tx.$client.query<Counted>({
    name: `channel_health_${column}`,
    text: `
      with recent as (
        select channel, processor, bank, outcome, duration_ms from channel_outcomes
        where ${column} = $1 and at > $2 and at <= $3 order by at desc limit $4
      )
      select channel, processor, bank,
             count(*) filter (where outcome = 'paid')::integer as paid,
             (count(*) filter (where outcome = 'failed')
               + case when grouping(processor) = 0 then count(*) filter (where outcome = 'unanswered') else 0 end)::integer as failed,
             count(*) filter (where outcome = 'declined')::integer as declined,
             (percentile_cont(0.5) within group (order by duration_ms) filter (where outcome = 'paid'))::integer as "medianMs"
      from recent group by grouping sets ((channel), (channel, processor), (channel, bank))
      having grouping(bank) = 1 or bank is not null
      order by grouping(bank) desc, grouping(processor) desc, count(*) desc, channel, processor, bank limit $5`,
    values: [value, new Date(now.getTime() - healthMinutes * minuteMs), now, maxOutcomes, maxRows],
  })
  return rows.map(toHealth)
}

function toHealth(counted: Counted): ProcessorHealth {
  const { paid, failed } = counted
  const successRate = paid + failed === 0 ? null : paid / (paid + failed)
  return { ...counted, successRate, state: decideState({ ...counted, successRate }) }
}

function decideState({
  channel,
  paid,
  failed,
  successRate,
  medianMs,
}: Pick<ChannelHealth, 'channel' | 'paid' | 'failed' | 'successRate' | 'medianMs'>): ChannelHealth['state'] {
  if (successRate === null || paid + failed < minimumForHealth) return 'unknown'
  if (successRate < failingBelow) return 'failing'
  const { slowAboveMs } = channelDefinitions[channel]
  return slowAboveMs !== null && medianMs !== null && medianMs > slowAboveMs ? 'slow' : 'healthy'
}
