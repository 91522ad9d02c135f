/** Date parts in Lagos time, wherever the browser is. Assembled by hand: en-GB has "Sept", and no locale has our format. */

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Instant = string | number | Date

function lagos(instant: Instant) {
  const part = Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return {
    ...part,
    day: part.day ?? '',
    month: part.month ?? '',
    year: part.year ?? '',
    time: `${part.hour}:${part.minute}`,
  }
}

/** "18 Mar 2026" */
export function formatDate(instant: Instant): string {
  const { day, month, year } = lagos(instant)
  return `${day} ${month} ${year}`
}

/** "15:32" */
export function formatTime(instant: Instant): string {
  return lagos(instant).time
}

/** "18 Mar 2026, 15:32" */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

/** Day in Lagos, in the format of query parameters: "2026-03-18". */
export function dayKey(instant: Instant): string {
  const { day, month, year } = lagos(instant)
  return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}`
}

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
