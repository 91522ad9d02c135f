import { PagedList, type PagedListProps } from './paged-list.tsx'
import type { usePages } from './use-pages.ts'

type CursorListProps<Row> = Omit<PagedListProps<Row>, 'offset' | 'limit' | 'onOffset'> & {
  pages: ReturnType<typeof usePages>
}

/** List with cursor pagination, for long lists such as logs: loading, error, empty or table. */
export function CursorList<Row extends { id: string }>({ pages, waiting = 12, ...rest }: CursorListProps<Row>) {
  const next = rest.list.data?.nextCursor
  return (
    <PagedList
      {...rest}
      offset={pages.offset}
      limit={pages.limit}
      onOffset={(offset) => {
        if (offset === 0) pages.first()
        else if (offset < pages.offset) pages.previous()
        else if (next) pages.next(next)
      }}
      waiting={waiting}
    />
  )
}
