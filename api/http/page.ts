import { limits } from '@adire/contract/limits.ts'
import { toCursor } from '../database/keyset.ts'

interface Asked {
  limit: number
  offset: number
  cursor?: string | undefined
}

/**
 * What a list answers: of `rows`, read to one more than asked for, those asked for, and a cursor where there are more.
 * `total` may be anything above what we count to; `keyOf` is what the list sorts by, of a row as it is shown.
 */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  { limit, offset, cursor }: Asked,
  { total, show, keyOf }: { total: number; show: (row: Row) => Shown; keyOf: (shown: Shown) => readonly string[] },
) {
  const content = rows.slice(0, limit).map(show)
  const last = content.at(-1)
  return {
    content,
    totalElements: Math.min(total, limits.countedTo),
    ...(total > limits.countedTo && { totalIsCapped: true }),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(keyOf(last)) : null,
    offset: cursor === undefined ? offset : 0,
    limit,
  }
}
