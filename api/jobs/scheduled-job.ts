import * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { type JobHandler, type JobUnitOfWork, jobHandler } from './job-handler.ts'
import { defineJob } from './queue.ts'
import { openRoundRobin } from './round-robin.ts'

/** Time-based work: it becomes due as time passes, not because of an event. */
export interface ScheduledJob {
  name: string
  /** Name in the log of a clock move, such as "Unpaid checkouts expire". */
  title: string
  /** Schedule: a cron expression in UTC. */
  every: string
  /**
   * The earliest instant, on the business clock, at which something of this business becomes due: a clock move stops there. `now` is the
   * time on that clock. Must be one cheap read. Omitted for jobs that poll an external service: they run at every stop of a clock move.
   */
  nextAt?(tx: Tx, merchantId: string, now: Date): Promise<Date | undefined>
  /**
   * Processes what is due at `unitOfWork.now()` and returns the number of items: for one business on its clock, or for all on the wall
   * clock. Works in bounded pages. Must be safe to run twice or in two processes at once.
   */
  run(unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number>
}

export const scheduledJob = (definition: ScheduledJob): ScheduledJob => definition

const businessesAtOnce = 500
/** Maximum pages per run; the rest waits for the next run. */
const maxPages = 50

/** Runs pages until one is not full; returns the total number processed. */
export async function inPages(pageSize: number, page: () => Promise<number>): Promise<number> {
  let done = 0
  for (let pages = 0; pages < maxPages; pages++) {
    const count = await page()
    done += count
    if (count < pageSize) break
  }
  return done
}

/**
 * Processes items one after the other; a failure does not stop the items after it.
 * @throws the first failure, after all items are processed
 */
export async function processEach<T>(all: Iterable<T>, act: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all)
    await act(one).catch((error) => {
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}

/** The recurring job of a scheduled job: for all businesses on the wall clock, then for each business with a clock offset. */
export const toJobHandler = (definition: ScheduledJob): JobHandler => {
  const runOnOffsetClocks = openOffsetClocks(definition)
  return jobHandler({
    job: defineJob(definition.name, z.object({})),
    every: definition.every,
    run: (unitOfWork) => processEach([definition.run, runOnOffsetClocks], (run) => run(unitOfWork)),
  })
}

/**
 * Returns a function that runs a scheduled job for each business with a clock offset, on its business clock. Each business gets a short
 * slice of time, because the next run for live businesses starts only when this one has ended.
 */
function openOffsetClocks({ nextAt, run }: ScheduledJob) {
  const roundRobin = openRoundRobin()
  return async (unitOfWork: JobUnitOfWork): Promise<void> => {
    const failures: unknown[] = []
    const runForMerchant = async (merchantId: string) => {
      const merchantUnitOfWork = await unitOfWork.of(merchantId)
      const dueAt = nextAt
        ? await merchantUnitOfWork.write(({ tx, now }) => nextAt(tx, merchantId, now))
        : merchantUnitOfWork.now()
      if (dueAt && dueAt <= merchantUnitOfWork.now()) await run(merchantUnitOfWork, merchantId)
    }
    const runSlice = async (merchantId: string) => {
      await runForMerchant(merchantId).catch((error) => failures.push(error))
      return false
    }
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const merchantIds = await unitOfWork.write(({ tx }) => listMerchantsWithOffset(tx, after))
      await roundRobin(merchantIds, runSlice)
      if (merchantIds.length < businessesAtOnce) break
      after = merchantIds.at(-1)!
    }
    if (failures.length > 0) throw failures[0]
  }
}

/** Businesses with a clock offset. One whose clock is moving is skipped: the move runs its scheduled jobs. */
async function listMerchantsWithOffset(tx: Tx, after: string): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'businesses_with_clock_offset',
    text: `select merchant_id as id from test_clocks
           where offset_ms > 0 and move_id is null and merchant_id > $1 order by merchant_id limit $2`,
    values: [after, businessesAtOnce],
  })
  return rows.map(({ id }) => id)
}
