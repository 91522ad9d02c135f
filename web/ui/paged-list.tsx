import type { ReactNode } from 'react'
import { ErrorStrip } from './error-strip.tsx'
import { Pager } from './pager.tsx'
import { TableSkeleton } from './skeleton.tsx'
import { Table, type TableProps } from './table.tsx'

type Page<Row> = { content: readonly Row[]; totalElements: number; totalIsCapped?: boolean | undefined }

type PagedListProps<Row> = Omit<TableProps<Row>, 'rows' | 'keyOf' | 'busy' | 'footer'> & {
  /** What was asked for, as `useCall` tells it. */
  list: {
    data: Page<Row> | undefined
    error: { message: string } | null
    refetch: () => unknown
    /** The next page is on its way. */
    isPlaceholderData: boolean
  }
  offset: number
  limit: number
  onOffset: (offset: number) => void
  /** Stands where the table would. */
  empty: ReactNode
  /** How many rows are expected, where it is not a full page. */
  waiting?: number
  /** On another thing's page a list of one page needs no pager. */
  hidesOnlyPage?: boolean
}

/** A list whose pages are counted from the first, as lists are that nobody reads far down: awaited, failed, empty or there. */
export function PagedList<Row extends { id: string }>({
  list: { data, error, refetch, isPlaceholderData: busy },
  offset,
  limit,
  onOffset,
  empty,
  waiting = limit,
  hidesOnlyPage,
  ...table
}: PagedListProps<Row>) {
  if (error) return <ErrorStrip message={error.message} onRetry={() => refetch()} />
  // Of an empty page nothing can stay on screen while the next one comes.
  if (!data || (busy && data.content.length === 0)) return <TableSkeleton rows={waiting} />
  const { content, totalElements, totalIsCapped } = data
  if (content.length === 0) return empty
  return (
    <Table
      {...table}
      rows={content}
      keyOf={({ id }) => id}
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
