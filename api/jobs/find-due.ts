import { databaseMsText } from '../database/clock.ts'
import type { Tx } from '../database/connect.ts'
import { dueOnClockOffset, dueOnWallClock } from './take-due.ts'

/** Work that is due: whether the outbox has messages to dispatch, and the names of queues with a job that may start; and the time of the database. */
export interface DueWork {
  isOutboxDue: boolean
  queues: string[]
  databaseMs: number
}

/** Finds due work for all of these queues in one statement: a few index reads each. */
export async function findDueWork(tx: Tx, now: Date, queues: readonly string[]): Promise<DueWork> {
  const { rows } = await tx.$client.query<DueWork>({
    name: 'find_due_work',
    text: `
      select exists (select ${dueOnWallClock}) or exists (select ${dueOnClockOffset}) as "isOutboxDue",
        array(
          select queue from unnest($2::text[]) queue
          where exists (
            select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now()
          )
        ) as queues, ${databaseMsText} as "databaseMs"`,
    values: [now, queues],
  })
  return rows[0]!
}
