import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, Timestamp } from './fields.ts'

export const ClockMove = describe(
  'A move of the test clock and what happened during it. Times are business-clock times, except ' +
    '`startedAt` and `endedAt`.',
  z.object({
    id: Id,
    movedBy: z.string(),
    fromAt: Timestamp,
    toAt: Timestamp,
    startedAt: Timestamp,
    endedAt: describe('Time the move ended. Null while in progress.', z.nullable(Timestamp)),
    stopCount: describe('Number of instants with due jobs.', z.int()),
    doneCount: describe('Number of jobs done.', z.int()),
    failedCount: describe('Number of jobs that failed.', z.int()),
    stops: describe(
      'Last instants at which something was done, newest first, at most 100.',
      z.array(z.object({ at: Timestamp, did: z.array(z.object({ what: z.string(), times: z.int() })) })),
    ),
  }),
)
export type ClockMove = z.infer<typeof ClockMove>

export const TestClock = describe(
  'Business clock of a test business: the wall clock plus an offset.',
  z.object({
    now: describe('Current business time.', Timestamp),
    aheadMs: describe('Offset from the wall clock in ms.', z.int()),
    isMoving: describe('Whether a move is in progress.', z.boolean()),
    next: describe(
      'Next scheduled events, soonest first: suggestions for a move.',
      z.array(z.object({ what: z.string(), at: Timestamp })),
    ),
    moves: describe('Last ten moves, newest first.', z.array(ClockMove)),
  }),
)
export type TestClock = z.infer<typeof TestClock>

export const getTestClock = {
  description: 'Test clock of the business. 403 for a live business.',
  input: inputSchema({}),
  output: TestClock,
}

export const moveTestClock = {
  description:
    'Moves the business clock forward to `to`, never back. Everything that is due on the way happens as ' +
    'it would have. Returns at once; the move continues in the background. 422 at `to` when it is not ' +
    'after the current business time, more than 367 days ahead of it, or more than 7320 days (20 years) ' +
    'ahead of the wall clock; 409 `clock_moving` while a move is in progress; 403 for a live business.',
  input: inputSchema({ to: describe('New business time. Required.', Timestamp) }),
  output: ClockMove,
}
