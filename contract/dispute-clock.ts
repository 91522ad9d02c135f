/** How long a business has to answer a dispute, and how often it is reminded: by the clock that pauses at weekends. */
export const disputeResponseMs = 16 * 3_600_000
export const disputeReminderMs = 4 * 3_600_000

/** How long after it was decided a bank may come back to a dispute; then it is archived. */
export const disputeArchiveMs = 90 * 86_400_000

// Lagos is an hour ahead of UTC all year round; the first Monday of the epoch was 5 January 1970.
const mondayMs = 4 * 86_400_000 - 3_600_000
const weekMs = 7 * 86_400_000
/** From Monday 00:00 to Friday 23:59. A public holiday does not stop it. */
const runningMs = 5 * 86_400_000 - 60_000

/** What the clock shows at an instant: the milliseconds it has run since it was set going. */
function clockMs(atMs: number): number {
  const weeks = Math.floor((atMs - mondayMs) / weekMs)
  return weeks * runningMs + Math.min(atMs - mondayMs - weeks * weekMs, runningMs)
}

/** Whether the clock stands: from Friday 23:59 to Monday 00:00 in Lagos. */
export function isPaused(at: Date): boolean {
  const since = at.getTime() - mondayMs
  return since - Math.floor(since / weekMs) * weekMs >= runningMs
}

/** How long the clock runs from one instant to another; 0 where the other is not later. */
export const runningBetween = (from: Date, to: Date): number =>
  Math.max(0, clockMs(to.getTime()) - clockMs(from.getTime()))

/** The instant by which the clock has run so long. One that would fall on the end of a Friday falls on Monday. */
export function afterRunning(from: Date, ms: number): Date {
  const target = clockMs(from.getTime()) + ms
  const weeks = Math.floor(target / runningMs)
  return new Date(mondayMs + weeks * weekMs + (target - weeks * runningMs))
}
