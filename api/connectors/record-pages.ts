/** Maximum number of pages, more than a period has. A list that does not end is stopped here. */
const maxPages = 20_000

interface PagedList<Row> {
  /** Name of the list in the error. */
  name: string
  /** Number of the first page. */
  firstPage: 0 | 1
  pageSize: number
  readPage(page: string): Promise<Row[]>
}

/**
 * All pages of a processor's list, one after the other. The first that is not full is the last.
 * @throws Error if the list does not end
 */
export async function* readPages<Row>({ name, firstPage, pageSize, readPage }: PagedList<Row>): AsyncGenerator<Row[]> {
  for (let index = 0; index < maxPages; index++) {
    const rows = await readPage(String(firstPage + index))
    yield rows
    if (rows.length < pageSize) return
  }
  throw new Error(`${name} does not end`)
}
