import type { ChannelHealth } from '@adire/contract/channel-health-schemas.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { loadChannelHealth } from './health.ts'

export const channelUsage = `
  channels health [test]                     success rate and median time of each channel, processor and bank in the last 15 minutes`

/** Runs one `channels` command. Returns the exit code, or undefined if there is no such command. */
export async function runChannelCommand(
  { write, print }: OperatorContext,
  words: string[],
): Promise<number | undefined> {
  const [verb, word, ...more] = words
  if (verb !== 'health' || more.length > 0 || (word !== undefined && word !== 'test')) return undefined
  const mode = word === 'test' ? 'TEST' : 'LIVE'
  const health = await write(({ tx, realNow }) => loadChannelHealth(tx, { mode }, realNow))
  for (const row of health) print(formatHealth(row))
  if (health.length === 0) print('No payment ended in the last 15 minutes.')
  return 0
}

const formatHealth = ({
  channel,
  processor,
  bank,
  paid,
  failed,
  declined,
  successRate,
  medianMs,
  state,
}: ChannelHealth) =>
  [
    state.padEnd(8),
    channel.padEnd(13),
    (processor ?? bank ?? 'all').replace(/[\p{Cc}\p{Cf}]/gu, ' ').padEnd(20),
    successRate === null ? '   -' : `${Math.round(successRate * 100)} %`.padStart(5),
    medianMs === null ? 'no median' : `${(medianMs / 1000).toFixed(1)} s`,
    `${paid} paid, ${failed} failed, ${declined} declined`,
  ].join('  ')
