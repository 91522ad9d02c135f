import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'

type Line = { key: string; title: ReactNode; note?: ReactNode; aside?: ReactNode }

/** Card with a line per object, or what its absence means. */
export function ListCard({ title, lines, none }: { title: string; lines: readonly Line[]; none: string }) {
  return (
    <Card title={title}>
      {lines.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="-mt-1 -mb-3 divide-y divide-line empty:hidden">
        {lines.map(({ key, title: name, note, aside }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{name}</span>
              {note && <span className="block text-sm wrap-anywhere text-muted">{note}</span>}
            </span>
            {aside}
          </li>
        ))}
      </ul>
    </Card>
  )
}
