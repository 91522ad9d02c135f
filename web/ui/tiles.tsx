import type { CSSProperties, ReactNode } from 'react'
import { DefinitionMenu } from './definition-menu.tsx'
import { tileClasses } from './tile-classes.ts'

/** `definition`: how the value is computed, shown by an (i) button. */
export type TileItem = { label: string; value: ReactNode; note?: ReactNode; definition?: string }

/** Stat tiles side by side; two per row on a phone, one on a very narrow one. All values of a row have one size. */
export function Tiles({ tiles, layout }: { tiles: readonly TileItem[]; layout?: string }) {
  const classes = tileClasses(tiles.length, layout)
  const characters = Math.max(1, ...tiles.map(({ value }) => (typeof value === 'string' ? value.length : 0)))
  return (
    <dl className={classes.row} style={{ '--characters': characters } as CSSProperties}>
      {tiles.map(({ label, value, note, definition }) => (
        <div key={label} className={`@container ${classes.tile} gap-1.5`}>
          <dt className="flex items-center justify-between gap-1 text-sm text-muted">
            {label}
            {definition && <DefinitionMenu label={`How ${label} is counted`}>{definition}</DefinitionMenu>}
          </dt>
          <dd className="figures fitting-figure">{value}</dd>
          {note && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
