import { hourMs } from '@adire/contract/durations.ts'
import { and, inArray, lt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { channelOutcomes } from './tables.ts'

const keptMs = hourMs

/** Deletes outcomes that no health is calculated from any more. */
export const purgeChannelOutcomes = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(
    tx,
    channelOutcomes,
    and(inArray(channelOutcomes.mode, ['TEST', 'LIVE']), lt(channelOutcomes.at, new Date(now.getTime() - keptMs)))!,
  )
