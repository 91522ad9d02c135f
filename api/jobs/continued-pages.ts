/**
 * Returns a function that reads pages, of all businesses or of one, until a page is not full. If a run for all businesses reaches the
 * maximum of pages, the next run of this process continues after its last row, so that rows that stay due do not keep others waiting.
 */
export function continuedPages<Row>({ full, maxPages }: { full: number; maxPages: number }) {
  let stoppedAt: Row | undefined
  return async (
    merchantId: string | undefined,
    page: (after: Row | undefined) => Promise<readonly Row[]>,
  ): Promise<void> => {
    let after = merchantId === undefined ? stoppedAt : undefined
    let isEnd = false
    for (let pages = 0; pages < maxPages && !isEnd; pages++) {
      const rows = await page(after)
      isEnd = rows.length < full
      after = rows.at(-1)
    }
    if (merchantId === undefined) stoppedAt = isEnd ? undefined : after
  }
}
