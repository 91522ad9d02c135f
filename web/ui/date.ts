/** Dates in Lagos time, wherever the browser is. The first date of `Intl` takes time (decision 113). */

import { lagosOffsetMs } from '@adire/contract/durations.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Instant = string | number | Date

/** Lagos time as `2026-03-18T15:32:00.000Z`. */
const toLagosText = (instant: Instant) => new Date(new Date(instant).getTime() + lagosOffsetMs).toISOString()

/** "18 Mar 2026" */
export const formatDate = (instant: Instant): string => formatDay(dayKey(instant))

/** "15:32" */
export const formatTime = (instant: Instant): string => toLagosText(instant).slice(11, 16)

/** "18 Mar 2026, 15:32" */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

/** Day in Lagos, in the format of query parameters: "2026-03-18". */
export const dayKey = (instant: Instant): string => toLagosText(instant).slice(0, 10)

/** "2026-03-18" to "18 Mar 2026": a calendar day has no time zone. */
export function formatDay(key: string): string {
  return `${formatShortDay(key)} ${key.slice(0, 4)}`
}

/** "2026-03-18" to "18 Mar" */
export function formatShortDay(key: string): string {
  return `${key.slice(8, 10)} ${months[Number(key.slice(5, 7)) - 1]}`
}

/** "2026-03" to "Mar 2026" */
export const formatMonth = (key: string) => `${months[Number(key.slice(5, 7)) - 1]} ${key.slice(0, 4)}`

/** The day `days` later, or earlier when negative. */
export function addDays(key: string, days: number): string {
  const date = new Date(`${key}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
