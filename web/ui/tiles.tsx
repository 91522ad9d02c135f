import type { ReactNode } from 'react'
import { DefinitionMenu } from './definition-menu.tsx'

/** `definition`: how the value is computed, shown by an (i) button. */
export type TileItem = { label: string; value: ReactNode; note?: ReactNode; definition?: string }

const even = 'lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none'

/** Stat tiles side by side; two per row on a phone. */
export function Tiles({ tiles, layout = even }: { tiles: readonly TileItem[]; layout?: string }) {
  return (
    <dl className={`card grid grid-cols-2 gap-px overflow-clip bg-line! ${layout}`}>
      {tiles.map(({ label, value, note, definition }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col gap-1.5 bg-surface p-4 max-sm:px-3 sm:p-5 max-lg:[&:first-child:nth-last-child(odd)]:col-span-2"
        >
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
