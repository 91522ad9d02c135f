import { Pager, type PageSizes } from './pager.tsx'
import { Table, type TableProps } from './table.tsx'
import type { usePages } from './use-pages.ts'

type CursorTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'busy' | 'footer'> & {
  page: {
    content: readonly Row[]
    totalElements: number
    totalIsCapped?: boolean | undefined
    nextCursor?: string | null | undefined
  }
  pages: ReturnType<typeof usePages>
  limit: number
  sizes?: PageSizes
  /** The next page is loading. */
  busy: boolean
}

/** Table with cursor pagination, for long lists such as logs. */
export function CursorTable<Row>({ page, pages, limit, sizes, busy, ...table }: CursorTableProps<Row>) {
  const { content, totalElements, totalIsCapped, nextCursor } = page
  return (
    <Table
      {...table}
      rows={content}
      busy={busy}
      footer={
        <Pager
          offset={pages.offset}
          limit={limit}
          total={totalElements}
          totalIsCapped={Boolean(totalIsCapped && nextCursor)}
          busy={busy}
          sizes={sizes}
          onOffset={(offset) => {
            if (offset < pages.offset) pages.previous()
            else if (nextCursor) pages.next(nextCursor)
          }}
        />
      }
    />
  )
}
