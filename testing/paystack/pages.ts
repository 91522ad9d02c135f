/** Whether an instant is in the period of a list, `from` to `to`. */
export const isWithin = ({ from, to }: Record<string, string | undefined>, at: Date): boolean =>
  (!from || at >= new Date(from)) && (!to || at <= new Date(to))

/** Page of a list, as `perPage` and `page` select it; 50 rows by default. */
export function selectPage<Row>(rows: readonly Row[], { perPage, page }: Record<string, string | undefined>) {
  const size = Math.min(Number(perPage ?? 50), 100)
  const number = Number(page ?? 1)
  return {
    rows: rows.slice((number - 1) * size, number * size),
    meta: {
      total: rows.length,
      skipped: (number - 1) * size,
      perPage: size,
      page: number,
      pageCount: Math.max(1, Math.ceil(rows.length / size)),
    },
  }
}

const toCursor = (start: number) => Buffer.from(`start:${start}`).toString('base64')

/** Page of a list with cursors: `next` or `previous` of an earlier answer, or the number of a page. No total is told. */
export function selectByCursor<Row>(rows: readonly Row[], query: Record<string, string | undefined>) {
  const size = Math.min(Number(query.perPage ?? query.per_page ?? 50), 100)
  const cursor = query.next ?? query.previous
  const start = cursor
    ? Number(Buffer.from(cursor, 'base64').toString().replace('start:', ''))
    : (Number(query.page ?? 1) - 1) * size
  return {
    rows: rows.slice(start, start + size),
    meta: {
      next: start + size < rows.length ? toCursor(start + size) : null,
      previous: start > 0 ? toCursor(Math.max(0, start - size)) : null,
      perPage: size,
    },
  }
}
