import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DefinitionMenu } from '../../ui/definition-menu.tsx'

type StatTileProps = {
  label: string
  /** How the value is computed, shown by the (i) button. */
  formula: string
  to: string
  value: ReactNode
  note: ReactNode
  className?: string
}

/** Stat that links to the list behind it. The link covers the tile, with the (i) button above it. */
export function StatTile({ label, formula, to, value, note, className = '' }: StatTileProps) {
  return (
    <div
      className={`relative flex min-w-0 flex-col gap-1.5 bg-surface p-4 transition-colors hover:bg-sunken max-sm:pr-2 sm:p-5 ${className}`}
    >
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
