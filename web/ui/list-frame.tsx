import type { ReactNode } from 'react'
import { ErrorStrip } from './error-strip.tsx'
import { TableSkeleton } from './skeleton.tsx'
import { Table, type TableProps } from './table.tsx'

type ListFrameProps<Row> = Omit<TableProps<Row>, 'rows' | 'busy'> & {
  /** Query result of `useCall`. */
  list: {
    data: { content: readonly Row[]; isCapped?: boolean } | undefined
    error: { message: string } | null
    refetch: () => unknown
    /** Another list is loading; the present one is shown meanwhile. */
    isPlaceholderData: boolean
  }
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** Note below a list that has more rows than it shows. */
  capped?: string
  /** Expected number of rows. */
  waiting?: number
}

/** A list without pages: loading, error, empty or table. `PagedList` has pages. */
export function ListFrame<Row>({ list, empty, capped, waiting = 6, ...table }: ListFrameProps<Row>) {
  const { data, error, refetch, isPlaceholderData } = list
  if (error) return <ErrorStrip message={error.message} onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton rows={waiting} />
  if (data.content.length === 0) return empty
  return (
    <>
      <Table {...table} rows={data.content} busy={isPlaceholderData} />
      {data.isCapped && <p className="mt-3 text-sm text-muted">{capped}</p>}
    </>
  )
}
