import { dayMs } from '@adire/contract/durations.ts'
import { and, lt, ne } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { lagosDay } from '../../lagos.ts'
import { processorEvents, rejectedEvents } from './tables.ts'

const keptMs = 90 * dayMs

/** Deletes events 90 days after they were received, except those that have not been processed. */
export const purgeProcessorEvents = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(
    tx,
    processorEvents,
    and(lt(processorEvents.receivedAt, new Date(now.getTime() - keptMs)), ne(processorEvents.status, 'received'))!,
  )

/** Deletes the counts of rejected events after 90 days. */
export const purgeRejectedEvents = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, rejectedEvents, lt(rejectedEvents.day, lagosDay(new Date(now.getTime() - keptMs))))
