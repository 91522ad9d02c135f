import type { ReactNode } from 'react'
import { ErrorStrip } from './error-strip.tsx'
import { Pager, type PageSizes } from './pager.tsx'
import { TableSkeleton } from './skeleton.tsx'
import { Table, type TableProps } from './table.tsx'
import type { usePages } from './use-pages.ts'

type Page<Row> = {
  content: readonly Row[]
  totalElements: number
  totalIsCapped?: boolean | undefined
  nextCursor?: string | null | undefined
}

type CursorListProps<Row> = Omit<TableProps<Row>, 'rows' | 'keyOf' | 'busy' | 'footer'> & {
  /** Query result of `useCall`. */
  list: {
    data: Page<Row> | undefined
    error: { message: string } | null
    refetch: () => unknown
    /** The next page is loading. */
    isPlaceholderData: boolean
  }
  pages: ReturnType<typeof usePages>
  sizes?: PageSizes
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** Expected number of rows, if not a full page. */
  waiting?: number
}

/** List with cursor pagination, for long lists such as logs: loading, error, empty or table. */
export function CursorList<Row extends { id: string }>({
  list: { data, error, refetch, isPlaceholderData: busy },
  pages,
  sizes,
  empty,
  waiting,
  ...table
}: CursorListProps<Row>) {
  if (error) return <ErrorStrip message={error.message} onRetry={() => refetch()} />
  if (!data) return <TableSkeleton rows={waiting} />
  const { content, totalElements, totalIsCapped, nextCursor } = data
  if (content.length === 0) return empty
  return (
    <Table
      {...table}
      rows={content}
      keyOf={({ id }) => id}
      busy={busy}
      footer={
        <Pager
          offset={pages.offset}
          limit={pages.limit}
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
