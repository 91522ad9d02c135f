import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type TableColumn<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** Corner of the cell on a phone, where a row has two lines: title, value / note, state. A column without one is hidden there. */
  phone?: 'title' | 'value' | 'note' | 'state'
  /** Hidden on screens narrower than this; the row's own page shows everything. */
  from?: 'lg' | 'xl'
  /** Muted text colour. */
  quiet?: boolean
  /** Heading for screen readers only, as over a column of buttons. */
  hideLabel?: boolean
  /** CSV columns with the same data. */
  csv?: readonly string[]
}

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
  /** Usually a `Pager`. */
  footer?: ReactNode
}

const corners = {
  title: 'max-md:col-start-1 max-md:row-start-1',
  /** For a title with no value beside it. */
  wideTitle: 'max-md:col-span-2 max-md:col-start-1 max-md:row-start-1',
  value: 'max-md:col-start-2 max-md:row-start-1 max-md:text-right',
  note: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-muted',
  state: 'max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end',
}

function cellClass<Row>({ align, phone, from, quiet }: TableColumn<Row>, columns: readonly TableColumn<Row>[]): string {
  const corner = phone === 'title' && !columns.some((column) => column.phone === 'value') ? 'wideTitle' : phone
  return [
    'truncate md:px-3 md:first:pl-5 md:last:pr-5',
    align === 'right' ? 'md:text-right' : 'text-left',
    corner ? corners[corner] : 'max-md:hidden',
    from === 'lg' ? 'max-lg:hidden' : from === 'xl' ? 'max-xl:hidden' : '',
    quiet ? 'text-muted' : '',
  ].join(' ')
}

/** Table of one page of rows from the server: no client-side sorting or selection. */
export function Table<Row>({ label, columns, rows, keyOf, linkOf, busy, footer }: TableProps<Row>) {
  return (
    <div className="card overflow-clip">
      <table aria-label={label} aria-busy={busy} className="w-full max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={`sticky top-14 z-1 h-9 border-b border-line bg-sunken text-xs font-medium text-muted lg:top-16 ${cellClass(column, columns)}`}
              >
                {column.hideLabel ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={`transition-opacity max-md:block ${busy ? 'opacity-60' : ''}`}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} columns={columns} to={linkOf?.(row)} />
          ))}
        </tbody>
      </table>
      {footer}
    </div>
  )
}

function TableRow<Row>({
  row,
  columns,
  to,
}: {
  row: Row
  columns: readonly TableColumn<Row>[]
  to: string | undefined
}) {
  return (
    <tr
      className={`relative border-line not-last:border-b max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3 ${to ? 'hover:bg-sunken' : ''}`}
    >
      {columns.map((column, index) => (
        <td
          key={column.label}
          className={`md:h-11 ${cellClass(column, columns)} ${to && index > 0 ? '[&_:is(a,button)]:relative [&_:is(a,button)]:z-1' : ''}`}
        >
          {to && index === 0 ? (
            <Link
              to={to}
              className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}
