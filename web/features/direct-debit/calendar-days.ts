/** Months are `2026-11` and days `2026-11-21`. Calendar days have no time zone. */

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

export const monthName = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`))
/** Long form of a day: "Saturday 21 November". */
export const longDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

export function movedMonth(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** First and last day of a month. */
export function monthDays(month: string): [first: string, last: string] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)]
}

/** The same day in another month, or the last day if that month is shorter. */
export function sameDayIn(day: string, by: number): string {
  const month = movedMonth(day.slice(0, 7), by)
  const [, last] = monthDays(month)
  const same = `${month}-${day.slice(8)}`
  return same > last ? last : same
}

/** Weeks of a month, Monday to Sunday. Days of adjacent months are undefined. */
export function buildWeeks(month: string): (string | undefined)[][] {
  const [first, last] = monthDays(month)
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const count = Number(last.slice(8))
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, index) => {
    const number = index - before + 1
    return number >= 1 && number <= count ? `${month}-${String(number).padStart(2, '0')}` : undefined
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
