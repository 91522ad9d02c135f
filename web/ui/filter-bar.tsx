import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button, buttonClass } from './button.tsx'

type FilterBarProps = {
  search?: ReactNode
  children?: ReactNode
  /** Passed only while a filter is set; shows the Clear button. */
  onClear?: (() => void) | undefined
  /** Values of the filters, without the search. With them, a phone shows the filters in a sheet behind one button. */
  values?: readonly (string | number | undefined)[]
  /** Buttons for the filtered rows, where no page header has it; at the end, and on a phone beside the button of the filters. */
  action?: ReactNode
}

/**
 * Row of search and filters above a table. On wider screens the search field gives up room for what a filter adds, so that nothing
 * moves to another line where one line is enough.
 */
export function FilterBar({ search, children, onClear, values, action }: FilterBarProps) {
  const filters = (
    <>
      {children}
      {onClear && (
        <Button tone="ghost" icon={<X strokeWidth={1.75} />} onClick={onClear}>
          Clear
        </Button>
      )}
    </>
  )
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      {search}
      {values ? (
        <FilterSheet count={values.filter((value) => value !== undefined).length}>{filters}</FilterSheet>
      ) : (
        <div className="flex w-full flex-wrap gap-2 empty:hidden sm:contents">{filters}</div>
      )}
      {action && <div className="ml-auto flex flex-wrap gap-2">{action}</div>}
    </search>
  )
}

/**
 * Filters in the row, and on a phone in a sheet at the bottom. They are the same elements: on wider screens the sheet has no box of its
 * own, so that only its content is there.
 */
function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <button type="button" popoverTarget={id} className={`${buttonClass({ tone: 'secondary' })} sm:hidden`}>
        <SlidersHorizontal strokeWidth={1.75} aria-hidden="true" />
        Filters
        {count > 0 && (
          <span className="figures -mr-1 rounded-full bg-brand px-1.5 text-xs leading-5 text-white">
            {count}
            <span className="sr-only"> set</span>
          </span>
        )}
      </button>
      <div
        id={id}
        popover="auto"
        data-sheet
        className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none flex-col gap-3 overflow-y-auto rounded-t-xl bg-raised px-6 pt-5 pb-6 text-ink shadow-e3 open:flex open:animate-sheet sm:contents [&>button]:justify-start"
      >
        <h2 className="text-lg font-semibold sm:hidden">Filters</h2>
        {children}
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={`${buttonClass({ size: 'md' })} mt-2 justify-center! sm:hidden`}
        >
          Show results
        </button>
      </div>
    </>
  )
}
