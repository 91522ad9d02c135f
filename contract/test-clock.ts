import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, Timestamp } from './fields.ts'

/**
 * A move of the test clock and what happened during it. Times are business-clock times, except `startedAt` and
 * `endedAt`.
 */
export const ClockMove = z.object({
  id: Id,
  movedBy: z.string(),
  fromAt: Timestamp,
  toAt: Timestamp,
  startedAt: Timestamp,
  /** Time the move ended. Null while in progress. */
  endedAt: z.nullable(Timestamp),
  /** Number of instants with due jobs. */
  stopCount: z.int(),
  /** Number of jobs done. */
  doneCount: z.int(),
  /** Number of jobs that failed. */
  failedCount: z.int(),
  /** Last instants at which something was done, newest first, at most 100. */
  stops: z.array(z.object({ at: Timestamp, did: z.array(z.object({ what: z.string(), times: z.int() })) })),
})
export type ClockMove = z.infer<typeof ClockMove>

/** Business clock of a test business: the wall clock plus an offset. */
export const TestClock = z.object({
  /** Current business time. */
  now: Timestamp,
  /** Offset from the wall clock in ms. */
  aheadMs: z.int(),
  /** Whether a move is in progress. */
  isMoving: z.boolean(),
  /** Next scheduled events, soonest first: suggestions for a move. */
  next: z.array(z.object({ what: z.string(), at: Timestamp })),
  /** Last ten moves, newest first. */
  moves: z.array(ClockMove),
})
export type TestClock = z.infer<typeof TestClock>

const member = endpointsFor('core', 'member')
/** Test clock of the business. 403 for a live business. */
export const getTestClock = member.get('test-clock', inputSchema({}), TestClock)
/**
 * Moves the business clock forward to `to`, never back. Everything that is due on the way happens as it would have.
 * Returns at once; the move continues in the background. 422 at `to` when it is not after the current business time,
 * more than 367 days ahead of it, or more than 7320 days (20 years) ahead of the wall clock; 409 `clock_moving` while a
 * move is in progress; 403 for a live business.
 */
export const moveTestClock = member.create('test-clock/moves', inputSchema({ to: Timestamp }), ClockMove)
