import { dayMs, lagosOffsetMs } from '@adire/contract/durations.ts'

/** The Lagos day of an instant, such as `2026-03-18`. */
export const lagosDay = (at: Date): string => new Date(at.getTime() + lagosOffsetMs).toISOString().slice(0, 10)

/** The instant at which a Lagos day begins. */
export const startOfDay = (day: string): Date => new Date(Date.parse(day) - lagosOffsetMs)

/** The last instant of a Lagos day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs - 1)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Number of days from one day to the other, both included. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** "05 Dec 2026" */
export const formatDay = (day: string) => dayFormat.format(new Date(day)).replace('Sept', 'Sep')

/** The Lagos day of an instant, such as "05 Dec 2026". */
export const formatLagosDay = (at: Date) => formatDay(lagosDay(at))

/** An instant in Lagos time, such as "05 Dec 2026, 15:32". */
export const formatInstant = (at: Date) =>
  `${formatLagosDay(at)}, ${new Date(at.getTime() + lagosOffsetMs).toISOString().slice(11, 16)}`
