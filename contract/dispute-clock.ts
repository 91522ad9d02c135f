import { dayMs, hourMs, lagosOffsetMs, minuteMs } from './durations.ts'

/**
 * Time for the merchant to respond to a dispute (16 hours), and interval of the reminders (4 hours), in ms. Measured by
 * a clock that pauses at weekends.
 */
export const disputeResponseMs = 16 * hourMs
export const disputeReminderMs = 4 * hourMs

/** Time after the decision during which the bank can reopen a dispute, in ms (90 days). Then it is archived, if nothing is owed for it. */
export const disputeArchiveMs = 90 * dayMs

// The first Monday of the epoch, 5 January 1970, in Lagos.
const mondayMs = 4 * dayMs - lagosOffsetMs
const weekMs = 7 * dayMs
/** Running time of the clock per week: Monday 00:00 to Friday 23:59. Public holidays do not pause it. */
const runningMs = 5 * dayMs - minuteMs

/** Reading of the clock at an instant: milliseconds it has run since the first Monday. */
function clockMs(atMs: number): number {
  const weeks = Math.floor((atMs - mondayMs) / weekMs)
  return weeks * runningMs + Math.min(atMs - mondayMs - weeks * weekMs, runningMs)
}

/** Running time between two instants; 0 when the second is not later. */
export const runningBetween = (from: Date, to: Date): number =>
  Math.max(0, clockMs(to.getTime()) - clockMs(from.getTime()))

/** Instant at which the clock has run for `ms`. One that would be at the end of a Friday is on Monday instead. */
export function afterRunning(from: Date, ms: number): Date {
  const target = clockMs(from.getTime()) + ms
  const weeks = Math.floor(target / runningMs)
  return new Date(mondayMs + weeks * weekMs + (target - weeks * runningMs))
}
