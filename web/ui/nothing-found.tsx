import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

type NothingFoundProps = {
  /** Plural name of the rows: customers, plans. */
  what: string
  onClear: () => void
  /** Description of the search and filters. */
  children: ReactNode
}

/** Empty state of a list whose filters match no rows. */
export const NothingFound = ({ what, onClear, children }: NothingFoundProps) => (
  <Empty
    title="Nothing found"
    action={
      <Button tone="secondary" onClick={onClear}>
        Show all {what}
      </Button>
    }
  >
    {children}
  </Empty>
)
