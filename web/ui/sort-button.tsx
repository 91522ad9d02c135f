import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

export type Sorting = {
  /** Name of a field, with a minus sign for descending order. */
  sort: string
  onSort: (sort: string) => void
}

export type SortField = {
  field: string
  /** Kind of the values: names are sorted from A first, amounts and dates from the largest first. */
  kind: 'name' | 'amount' | 'date'
}

/** Value of `aria-sort`. */
export const sortDirection = ({ field }: SortField, sort: string) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'

/** Heading of a column that sorts the list, and reverses the order when pressed again. */
export function SortButton({ label, by, sorting }: { label: string; by: SortField; sorting: Sorting }) {
  const { field, kind } = by
  const direction = sortDirection(by, sorting.sort)
  const next = direction === 'none' ? kind === 'name' : direction === 'descending'
  const Arrow = direction === 'none' ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(next ? field : `-${field}`)}
      className={`group -mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 font-medium hover:text-ink cards:hidden ${direction === 'none' ? '' : 'text-ink'}`}
    >
      {label}
      <Arrow
        className={`size-3.5 shrink-0 ${direction === 'none' ? 'opacity-40 group-hover:opacity-100' : ''}`}
        strokeWidth={1.75}
        aria-hidden="true"
      />
    </button>
  )
}
