import { Pager } from './pager.tsx'
import { Table, type TableProps } from './table.tsx'

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'busy' | 'footer'> & {
  page: { content: readonly Row[]; totalElements: number; totalIsCapped?: boolean | undefined }
  offset: number
  limit: number
  onOffset: (offset: number) => void
  /** The next page is on its way. */
  busy: boolean
  /** On another thing's page a list of one page needs no pager. */
  hidesOnlyPage?: boolean
}

/** A table whose pages are counted from the first, as lists are that nobody reads far down. */
export function PagedTable<Row>({
  page,
  offset,
  limit,
  onOffset,
  busy,
  hidesOnlyPage,
  ...table
}: PagedTableProps<Row>) {
  const { content, totalElements, totalIsCapped } = page
  return (
    <Table
      {...table}
      rows={content}
      busy={busy}
      footer={
        (!hidesOnlyPage || totalElements > limit) && (
          <Pager
            offset={offset}
            limit={limit}
            total={totalElements}
            totalIsCapped={totalIsCapped}
            onOffset={onOffset}
            busy={busy}
          />
        )
      }
    />
  )
}
