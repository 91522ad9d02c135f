/**
 * Instant as Monnify writes it: `2019-07-24T14:12:27.000+0000`, or in Lagos time without a time zone, like `25/07/2022 11:20:20 PM`.
 * @throws Error if the text is in neither form
 */
export function parseInstant(text: string): Date {
  const sortable = toSortableTime(text).replace(' ', 'T')
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(sortable) ? sortable : `${sortable}+01:00`)
  if (Number.isNaN(at.getTime())) throw new Error('Monnify lists a record without its time')
  return at
}

/** "25/07/2022 11:20:20 PM" as "2022-07-25 23:20:20"; other forms begin with the year already. */
export function toSortableTime(given: string | null | undefined): string {
  const [, day, month, year, hour, rest, half] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (\d{1,2})(:\d\d:\d\d) ([AP]M)$/.exec(given ?? '') ?? []
  if (!day) return given ?? ''
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return `${year}-${month}-${day} ${String(hours).padStart(2, '0')}${rest}`
}
