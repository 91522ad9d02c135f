import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { announceTopic } from '../../jobs/announce.ts'
import type { JobHandler, JobUnitOfWork } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import type { ScheduledJob } from '../../jobs/scheduled-job.ts'
import { listNextDue, type Skipped } from './next.ts'
import { runDueWork } from './run-due-work.ts'
import { type ClockStop, clockMoves, testClocks } from './tables.ts'

/** Maximum time of one job run. The rest is enqueued as a new job, so that other jobs can run in between. */
const portionMs = 10_000
const maxStops = 200

const Move = z.object({ merchantId: z.string(), moveId: z.string() })
type Move = z.infer<typeof Move>
export const moveClock = defineJob('move-test-clock', Move)

/** All jobs that can become due. */
export interface ClockJobs {
  scheduledJobs: readonly ScheduledJob[]
  jobHandlers: readonly JobHandler[]
}

/**
 * Advances a business's clock from one due instant to the next, and runs what is due at each. The position is stored after every
 * stop, so that an interrupted move continues from there.
 */
export async function advanceClock(unitOfWork: JobUnitOfWork, key: Move, all: ClockJobs): Promise<void> {
  const startedAt = unitOfWork.now().getTime()
  // Messages that fail are retried by the queue after the move; the move does not wait for them.
  const skipped: Skipped = { stuck: new Set(), failedAt: new Map() }
  for (;;) {
    const toAt = await findTarget(unitOfWork, key)
    if (!toAt) return
    const { write } = await unitOfWork.of(key.merchantId)
    const [next] = await write((context) => listNextDue(context, key.merchantId, all.scheduledJobs, skipped))
    const isLast = !next || next.at > toAt
    await setClock(unitOfWork, key, isLast ? toAt : next.at)
    await storeStop(unitOfWork, key, await runDueWork(unitOfWork, key.merchantId, all, skipped))
    if (isLast) return endMove(unitOfWork, key)
    if (unitOfWork.now().getTime() - startedAt > portionMs)
      return void (await unitOfWork.write(({ tx }) => enqueueJob(tx, moveClock, key)))
  }
}

const isMove = ({ merchantId, moveId }: Move) => and(eq(clockMoves.merchantId, merchantId), eq(clockMoves.id, moveId))

/** Target instant of the move; undefined after it has ended. */
const findTarget = (unitOfWork: JobUnitOfWork, key: Move) =>
  unitOfWork.write(async ({ tx }) => {
    const [open] = await tx
      .select({ toAt: clockMoves.toAt })
      .from(clockMoves)
      .where(and(isMove(key), isNull(clockMoves.endedAt)))
    return open?.toAt
  })

/** Sets the business clock, never backwards: jobs due before its current time run at its current time. */
const setClock = (unitOfWork: JobUnitOfWork, { merchantId }: Move, at: Date) =>
  unitOfWork.write(({ tx, realNow }) =>
    tx
      .update(testClocks)
      .set({ offsetMs: sql`greatest(${testClocks.offsetMs}, ${at.getTime() - realNow.getTime()})` })
      .where(eq(testClocks.merchantId, merchantId)),
  )

const storeStop = (unitOfWork: JobUnitOfWork, key: Move, { stop, failed }: { stop: ClockStop; failed: number }) =>
  unitOfWork.write(async ({ tx }) => {
    const done = stop.did.reduce((sum, { times }) => sum + times, 0)
    if (done + failed === 0) return
    const [clockMove] = await tx.select().from(clockMoves).where(isMove(key)).for('update')
    await tx
      .update(clockMoves)
      .set({
        stops: [...clockMove!.stops, stop].slice(-maxStops),
        stopCount: clockMove!.stopCount + 1,
        doneCount: clockMove!.doneCount + done,
        failedCount: clockMove!.failedCount + failed,
      })
      .where(isMove(key))
    await announceTopic(tx, key.merchantId, 'everything')
  })

const endMove = (unitOfWork: JobUnitOfWork, key: Move) =>
  unitOfWork.write(async ({ tx, realNow }) => {
    await tx.update(clockMoves).set({ endedAt: realNow }).where(isMove(key))
    await tx.update(testClocks).set({ moveId: null }).where(eq(testClocks.merchantId, key.merchantId))
    await announceTopic(tx, key.merchantId, 'everything')
  })
