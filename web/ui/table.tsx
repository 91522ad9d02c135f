import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { useReturnFocus } from './page-focus.ts'
import { SortButton, type Sorting, sortDirection } from './sort-button.tsx'
import { columnVisibility, type TableColumn } from './table-column.ts'

export type TableProps<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Makes the first cell a link that covers its row. Buttons in other cells stay clickable above it. */
  linkOf?: (row: Row) => string
  /** The next page is loading: the current rows stay, at 60% opacity. */
  busy?: boolean
  /** Order of the rows; columns with `sortBy` change it. */
  sorting?: Sorting
  /** Usually a `Pager`. */
  footer?: ReactNode
}

const corners = {
  title: 'cards:col-start-1 cards:row-start-1 cards:whitespace-normal',
  /** For a title with no value beside it. */
  wideTitle: 'cards:col-span-2 cards:col-start-1 cards:row-start-1',
  value: 'cards:col-start-2 cards:row-start-1 cards:text-right',
  note: 'cards:col-start-1 cards:row-start-2 cards:text-sm cards:whitespace-normal cards:text-muted',
  state: 'cards:col-start-2 cards:row-start-2 cards:justify-self-end',
  tools: 'cards:col-span-2 cards:col-start-1 cards:row-start-3',
}

/** Classes of the cells of each column, by its label. */
function cellClasses<Row>(columns: readonly TableColumn<Row>[]): ReadonlyMap<string, string> {
  const visibility = columnVisibility(columns)
  const hasValue = columns.some(({ phone }) => phone === 'value')
  return new Map(
    columns.map(({ label, align, phone, fullText, quiet }) => {
      const corner = phone === 'title' && !hasValue ? 'wideTitle' : phone
      return [
        label,
        [
          'truncate rows:px-3 rows:first:pl-5 rows:last:pr-5',
          align === 'right' ? 'rows:text-right' : 'text-left',
          corner ? corners[corner] : 'cards:hidden',
          fullText ? 'rows:max-w-88 rows:min-w-24' : '',
          visibility.get(label) ?? '',
          quiet ? 'text-muted' : '',
        ].join(' '),
      ]
    }),
  )
}

/** Table of one page of rows from the server. In a narrow place its rows are cards of two lines. */
export function Table<Row>({ label, columns, rows, keyOf, linkOf, busy, sorting, footer }: TableProps<Row>) {
  const classes = cellClasses(columns)
  return (
    <div className="card @container/table overflow-clip">
      <table aria-label={label} aria-busy={busy} className="w-full cards:block">
        <thead className="cards:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={sorting && column.sortBy && sortDirection(column.sortBy, sorting.sort)}
                className={`sticky top-14 z-1 h-9 border-b border-line bg-sunken text-xs font-medium text-muted lg:top-16 ${classes.get(column.label)}`}
              >
                <Heading column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={`transition-opacity cards:block ${busy ? 'opacity-60' : ''}`}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} columns={columns} classes={classes} to={linkOf?.(row)} />
          ))}
        </tbody>
      </table>
      {footer}
    </div>
  )
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

type TableRowProps<Row> = {
  row: Row
  columns: readonly TableColumn<Row>[]
  classes: ReadonlyMap<string, string>
  to: string | undefined
}

function TableRow<Row>({ row, columns, classes, to }: TableRowProps<Row>) {
  const fullTexts = columns.map(({ fullText }) => fullText?.(row)).filter(Boolean)
  return (
    <tr
      className={`relative border-line not-last:border-b cards:grid cards:grid-cols-[minmax(0,1fr)_auto] cards:items-center cards:gap-x-4 cards:gap-y-1 cards:px-4 cards:py-3 ${to ? 'hover:bg-sunken' : ''}`}
    >
      {columns.map(({ label, cell, fullText }, index) => (
        <td
          key={label}
          // The link covers the whole row, so it shows the texts of all cells.
          title={to ? undefined : (fullText?.(row) ?? undefined)}
          className={`rows:h-11 ${classes.get(label)} ${to && index > 0 ? '[&_:is(a,button)]:relative [&_:is(a,button)]:z-1' : ''}`}
        >
          <Shrinking when={Boolean(fullText)}>
            {to && index === 0 ? (
              <RowLink to={to} title={fullTexts.join('\n') || undefined}>
                {cell(row)}
              </RowLink>
            ) : (
              cell(row)
            )}
          </Shrinking>
        </td>
      ))}
    </tr>
  )
}

/** Link of the first cell that covers the row. */
function RowLink({ to, title, children }: { to: string; title: string | undefined; children: ReactNode }) {
  const ref = useRef<HTMLAnchorElement>(null)
  useReturnFocus(ref)
  return (
    <Link
      ref={ref}
      to={to}
      title={title}
      className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
    >
      {children}
    </Link>
  )
}

/** Lets a cell be narrower than its text. The grid is as wide as the text where there is room, and has no minimum. */
function Shrinking({ when, children }: { when: boolean; children: ReactNode }) {
  if (!when) return children
  return (
    <div className="grid grid-cols-[minmax(0,max-content)]">
      <div className="truncate">{children}</div>
    </div>
  )
}
