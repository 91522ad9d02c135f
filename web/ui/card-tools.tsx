import { Button } from './button.tsx'
import { PageCheckbox } from './row-checkbox.tsx'
import { Select } from './select.tsx'
import type { Sorting } from './sort-button.tsx'
import type { TableColumn } from './table-column.ts'
import type { Selection } from './use-selection.ts'

const orderNames = {
  name: ['A to Z', 'Z to A'],
  amount: ['highest first', 'lowest first'],
  date: ['latest first', 'earliest first'],
} as const

/** The default order of every list has one name, whatever the heading of its column. */
const ages = ['Newest first', 'Oldest first'] as const

type CardToolsProps<Row> = {
  columns: readonly TableColumn<Row>[]
  sorting: Sorting | undefined
  selection: Pick<Selection<unknown>, 'hasAll' | 'rows' | 'toggleAll' | 'clear'> | undefined
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
}

/** Order of the list and selection of rows, for a table whose rows are cards and which has no headings for them. */
export function CardTools<Row>({ columns, sorting, selection, isSelecting, onSelecting }: CardToolsProps<Row>) {
  const orders = columns.flatMap(({ label, sortBy }) => {
    if (!sortBy) return []
    const { field, kind } = sortBy
    const values = kind === 'name' ? [field, `-${field}`] : [`-${field}`, field]
    const names = field === 'createdAt' ? ages : orderNames[kind].map((name) => `${label}, ${name}`)
    return values.map((value, index) => ({ value, label: names[index]! }))
  })
  if (!selection && !sorting) return null
  // A list may be sorted by date without a column for it.
  if (!orders.some(({ value }) => value === '-createdAt'))
    orders.unshift({ value: '-createdAt', label: ages[0] }, { value: 'createdAt', label: ages[1] })
  const end = () => {
    selection?.clear()
    onSelecting(false)
  }
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line bg-sunken pr-2 rows:hidden">
      {isSelecting && selection ? (
        <PageCheckbox selection={selection} text="Select all" />
      ) : (
        sorting && (
          <div className="min-w-0 flex-[1_1_8rem]">
            <Select
              aria-label="Sort by"
              options={orders}
              value={sorting.sort}
              onChange={({ target }) => sorting.onSort(target.value)}
              className="border-transparent! bg-transparent! font-medium"
            />
          </div>
        )
      )}
      {selection && (
        <Button tone="ghost" onClick={() => (isSelecting ? end() : onSelecting(true))} className="ml-auto">
          {isSelecting ? 'Done' : 'Select'}
        </Button>
      )}
    </div>
  )
}
