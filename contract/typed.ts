import { lagosOffsetMs } from './durations.ts'

/** Dates that payers type. The parsers are lenient, and shared by the page and the forms that work without JavaScript. */

/** Month and year of a card, from `1229`, `12/29` or `12 / 2029`. */
export function expiryFrom(typed: string): { expiryMonth: number; expiryYear: number } | undefined {
  const found = /^\s*(\d{1,2})\s*[/ -]?\s*(?:20)?(\d{2})\s*$/.exec(typed)
  return found ? { expiryMonth: Number(found[1]), expiryYear: 2000 + Number(found[2]) } : undefined
}

/** When a card expires: at the end of its month in Lagos. */
export const cardExpiresAt = ({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): Date =>
  new Date(Date.UTC(expiryYear, expiryMonth) - lagosOffsetMs)

/** ISO date from `7/3/1990` or `07 / 03 / 1990` (day first): `1990-03-07`. Undefined for a date that does not exist. */
export function birthdayFrom(typed: string): string | undefined {
  const found = /^\s*(\d{1,2})\s*[/. -]\s*(\d{1,2})\s*[/. -]\s*(\d{4})\s*$/.exec(typed)
  if (!found) return undefined
  const [day, month, year] = found.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && year >= 1900 && date.getTime() < Date.now() ? date.toISOString().slice(0, 10) : undefined
}
