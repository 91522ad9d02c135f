import type { ReactNode } from 'react'

/** Placeholder of a line of text. Set its width by class: `w-24`. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span className={`skeleton block max-w-full ${className}`} />
}

/** Announces "Loading" to screen readers and hides the placeholder shapes from them. */
export function Loading({ children, className }: { children: ReactNode; className: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  )
}

export const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const widths = ['w-32', 'w-24', 'w-40', 'w-28']

type TableSkeletonProps = { rows?: number; hasPager?: boolean; hasTools?: boolean }

/** As high as the table that follows, whose rows are cards in a narrow place. */
export function TableSkeleton({ rows = 12, hasPager, hasTools }: TableSkeletonProps) {
  return (
    <Loading className="card @container/table overflow-clip">
      <div className={`border-b border-line bg-sunken rows:h-9 ${hasTools ? 'h-12' : 'cards:hidden'}`} />
      {times(rows).map((row) => (
        <div key={row} className="flex h-[70px] items-center gap-6 border-line px-4 not-last:border-b rows:h-11">
          <div className="flex-1">
            <Skeleton className={`h-3.5 ${widths[row % 4]}`} />
          </div>
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-5 w-20 rounded-full! cards:hidden" />
          <Skeleton className="h-3.5 w-32 max-lg:hidden" />
          <Skeleton className="h-3.5 w-28 max-lg:hidden" />
        </div>
      ))}
      {hasPager && <div className="h-14 border-t border-line" />}
    </Loading>
  )
}

/** Placeholder of the label and value rows of a detail page. */
export function DetailSkeleton({ rows = 7 }: { rows?: number }) {
  return (
    <Loading className="card px-5 py-2">
      {times(rows).map((row) => (
        <div key={row} className="flex h-[45px] items-center justify-between border-line not-last:border-b">
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className={`h-3.5 ${widths[row % 4]}`} />
        </div>
      ))}
    </Loading>
  )
}

/** Placeholder of a short list, as in a menu. */
export function LinesSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Loading className="px-4 py-2">
      {times(lines).map((line) => (
        <div key={line} className="flex flex-col gap-2 py-2.5">
          <Skeleton className={`h-3.5 ${widths[line % 4]}`} />
          <Skeleton className="h-3 w-48" />
        </div>
      ))}
    </Loading>
  )
}
