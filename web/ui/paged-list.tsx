import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ErrorStrip } from './error-strip.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { isFocusLost } from './page-focus.ts'
import { Pager, type PageSizes } from './pager.tsx'
import { type ListPage, toPagerTotal } from './pager-total.ts'
import { TableSkeleton } from './skeleton.tsx'
import { Table, type TableProps } from './table.tsx'

const PastTheEnd = lazyComponent(() => import('./past-the-end.tsx').then((m) => m.PastTheEnd))

export type PagedListProps<Row> = Omit<TableProps<Row>, 'rows' | 'keyOf' | 'busy' | 'footer'> & {
  /** Query result of `useCall`. */
  list: {
    data: ListPage<Row> | undefined
    error: { message: string } | null
    refetch: () => unknown
    /** The next page is loading. */
    isPlaceholderData: boolean
  }
  offset: number
  limit: number
  onOffset: (offset: number) => void
  /** The API serves no later page, even if there are more rows. */
  isFurthest?: boolean
  sizes?: PageSizes
  /** Shown instead of the table when there are no rows on any page. */
  empty: ReactNode
  /** Expected number of rows, if not a full page. */
  waiting?: number
  /** Hides the pager when there is only one page, for lists on the page of another object. */
  hidesOnlyPage?: boolean
}

/** List with offset pagination, for lists that users rarely page far into: loading, error, empty or table. */
export function PagedList<Row extends { id: string }>({
  list: { data, error, refetch, isPlaceholderData: busy },
  offset,
  limit,
  onOffset,
  isFurthest,
  sizes,
  empty,
  waiting = limit,
  hidesOnlyPage,
  ...table
}: PagedListProps<Row>) {
  const hadRows = useRef(false)
  useEffect(() => {
    hadRows.current = Boolean(data?.content.length)
  }, [data])
  if (error) return <ErrorStrip message={error.message} onRetry={() => refetch()} />
  // An empty page has no rows to keep on screen while the next page loads.
  if (!data || (busy && data.content.length === 0))
    return (
      <TableSkeleton rows={waiting} hasPager={!hidesOnlyPage} hasTools={Boolean(table.sorting || table.selecting)} />
    )
  const { content, totalElements } = data
  if (content.length === 0)
    return (
      <EmptyPlace hadRows={hadRows}>
        {offset > 0 && totalElements > 0 ? <PastTheEnd onFirst={() => onOffset(0)} /> : empty}
      </EmptyPlace>
    )
  return (
    <Table
      {...table}
      rows={content}
      keyOf={({ id }) => id}
      busy={busy}
      footer={
        (!hidesOnlyPage || totalElements > Math.min(limit, ...(sizes?.choices ?? []))) && (
          <Pager
            offset={offset}
            limit={limit}
            {...toPagerTotal(data, offset)}
            onOffset={onOffset}
            isFurthest={isFurthest}
            busy={busy}
            sizes={sizes}
          />
        )
      }
    />
  )
}

type EmptyPlaceProps = { hadRows: RefObject<boolean>; children: ReactNode }

/** Content shown instead of the table. It gets the focus if the focus was in the last row, as after an action on all rows. */
function EmptyPlace({ hadRows, children }: EmptyPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hadRows.current && isFocusLost()) place.current?.focus({ preventScroll: true })
  }, [hadRows])
  return (
    <div ref={place} tabIndex={-1} className="rounded-xl">
      {children}
    </div>
  )
}
