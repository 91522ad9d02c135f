import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { announce } from '../../jobs/announce.ts'
import { enqueue, job } from '../../jobs/queue.ts'
import type { Sweep } from '../../jobs/sweep.ts'
import type { JobSteps, Work } from '../../jobs/work.ts'
import { doDue } from './do-due.ts'
import { whatIsNext } from './next.ts'
import { clockMoves, type Stop, testClocks } from './tables.ts'

/** How long one run of the job goes on before it promises the rest, so that others have their turn. */
const portionMs = 10_000
const stopsKept = 200

const Move = z.object({ merchantId: z.string(), moveId: z.string() })
type Move = z.infer<typeof Move>
export const moveClock = job('move-test-clock', Move)

/** All that can become due. */
export interface Everything {
  sweeps: readonly Sweep[]
  works: readonly Work[]
}

/**
 * Takes a business through its time, from one instant at which something is due to the next, and does there what is due. Where
 * it stands is in the database after every stop, so a move that was cut off goes on from there.
 */
export async function move(steps: JobSteps, key: Move, all: Everything): Promise<void> {
  const startedAt = steps.now().getTime()
  // What cannot be done now is tried again by the queue once the move is over; the move does not wait for it.
  const skip = new Set<string>()
  for (;;) {
    const toAt = await targetOf(steps, key)
    if (!toAt) return
    const [next] = await steps.write(({ tx }) => whatIsNext(tx, key.merchantId, all.sweeps, skip))
    const isLast = !next || next.at > toAt
    await setClock(steps, key, isLast ? toAt : next.at)
    await keep(steps, key, await doDue(steps, key.merchantId, all, skip))
    if (isLast) return end(steps, key)
    if (steps.now().getTime() - startedAt > portionMs)
      return void (await steps.write(({ tx }) => enqueue(tx, moveClock, key)))
  }
}

/** Where it is to end; undefined once it has. */
const targetOf = (steps: JobSteps, { moveId }: Move) =>
  steps.write(async ({ tx }) => {
    const [open] = await tx
      .select({ toAt: clockMoves.toAt })
      .from(clockMoves)
      .where(and(eq(clockMoves.id, moveId), isNull(clockMoves.endedAt)))
    return open?.toAt
  })

/** Never back: what is due in the past of the business is done at its present. */
const setClock = (steps: JobSteps, { merchantId }: Move, at: Date) =>
  steps.write(({ tx, realNow }) =>
    tx
      .update(testClocks)
      .set({ aheadMs: sql`greatest(${testClocks.aheadMs}, ${at.getTime() - realNow.getTime()})` })
      .where(eq(testClocks.merchantId, merchantId)),
  )

const keep = (steps: JobSteps, { merchantId, moveId }: Move, { stop, failed }: { stop: Stop; failed: number }) =>
  steps.write(async ({ tx }) => {
    const done = stop.did.reduce((sum, { times }) => sum + times, 0)
    if (done + failed === 0) return
    const [held] = await tx.select().from(clockMoves).where(eq(clockMoves.id, moveId)).for('update')
    await tx
      .update(clockMoves)
      .set({
        stops: [...held!.stops, stop].slice(-stopsKept),
        stopCount: held!.stopCount + 1,
        doneCount: held!.doneCount + done,
        failedCount: held!.failedCount + failed,
      })
      .where(eq(clockMoves.id, moveId))
    await announce(tx, merchantId, 'everything')
  })

const end = (steps: JobSteps, { merchantId, moveId }: Move) =>
  steps.write(async ({ tx, realNow }) => {
    await tx.update(clockMoves).set({ endedAt: realNow }).where(eq(clockMoves.id, moveId))
    await tx.update(testClocks).set({ moveId: null }).where(eq(testClocks.merchantId, merchantId))
    await announce(tx, merchantId, 'everything')
  })
