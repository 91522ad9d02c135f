import type { HealthState } from '@adire/contract/channel-health-schemas.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import type { Context } from '../../context.ts'
import { loadChannelHealth } from './health.ts'

/** How long a process uses the health that it has read, in ms. */
const freshMs = 30_000

export interface UnhealthyChannel {
  channel: Channel
  state: Extract<HealthState, 'slow' | 'failing'>
}

interface Known {
  at: number
  channels: readonly UnhealthyChannel[]
}
/** By the configuration of the process, so that each has its own. */
const known = new WeakMap<object, Known>()

/** Channels that do not work well in live mode at the moment, from the payments of all businesses. */
export async function findUnhealthyChannels({
  tx,
  config,
  realNow,
}: Pick<Context, 'tx' | 'config' | 'realNow'>): Promise<readonly UnhealthyChannel[]> {
  const last = known.get(config)
  const age = realNow.getTime() - (last?.at ?? 0)
  if (last && age >= 0 && age < freshMs) return last.channels
  const health = await loadChannelHealth(tx, { mode: 'LIVE' }, realNow)
  const channels = health.flatMap(({ channel, processor, bank, state }) =>
    processor === null && bank === null && (state === 'slow' || state === 'failing') ? [{ channel, state }] : [],
  )
  known.set(config, { at: realNow.getTime(), channels })
  return channels
}
