import type { ReactNode } from 'react'
import { detailColumns } from './columns.ts'
import { DetailSkeleton, TableSkeleton } from './skeleton.tsx'
import { TilesSkeleton } from './tiles-skeleton.tsx'

/**
 * Placeholder of an object's page: its details in the narrow column, and `children` in the main one (default: tiles over a list). On phones
 * the details follow the tiles, or come last without tiles, as on the pages themselves.
 */
export function DetailPageSkeleton({ children }: { children?: ReactNode }) {
  if (children)
    return (
      <div className={`${detailColumns} items-start`}>
        {children}
        <DetailSkeleton rows={4} />
      </div>
    )
  return (
    <div className={`${detailColumns} lg:grid-rows-[auto_1fr]`}>
      <TilesSkeleton />
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <DetailSkeleton rows={4} />
      </div>
      <TableSkeleton rows={5} />
    </div>
  )
}
