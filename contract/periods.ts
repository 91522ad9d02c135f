import { dayMs } from './durations.ts'

/** Recurrence intervals. */
export const periodIntervals = ['daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually'] as const
export type PeriodInterval = (typeof periodIntervals)[number]

export const intervalNames: Record<PeriodInterval, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every three months',
  biannually: 'Every six months',
  annually: 'Every year',
}

/** Interval in a sentence: "every month". */
export const intervalInSentence = (interval: PeriodInterval) => intervalNames[interval].toLowerCase()

const days: Partial<Record<PeriodInterval, number>> = { daily: 1, weekly: 7 }
const months: Partial<Record<PeriodInterval, number>> = { monthly: 1, quarterly: 3, biannually: 6, annually: 12 }

/**
 * Calendar day of the `count`-th recurrence after `anchor` (0 is the anchor itself). Counted from the anchor, not
 * from the previous day, so that the 31st is followed by the last day of February and then by 31 March.
 */
export function recurrenceDay(anchor: string, interval: PeriodInterval, count: number): string {
  const step = days[interval]
  if (step) return new Date(Date.parse(anchor) + count * step * dayMs).toISOString().slice(0, 10)
  const [year, month, day] = anchor.split('-').map(Number) as [number, number, number]
  const monthIndex = year * 12 + (month - 1) + count * months[interval]!
  const last = new Date(Date.UTC(Math.floor(monthIndex / 12), (monthIndex % 12) + 1, 0)).getUTCDate()
  return new Date(Date.UTC(Math.floor(monthIndex / 12), monthIndex % 12, Math.min(day, last)))
    .toISOString()
    .slice(0, 10)
}

/** Smallest `count` (0 or more) whose day is not before `day`. */
export function recurrenceFrom(anchor: string, interval: PeriodInterval, day: string): number {
  if (day <= anchor) return 0
  const between = (Date.parse(day) - Date.parse(anchor)) / dayMs
  const shortest = days[interval] ?? months[interval]! * 31
  let count = Math.max(0, Math.floor(between / shortest) - 1)
  while (recurrenceDay(anchor, interval, count) < day) count += 1
  return count
}
