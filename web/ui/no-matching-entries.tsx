import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** Empty state of a log whose filters match no entries. */
export const NoMatchingEntries = ({ onClear, children }: { onClear: () => void; children: ReactNode }) => (
  <Empty
    title="Nothing found"
    action={
      <Button tone="secondary" onClick={onClear}>
        Clear the filters
      </Button>
    }
  >
    {children}
  </Empty>
)
