import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** Shown when the page in the URL is past the end, for example because the list is shorter now. */
export const PastTheEnd = ({ onFirst }: { onFirst: () => void }) => (
  <Empty
    title="Nothing found"
    action={
      <Button tone="secondary" onClick={onFirst}>
        Show the first page
      </Button>
    }
  >
    This page is empty.
  </Empty>
)
