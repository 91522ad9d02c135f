import type { HealthState } from '@adire/contract/channel-health-schemas.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { loadProcessorHealth, type ProcessorHealth } from './health.ts'

/** How long a process uses the health that it has read, in ms. */
const freshMs = 30_000

export interface UnhealthyChannel {
  channel: Channel
  state: Extract<HealthState, 'slow' | 'failing'>
}

interface Known {
  at: number
  health: readonly ProcessorHealth[]
}
/** By the configuration of the process, so that each has its own. */
const known = new WeakMap<object, Known>()

type HealthContext = Pick<Context, 'tx' | 'config' | 'realNow'>

/** Channels that do not work well in live mode at the moment, from the payments of all businesses. */
export async function findUnhealthyChannels(context: HealthContext): Promise<readonly UnhealthyChannel[]> {
  const health = await findLiveHealth(context)
  return health.flatMap(({ channel, processor, bank, state }) =>
    processor === null && bank === null && (state === 'slow' || state === 'failing') ? [{ channel, state }] : [],
  )
}

/** Processors at which payments of a channel fail in live mode at the moment. */
export async function findFailingProcessors(context: HealthContext, channel: Channel): Promise<readonly Processor[]> {
  const health = await findLiveHealth(context)
  return health.flatMap((one) =>
    one.processor && one.channel === channel && one.state === 'failing' ? [one.processor] : [],
  )
}

async function findLiveHealth({ tx, config, realNow }: HealthContext): Promise<readonly ProcessorHealth[]> {
  const last = known.get(config)
  const age = realNow.getTime() - (last?.at ?? 0)
  if (last && age >= 0 && age < freshMs) return last.health
  const health = await loadProcessorHealth(tx, { mode: 'LIVE' }, realNow)
  known.set(config, { at: realNow.getTime(), health })
  return health
}
