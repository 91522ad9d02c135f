import { readFileSync } from 'node:fs'
import { dayMs, hourMs, minuteMs } from '../contract/durations.ts'

/** Lagos is one hour ahead of UTC, all year. */
const lagosMs = hourMs

const holidays = new Set(
  (
    JSON.parse(readFileSync(new URL('../api/database/holidays.json', import.meta.url), 'utf8')) as { day: string }[]
  ).map(({ day }) => day),
)

/** Day in Lagos. */
export const toLagosDay = (at: Date | string) => new Date(new Date(at).getTime() + lagosMs).toISOString().slice(0, 10)

/** Instant of an hour of a day in Lagos. */
export const toInstant = (day: string, hour = 0) => new Date(Date.parse(`${day}T00:00:00Z`) - lagosMs + hour * hourMs)

export const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const isWorkingDay = (day: string) => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(day)
}

/** Whether a cron expression of the product fires after `from` and up to `to`: minutes and hours, in UTC. */
export function cronFires(line: string, from: Date, to: Date): boolean {
  const [minute, hour] = line.split(' ') as [string, string]
  const fits = (field: string, value: number) =>
    field === '*' ||
    (field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : field.split(',').includes(String(value)))
  const first = Math.floor(from.getTime() / minuteMs) + 1
  const last = Math.floor(to.getTime() / minuteMs)
  // One day covers every minute that an expression can match.
  for (let at = Math.max(first, last - 1440); at <= last; at++) {
    const time = new Date(at * minuteMs)
    if (fits(minute, time.getUTCMinutes()) && fits(hour, time.getUTCHours())) return true
  }
  return false
}
