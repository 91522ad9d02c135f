import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './button.tsx'

type PagerProps = {
  offset: number
  limit: number
  total: number
  /** The server stopped counting at `total`. */
  totalIsCapped?: boolean
  onOffset: (offset: number) => void
  busy?: boolean
}

const number = (value: number) => value.toLocaleString('en-US')
const edge = 'border border-line-strong bg-surface shadow-e1 disabled:shadow-none'

export function Pager({ offset, limit, total, totalIsCapped, onOffset, busy }: PagerProps) {
  const last = Math.min(offset + limit, total)
  return (
    <div className="sticky bottom-0 z-1 flex h-14 items-center justify-between gap-4 rounded-b-lg border-t border-line bg-surface px-4 pointer-coarse:h-16 md:px-5">
      <p className="figures text-muted" aria-live="polite">
        {total === 0 ? '0' : `${number(offset + 1)}\u2013${number(last)}`} of {number(total)}
        {totalIsCapped && '+'}
      </p>
      <div className="flex gap-2">
        <IconButton
          label="Previous page"
          className={edge}
          disabled={offset === 0 || busy}
          onClick={() => onOffset(Math.max(0, offset - limit))}
        >
          <ChevronLeft strokeWidth={1.75} />
        </IconButton>
        <IconButton
          label="Next page"
          className={edge}
          disabled={(last >= total && !totalIsCapped) || busy}
          onClick={() => onOffset(offset + limit)}
        >
          <ChevronRight strokeWidth={1.75} />
        </IconButton>
      </div>
    </div>
  )
}
