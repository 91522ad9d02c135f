import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DefinitionMenu } from '../../ui/definition-menu.tsx'
import { Loading, Skeleton, times } from '../../ui/skeleton.tsx'

/** Classes of the grid of tiles. */
export const tilesClass = 'card grid gap-px overflow-clip bg-line!'

type StatTileProps = {
  label: string
  /** How the value is computed, shown by the (i) button. */
  formula: string
  to: string
  value: ReactNode
  note: ReactNode
  className?: string
}

const tileClass = 'flex min-w-0 flex-col gap-1.5 bg-surface p-4 max-sm:pr-2 sm:p-5'

/** Stat that links to the list behind it. The link covers the tile, with the (i) button above it. */
export function StatTile({ label, formula, to, value, note, className = '' }: StatTileProps) {
  return (
    <div className={`@container relative ${tileClass} transition-colors hover:bg-sunken ${className}`}>
      <dt className="flex items-center justify-between gap-1 text-sm text-muted">
        <Link
          to={to}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
        >
          {label}
        </Link>
        <DefinitionMenu label={`How ${label.toLowerCase()} is counted`}>{formula}</DefinitionMenu>
      </dt>
      <dd className="figures text-xl leading-7 font-semibold max-sm:text-lg max-sm:leading-6">{value}</dd>
      <dd className="max-sm:[&_.figures+.text-muted]:hidden">{note}</dd>
    </div>
  )
}

type StatTilesSkeletonProps = { tiles: number; columns: string; noteHeight: string }

/** Placeholder of tiles, as high as they will be. With an odd number, the first is as wide as the others together where there are two columns. */
export const StatTilesSkeleton = ({ tiles, columns, noteHeight }: StatTilesSkeletonProps) => (
  <Loading className={`${tilesClass} ${columns}`}>
    {times(tiles).map((tile) => (
      <div key={tile} className={`${tileClass} max-lg:[&:first-child:nth-last-child(odd)]:col-span-full`}>
        <div className="flex h-5 items-center">
          <Skeleton className="h-3.5 w-20" />
        </div>
        <div className="flex h-7 items-center max-sm:h-6">
          <Skeleton className="h-5 w-28" />
        </div>
        <div className={noteHeight}>
          <Skeleton className="h-3 w-16" />
        </div>
      </div>
    ))}
  </Loading>
)
