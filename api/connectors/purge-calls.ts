import { dayMs } from '@adire/contract/durations.ts'
import { lt } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { deletePortion } from '../database/delete-portion.ts'
import { processorCalls } from './tables.ts'

const keptMs = 90 * dayMs

/** Deletes recorded calls 90 days after they were sent. */
export const purgeProcessorCalls = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, processorCalls, lt(processorCalls.sentAt, new Date(now.getTime() - keptMs)))
