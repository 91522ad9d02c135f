import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { moveTestClock } from '@adire/contract/test-clock.ts'
import type { ClockMove, TestClock } from '@adire/contract/test-clock-schemas.ts'
import { desc, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findClockOffset } from '../../jobs/business-clock.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { scheduledJobs } from '../../jobs/schedule.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { moveClock } from './move.ts'
import { listNextDue } from './next.ts'
import { clockMoves, testClocks } from './tables.ts'

const maxMovesListed = 10
const maxStopsListed = 100

export async function retrieveTestClock(context: MemberContext): Promise<TestClock> {
  requireTestMode(context, onlyInTestMode)
  const { tx, merchant, now } = context
  const moves = await tx
    .select()
    .from(clockMoves)
    .where(eq(clockMoves.merchantId, merchant.id))
    .orderBy(desc(clockMoves.id))
    .limit(maxMovesListed)
  const next = await listNextDue(context, merchant.id, scheduledJobs)
  return {
    now: now.toISOString(),
    aheadMs: await findClockOffset(tx, merchant.id),
    isMoving: moves.some(({ endedAt }) => !endedAt),
    next: next.map(({ what, at }) => ({ what, at: at.toISOString() })),
    moves: moves.map(toClockMoveResponse),
  }
}

export async function moveTestClockHandler(
  context: MemberContext,
  { to }: ParsedInput<typeof moveTestClock>,
): Promise<ClockMove> {
  requireTestMode(context, onlyInTestMode)
  const { tx, merchant, now, realNow } = context
  const toAt = new Date(to)
  if (toAt <= now) throw problem.field('to', 'Choose a time in the future. You can\u2019t move the clock back.')
  if (toAt.getTime() > now.getTime() + limits.clockMoveMs)
    throw problem.field('to', 'Move the clock by at most a year and a day at once')
  if (toAt.getTime() > realNow.getTime() + limits.clockOffsetMaximumMs)
    throw problem.field('to', 'The clock can be at most twenty years ahead. Add another business to start again')
  await tx.insert(testClocks).values({ merchantId: merchant.id }).onConflictDoNothing()
  const [clock] = await tx.select().from(testClocks).where(eq(testClocks.merchantId, merchant.id)).for('update')
  if (clock!.moveId) throw problem.conflict('clock_moving', 'The clock is being moved. Wait until it has finished')
  const [move] = await tx
    .insert(clockMoves)
    .values({ merchantId: merchant.id, movedBy: await readActorName(context), fromAt: now, toAt, startedAt: realNow })
    .returning()
  await tx.update(testClocks).set({ moveId: move!.id }).where(eq(testClocks.merchantId, merchant.id))
  // The job row has no merchant, because jobs of a business wait while its clock is being moved.
  await enqueueJob(tx, moveClock, { merchantId: merchant.id, moveId: move!.id })
  await recordAuditEvent(context, {
    action: 'test_clock.moved',
    before: { now: now.toISOString() },
    after: { now: to },
  })
  return toClockMoveResponse(move!)
}

const onlyInTestMode = 'The clock can be moved in Test Mode only'

const toClockMoveResponse = (move: typeof clockMoves.$inferSelect): ClockMove => ({
  ...move,
  fromAt: move.fromAt.toISOString(),
  toAt: move.toAt.toISOString(),
  startedAt: move.startedAt.toISOString(),
  endedAt: move.endedAt?.toISOString() ?? null,
  stops: move.stops.slice(-maxStopsListed).reverse(),
})
