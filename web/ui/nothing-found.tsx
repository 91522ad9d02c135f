import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

type NothingFoundProps = {
  /** Plural name of the rows: customers, plans. */
  what: string
  search: string | undefined
  onClear: () => void
}

/** Empty state of a list whose search and filters match no rows. */
export const NothingFound = ({ what, search, onClear }: NothingFoundProps) => (
  <Empty
    title="Nothing found"
    action={
      <Button tone="secondary" onClick={onClear}>
        Show all {what}
      </Button>
    }
  >
    {search ? `No ${what} match \u201c${search}\u201d.` : `No ${what} match these filters.`}
  </Empty>
)
