import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { CardTools } from './card-tools.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { isFocusLost } from './page-focus.ts'
import { PageCheckbox } from './row-checkbox.tsx'
import { SortButton, type Sorting, sortDirection } from './sort-button.tsx'
import { columnVisibility, type TableColumn } from './table-column.ts'
import { TableRow } from './table-row.tsx'
import type { Selection } from './use-selection.ts'

const SelectionBar = lazyComponent(() => import('./selection-bar.tsx').then((m) => m.SelectionBar))

/** Selection of rows, and the actions on selected rows. */
export type Selecting<Row> = {
  selection: Selection<Row>
  /** Name of a row, for its checkbox. */
  nameOf: (row: Row) => string
  /** Singular and plural name of the rows. */
  rows: readonly [one: string, many: string]
  /** Buttons for the selected rows. */
  actions: ReactNode
}

export type TableProps<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Makes the first cell a link that covers its row, where it returns a path. Buttons in other cells stay clickable above it. */
  linkOf?: (row: Row) => string | undefined
  /** The next page is loading: the current rows stay, at 60% opacity. */
  busy?: boolean
  /** Order of the rows; columns with `sortBy` change it. */
  sorting?: Sorting
  selecting?: Selecting<Row>
  /** Usually a `Pager`. */
  footer?: ReactNode
}

/** Places in a card, whose lines are broken in `table-row.tsx`. */
const corners = {
  title: 'cards:order-1 cards:min-w-0 cards:flex-1 cards:whitespace-normal',
  /** Place of a title with no value beside it. */
  wideTitle: 'cards:order-1 cards:basis-full',
  value: 'cards:order-1 cards:max-w-[70%] cards:overflow-visible cards:text-right cards:whitespace-normal',
  note: 'cards:order-3 cards:min-w-0 cards:flex-1 cards:text-sm cards:whitespace-normal cards:text-muted',
  /** Amount as a note: it is not truncated, and pushes the state to a line of its own. */
  noteAmount: 'cards:order-3 cards:min-w-fit cards:flex-1 cards:text-sm cards:text-muted',
  state: 'cards:order-4 cards:ml-auto cards:max-w-[70%] cards:overflow-visible',
  menu: 'cards:absolute cards:inset-y-0 cards:right-[8px] cards:flex cards:items-center cards:overflow-visible',
  tools: 'cards:order-5 cards:mt-1 cards:basis-full',
}

/** Room of the checkboxes, in rem. */
const checkboxRoom = 2

/** Classes of the cells of each column, by its label. */
function cellClasses<Row>(
  columns: readonly TableColumn<Row>[],
  { taken, isSelecting }: { taken: number; isSelecting: boolean },
): ReadonlyMap<string, string> {
  const visibility = columnVisibility(columns, taken)
  const hasValue = columns.some(({ phone }) => phone === 'value')
  return new Map(
    columns.map(({ label, align, phone, fullText, quiet }) => {
      const isAmount = align === 'right' && !fullText
      const corner = phone === 'title' && !hasValue ? 'wideTitle' : phone === 'note' && isAmount ? 'noteAmount' : phone
      return [
        label,
        [
          'truncate rows:px-3 rows:first:pl-5 rows:last:pr-5',
          align === 'right' ? 'rows:text-right' : 'text-left',
          corner && !(isSelecting && corner === 'menu') ? corners[corner] : 'cards:hidden',
          fullText ? 'rows:max-w-88 rows:min-w-24' : '',
          visibility.get(label) ?? '',
          quiet ? 'text-muted' : '',
        ].join(' '),
      ]
    }),
  )
}

/** Table of one page of rows from the server. In a narrow place its rows are cards of two lines. */
export function Table<Row>({ label, columns, rows, keyOf, linkOf, busy, sorting, selecting, footer }: TableProps<Row>) {
  const [isSelecting, setSelecting] = useState(false)
  const classes = cellClasses(columns, { taken: selecting ? checkboxRoom : 0, isSelecting })
  const selection = selecting?.selection
  const table = useRef<HTMLTableElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useKeptFocus(card, table)
  return (
    <div ref={card} className="card @container/table overflow-clip">
      <CardTools {...{ columns, sorting, selection, isSelecting }} onSelecting={setSelecting} />
      <table
        ref={table}
        aria-label={label}
        aria-busy={busy}
        tabIndex={-1}
        className="w-full -outline-offset-2 cards:block"
      >
        <thead className="cards:sr-only">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={sorting && column.sortBy && sortDirection(column.sortBy, sorting.sort)}
                className={`sticky top-14 z-1 h-9 border-b border-line bg-sunken text-xs font-medium text-muted lg:top-16 ${classes.get(column.label)}`}
              >
                {selection && index === 0 ? (
                  <div className="flex items-center gap-3">
                    <PageCheckbox selection={selection} className="h-9! pl-0! cards:hidden" />
                    <Heading column={column} sorting={sorting} />
                  </div>
                ) : (
                  <Heading column={column} sorting={sorting} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={`transition-opacity cards:block ${busy ? 'opacity-60' : ''}`}>
          {rows.map((row) => (
            <TableRow
              key={keyOf(row)}
              {...{ row, columns, classes }}
              to={linkOf?.(row)}
              selectable={
                selecting && {
                  selection: selecting.selection,
                  isSelecting,
                  id: keyOf(row),
                  name: selecting.nameOf(row),
                }
              }
            />
          ))}
        </tbody>
      </table>
      {selecting && <SelectedRows {...selecting} />}
      {footer}
    </div>
  )
}

/** Number of selected rows, also for screen readers, and their actions. */
function SelectedRows<Row>({ selection, rows: [one, many], actions }: Selecting<Row>) {
  const count = selection.rows.length
  const text = count === 0 ? '' : `${count} ${count === 1 ? one : many} selected`
  return (
    <>
      <p role="status" className="sr-only">
        {text}
      </p>
      {count > 0 && (
        <Suspense>
          <SelectionBar text={text} onClear={selection.clear}>
            {actions}
          </SelectionBar>
        </Suspense>
      )}
    </>
  )
}

/**
 * Moves the focus to the table when the element that had it is removed: a row with its menu, or the bar of the selected rows with its
 * dialogs.
 */
function useKeptFocus(card: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null)
  useEffect(() => {
    const element = card.current
    const keep = () => {
      focused.current = document.activeElement
    }
    element?.addEventListener('focusin', keep)
    return () => element?.removeEventListener('focusin', keep)
  }, [card])
  useEffect(() => {
    if (focused.current?.isConnected !== false || !isFocusLost()) return
    focused.current = null
    table.current?.focus({ preventScroll: true })
  })
}

function Heading<Row>({ column, sorting }: { column: TableColumn<Row>; sorting: Sorting | undefined }) {
  const { label, sortBy, hideLabel } = column
  if (sortBy && sorting)
    return (
      <>
        <SortButton label={label} by={sortBy} sorting={sorting} />
        {/* The headings of cards are for screen readers only: a button there would be an invisible tab stop. */}
        <span className="rows:hidden">{label}</span>
      </>
    )
  return hideLabel ? <span className="sr-only">{label}</span> : label
}
