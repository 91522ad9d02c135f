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
