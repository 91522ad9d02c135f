import { groupDigits } from '@adire/contract/group-digits.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './button.tsx'
import { Select } from './select.tsx'

export type PageSizes = { choices: readonly number[]; choose: (size: number) => void }

type PagerProps = {
  offset: number
  limit: number
  total: number
  /** The server stopped counting at `total`. */
  totalIsCapped?: boolean
  onOffset: (offset: number) => void
  /** There is no page after this one, even if there are more rows. */
  isFurthest?: boolean | undefined
  /** The next page is loading. The buttons keep the focus meanwhile. */
  busy?: boolean
  /** Choice of rows per page, shown if there is more than one page of the smallest. */
  sizes?: PageSizes | undefined
}

const edge =
  'border border-line-strong bg-surface shadow-e1 disabled:shadow-none aria-disabled:opacity-45 aria-disabled:cursor-default'

export function Pager({ offset, limit, total, totalIsCapped, onOffset, isFurthest, busy, sizes }: PagerProps) {
  const last = Math.min(offset + limit, total)
  return (
    <div className="sticky bottom-0 z-1 flex min-h-14 flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-b-lg border-t border-line bg-surface px-4 py-1.5 md:px-5">
      <p className="figures min-w-12 flex-1 text-muted" aria-live="polite">
        {total === 0 ? '0' : `${groupDigits(offset + 1)}\u2013${groupDigits(last)}`} of {groupDigits(total)}
        {totalIsCapped && (isFurthest ? '+. Filter the list to see more' : '+')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {sizes && total > Math.min(...sizes.choices) && (
          <div className="max-[24rem]:hidden">
            <Select
              aria-label="Rows per page"
              options={sizes.choices.map((size) => ({ value: String(size), label: `${size} rows` }))}
              value={limit}
              onChange={(event) => sizes.choose(Number(event.target.value))}
              className="h-9 min-h-0! w-auto! py-1! pointer-coarse:h-11"
            />
          </div>
        )}
        <IconButton
          label="Previous page"
          className={edge}
          disabled={offset === 0}
          aria-disabled={busy}
          onClick={() => !busy && onOffset(Math.max(0, offset - limit))}
        >
          <ChevronLeft strokeWidth={1.75} />
        </IconButton>
        <IconButton
          label="Next page"
          className={edge}
          disabled={(last >= total && !totalIsCapped) || isFurthest}
          aria-disabled={busy}
          onClick={() => !busy && onOffset(offset + limit)}
        >
          <ChevronRight strokeWidth={1.75} />
        </IconButton>
      </div>
    </div>
  )
}
