import { hourMs } from '@adire/contract/durations.ts'
import type { ReportFrequency } from '@adire/contract/report-schedules.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'

/** Hour in Lagos at which reports are sent: the day before is complete, and nobody has begun to work. */
const sendingHour = 6

/** Days of a period (Lagos), both included. */
export interface ReportPeriod {
  from: string
  to: string
}

/** Day on which the current period began: today, the last Monday, or the first of the month. */
const firstDayOf: Record<ReportFrequency, (day: string) => string> = {
  daily: (day) => day,
  weekly: (day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)),
  monthly: (day) => `${day.slice(0, 8)}01`,
}

/** Day after the period that begins on `first`. */
const dayAfter: Record<ReportFrequency, (first: string) => string> = {
  daily: (first) => addDays(first, 1),
  weekly: (first) => addDays(first, 7),
  monthly: (first) => firstDayOf.monthly(addDays(first, 31)),
}

/** The last period that is complete at an instant. */
export function lastPeriod(frequency: ReportFrequency, at: Date): ReportPeriod {
  const to = addDays(firstDayOf[frequency](lagosDay(at)), -1)
  return { from: firstDayOf[frequency](to), to }
}

/** The first instant after `after` at which a report is due: at 06:00 in Lagos on the day after a period. */
export function nextReportTime(frequency: ReportFrequency, after: Date): Date {
  const first = firstDayOf[frequency](lagosDay(after))
  const dueOn = (day: string) => new Date(startOfDay(day).getTime() + sendingHour * hourMs)
  const due = dueOn(first)
  return due > after ? due : dueOn(dayAfter[frequency](first))
}
