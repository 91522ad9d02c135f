/** What a payer types of a date, read as leniently as people write. The page and the forms that work without it share it. */

/** `1229`, `12/29`, `12 / 2029`: the month and the year of a card. */
export function expiryFrom(typed: string): { expiryMonth: number; expiryYear: number } | undefined {
  const found = /^\s*(\d{1,2})\s*[/ -]?\s*(?:20)?(\d{2})\s*$/.exec(typed)
  return found ? { expiryMonth: Number(found[1]), expiryYear: 2000 + Number(found[2]) } : undefined
}

/** `7/3/1990` and `07 / 03 / 1990`, the day first, become `1990-03-07`; undefined for a day there never was. */
export function birthdayFrom(typed: string): string | undefined {
  const found = /^\s*(\d{1,2})\s*[/. -]\s*(\d{1,2})\s*[/. -]\s*(\d{4})\s*$/.exec(typed)
  if (!found) return undefined
  const [day, month, year] = found.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && year >= 1900 && date.getTime() < Date.now() ? date.toISOString().slice(0, 10) : undefined
}
