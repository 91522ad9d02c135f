import * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { type JobHandler, type JobUnitOfWork, jobHandler } from './job-handler.ts'
import { defineJob } from './queue.ts'

/** Work that becomes due as time passes, rather than because something happened. */
export interface ScheduledJob {
  name: string
  /** What it does, for the log of a business that moves its time: "Payments given up". */
  title: string
  /** A cron line in UTC. */
  every: string
  /**
   * The earliest instant at which something of this business becomes due, in its time: a move of its clock stops there. One
   * cheap read. Left out where the world is asked again and again: that is then done at each stop of a move.
   */
  nextAt?(tx: Tx, merchantId: string): Promise<Date | undefined>
  /**
   * Does what is due at `steps.now()` and answers how much that was: of one business in its own time, or of all, by the
   * world's. In bounded pages; twice, or in two processes at once, does no harm.
   */
  run(unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number>
}

export const scheduledJob = (definition: ScheduledJob): ScheduledJob => definition

const businessesAtOnce = 500
/** One run does no more pages than this; what is left waits for the next. */
const mostPages = 50

/** Does page after page until one is not full; answers how many things that were. */
export async function inPages(full: number, page: () => Promise<number>): Promise<number> {
  let done = 0
  for (let pages = 0; pages < mostPages; pages++) {
    const few = await page()
    done += few
    if (few < full) break
  }
  return done
}

/**
 * Does each of these by itself, one after the other: one that fails does not stop those behind it.
 * @throws what the first that failed threw, once all the others are done
 */
export async function eachByItself<T>(all: Iterable<T>, act: (one: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const one of all)
    await act(one).catch((error) => {
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}

/** The sweep as a job that runs by itself: over all businesses, then over those that live ahead of the world. */
export const toJobHandler = (definition: ScheduledJob): JobHandler =>
  jobHandler({
    job: defineJob(definition.name, z.object({})),
    every: definition.every,
    run: (unitOfWork) => eachByItself([definition.run, runOnOffsetClocks(definition)], (run) => run(unitOfWork)),
  })

/** Sweeps each business that lives ahead of the world, in its own time. */
const runOnOffsetClocks =
  ({ nextAt, run }: ScheduledJob) =>
  async (unitOfWork: JobUnitOfWork): Promise<void> => {
    const runForMerchant = async (merchantId: string) => {
      const merchantUnitOfWork = await unitOfWork.of(merchantId)
      const dueAt = nextAt
        ? await merchantUnitOfWork.write(({ tx }) => nextAt(tx, merchantId))
        : merchantUnitOfWork.now()
      if (dueAt && dueAt <= merchantUnitOfWork.now()) await run(merchantUnitOfWork, merchantId)
    }
    const failures: unknown[] = []
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const merchantIds = await unitOfWork.write(({ tx }) => listMerchantsWithOffset(tx, after))
      await eachByItself(merchantIds, runForMerchant).catch((error) => failures.push(error))
      if (merchantIds.length < businessesAtOnce) break
      after = merchantIds.at(-1)!
    }
    if (failures.length > 0) throw failures[0]
  }

/** Businesses that live ahead of the world's time. One whose clock is being moved is swept by the move. */
async function listMerchantsWithOffset(tx: Tx, after: string): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'businesses_ahead',
    text: `select merchant_id as id from test_clocks
           where offset_ms > 0 and move_id is null and merchant_id > $1 order by merchant_id limit $2`,
    values: [after, businessesAtOnce],
  })
  return rows.map(({ id }) => id)
}
