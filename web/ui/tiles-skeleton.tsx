import { Loading, Skeleton, times } from './skeleton.tsx'
import { tileClasses } from './tile-classes.ts'

type TilesSkeletonProps = { tiles?: number; layout?: string; hasNotes?: boolean }

/** Placeholder of a row of tiles. `hasNotes`: whether a line follows each figure. */
export function TilesSkeleton({ tiles = 4, layout, hasNotes = true }: TilesSkeletonProps) {
  const classes = tileClasses(tiles, layout)
  return (
    <Loading className={classes.row}>
      {times(tiles).map((tile) => (
        <div key={tile} className={`${classes.tile} gap-3`}>
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-6 w-28" />
          {hasNotes && <Skeleton className="h-3 w-16" />}
        </div>
      ))}
    </Loading>
  )
}
