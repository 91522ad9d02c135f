import * as z from 'zod/mini'
import { MonnifyError } from './errors.ts'

/** Whole number in an address. */
export const Digits = z.string().check(z.regex(/^\d{1,15}$/))
const maxSize = 100

/** Part of the rows, in the form that Monnify's lists have. The first page is 0. */
export function selectPage<Row>(rows: readonly Row[], given: { page?: string | undefined; size?: string | undefined }) {
  const [number, size] = [Number(given.page ?? 0), Number(given.size ?? 10)]
  if (size < 1 || size > maxSize)
    throw new MonnifyError(400, `A page has at most ${maxSize} rows`, { isViolation: true })
  const content = rows.slice(number * size, (number + 1) * size)
  const totalPages = Math.ceil(rows.length / size)
  const sort = { sorted: true, unsorted: false, empty: false }
  return {
    content,
    pageable: { sort, pageSize: size, pageNumber: number, offset: number * size, unpaged: false, paged: true },
    totalElements: rows.length,
    totalPages,
    last: number >= totalPages - 1,
    sort,
    first: number === 0,
    numberOfElements: content.length,
    size,
    number,
    empty: content.length === 0,
  }
}

/** Whether an instant is in a period, which is given in ms since 1970. */
export const isWithin = (at: Date, from: string | undefined, to: string | undefined) =>
  at.getTime() >= Number(from ?? 0) && at.getTime() <= Number(to ?? Number.POSITIVE_INFINITY)

/** Monnify writes the time zone of its lists without a colon. */
export const toListedTime = (at: Date | null): string | null => (at ? at.toISOString().replace('Z', '+0000') : null)
