import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useReturnFocus } from './page-focus.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { TableColumn } from './table-column.ts'
import type { Selection } from './use-selection.ts'

type Selectable = {
  selection: Pick<Selection<unknown>, 'has' | 'toggle'>
  /** Where rows are cards, they have checkboxes only while the user selects. */
  isSelecting: boolean
  id: string
  name: string
}

type TableRowProps<Row> = {
  row: Row
  columns: readonly TableColumn<Row>[]
  classes: ReadonlyMap<string, string>
  to: string | undefined
  selectable: Selectable | undefined
}

/**
 * Two lines, broken by an empty element between them: title and value, note and state. Amounts and statuses are never truncated: the
 * title and the note give up their room, each on its own line.
 */
const cardLines =
  'cards:flex cards:flex-wrap cards:items-center cards:gap-x-2 cards:before:order-2 cards:before:h-1 cards:before:basis-full cards:px-4 cards:py-3'

/** Room beside all rows for the menu, which is in the last column, if one row has a menu. */
const menuRoom = 'cards:in-[tbody:has(>tr>td:last-child:not(:empty))]:pr-[52px]'

/** Row of a table. Space on its link selects it, as on its checkbox. */
export function TableRow<Row>({ row, columns, classes, to, selectable }: TableRowProps<Row>) {
  const hasMenu = columns.some(({ phone }) => phone === 'menu')
  const isSelected = selectable?.selection.has(selectable.id)
  const fullTexts = columns.map(({ fullText }) => fullText?.(row)).filter(Boolean)
  const selectBySpace = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !selectable) return
    event.preventDefault()
    selectable.selection.toggle(selectable.id, event.shiftKey)
  }
  return (
    <tr
      className={`relative border-line not-last:border-b ${cardLines} ${isSelected ? 'bg-soft' : to ? 'hover:bg-sunken' : ''} ${selectable?.isSelecting ? 'cards:pl-12' : ''} ${hasMenu && !selectable?.isSelecting ? menuRoom : ''}`}
    >
      {columns.map(({ label, cell, fullText, phone }, index) => (
        <td
          key={label}
          // The link covers the whole row, so it shows the texts of all cells.
          title={to ? undefined : (fullText?.(row) ?? undefined)}
          className={`rows:h-11 rows:not-has-[button,label]:py-2 ${classes.get(label)} ${to && index > 0 ? '[&_:is(a,button)]:relative [&_:is(a,button)]:z-1' : ''}`}
        >
          <FirstCell selectable={index === 0 ? selectable : undefined}>
            <Shrinking when={Boolean(fullText)} wrapsOnCards={phone === 'title' || phone === 'note'}>
              {to && index === 0 ? (
                <RowLink to={to} title={fullTexts.join('\n') || undefined} onKeyDown={selectBySpace}>
                  {cell(row)}
                </RowLink>
              ) : (
                cell(row)
              )}
            </Shrinking>
          </FirstCell>
        </td>
      ))}
    </tr>
  )
}

function FirstCell({ selectable, children }: { selectable: Selectable | undefined; children: ReactNode }) {
  if (!selectable) return children
  return (
    <div className="flex min-w-0 items-center">
      <RowCheckbox {...selectable} />
      <div className="min-w-0 truncate">{children}</div>
    </div>
  )
}

/** Link of the first cell that covers the row. */
function RowLink({ children, ...rest }: Pick<LinkProps, 'to' | 'title' | 'onKeyDown' | 'children'>) {
  const ref = useRef<HTMLAnchorElement>(null)
  useReturnFocus(ref)
  return (
    <Link
      ref={ref}
      {...rest}
      className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
    >
      {children}
    </Link>
  )
}

type ShrinkingProps = { when: boolean; wrapsOnCards: boolean; children: ReactNode }

/**
 * Lets a cell be narrower than its text. The grid is as wide as the text where there is room, and has no minimum. The title and the note of
 * a card have two lines before they are truncated: a name beside a large amount can be read, and a phone shows no text on hover.
 */
function Shrinking({ when, wrapsOnCards, children }: ShrinkingProps) {
  if (!when) return children
  return (
    <div className="grid grid-cols-[minmax(0,max-content)]">
      <div
        className={`truncate ${wrapsOnCards ? 'cards:line-clamp-2 cards:whitespace-normal cards:wrap-anywhere' : ''}`}
      >
        {children}
      </div>
    </div>
  )
}
