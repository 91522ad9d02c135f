export type ListPage<Row> = {
  content: readonly Row[]
  totalElements: number
  totalIsCapped?: boolean | undefined
  /** Null on the last page; absent from lists without a cursor. */
  nextCursor?: string | null | undefined
}

/** Total of a list for its pager: of a list that the server did not count to its end, at least the number of the page's last row. */
export const toPagerTotal = (
  { content, totalElements, totalIsCapped = false, nextCursor }: ListPage<unknown>,
  offset: number,
) => ({
  total: totalIsCapped ? Math.max(totalElements, offset + content.length) : totalElements,
  totalIsCapped: totalIsCapped && nextCursor !== null,
})
