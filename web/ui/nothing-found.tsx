import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

type NothingFoundProps = {
  /** What is listed: customers, plans. */
  what: string
  onClear: () => void
  /** What was looked for, and how. */
  children: ReactNode
}

/** Where a list has rows, but none that its filters let through. */
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
