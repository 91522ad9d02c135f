import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type FilterBarProps = {
  search?: ReactNode
  children?: ReactNode
  /** Passed only while a filter is set; shows the Clear button. */
  onClear?: (() => void) | undefined
}

/**
 * Row of search and filters above a table; the filters scroll sideways on a phone. On wider screens the search field gives up room
 * for what a filter adds, so that nothing moves to another line where one line is enough.
 */
export function FilterBar({ search, children, onClear }: FilterBarProps) {
  return (
    <search className="mb-4 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      {search}
      <div className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 sm:contents">
        {children}
        {onClear && (
          <Button tone="ghost" icon={<X strokeWidth={1.75} />} onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
    </search>
  )
}
