import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, Timestamp } from './fields.ts'

/** One move of the clock, and what it did on its way. Instants are the business's own, but for `startedAt` and `endedAt`. */
export const ClockMove = z.object({
  id: Id,
  movedBy: z.string(),
  fromAt: Timestamp,
  toAt: Timestamp,
  startedAt: Timestamp,
  /** Null while it is under way. */
  endedAt: z.nullable(Timestamp),
  /** How many instants it stopped at, how much it did there, and what it could not do. */
  stopCount: z.int(),
  doneCount: z.int(),
  failedCount: z.int(),
  /** The last stops at which something was done, newest first. */
  stops: z.array(z.object({ at: Timestamp, did: z.array(z.object({ what: z.string(), times: z.int() })) })),
})
export type ClockMove = z.infer<typeof ClockMove>

/** The time a test business lives in. It runs like the world's, ahead of it by what it was moved. */
export const TestClock = z.object({
  now: Timestamp,
  aheadMs: z.int(),
  isMoving: z.boolean(),
  /** What waits for which instant, the nearest first: where a move may want to go. */
  next: z.array(z.object({ what: z.string(), at: Timestamp })),
  /** The last ten, newest first. */
  moves: z.array(ClockMove),
})
export type TestClock = z.infer<typeof TestClock>

const member = endpointsFor('core', 'member')
/** 403 for a live business. */
export const getTestClock = member.get('test-clock', inputSchema({}), TestClock)
/**
 * Moves the business's time forward, never back: everything that depends on time happens on the way as it would have. Answers
 * at once; the move goes on by itself. 422 at `to` beyond `limits.clockMoveMs`; 409 `clock_moving` while a move is under way.
 */
export const moveTestClock = member.create('test-clock/moves', inputSchema({ to: Timestamp }), ClockMove)
