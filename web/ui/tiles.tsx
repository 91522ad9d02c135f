import type { ReactNode } from 'react'
import { DefinitionMenu } from './definition-menu.tsx'

/** `definition`: how the value is computed, shown by an (i) button. */
export type TileItem = { label: string; value: ReactNode; note?: ReactNode; definition?: string }

/** More than three tiles have room for amounts of hundreds of millions side by side only beyond 1280 px. */
const few = {
  row: 'lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none',
  tile: 'max-lg:[&:first-child:nth-last-child(odd)]:col-span-full',
}
const many = {
  row: 'xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none',
  tile: 'max-xl:[&:first-child:nth-last-child(odd)]:col-span-full',
}

/** Classes of a row of tiles, and of each tile in it. */
export function tileClasses(count: number, layout?: string) {
  const { row, tile } = count > 3 && !layout ? many : few
  return {
    row: `card grid grid-cols-2 gap-px overflow-clip bg-line! max-[22.5rem]:grid-cols-1 ${layout ?? row}`,
    tile: `flex min-w-0 flex-col bg-surface p-4 max-sm:px-3 sm:p-5 ${tile}`,
  }
}

/** Stat tiles side by side; two per row on a phone, one on a very narrow one. */
export function Tiles({ tiles, layout }: { tiles: readonly TileItem[]; layout?: string }) {
  const classes = tileClasses(tiles.length, layout)
  return (
    <dl className={classes.row}>
      {tiles.map(({ label, value, note, definition }) => (
        <div key={label} className={`${classes.tile} gap-1.5`}>
          <dt className="flex items-center justify-between gap-1 text-sm text-muted">
            {label}
            {definition && <DefinitionMenu label={`How ${label} is counted`}>{definition}</DefinitionMenu>}
          </dt>
          <dd className="figures text-xl font-semibold max-sm:text-md">{value}</dd>
          {note && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
