import type { ReactNode } from 'react'
import type { SortField } from './sort-button.tsx'

export type TableColumn<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  align?: 'right'
  /**
   * Place of the cell where rows are cards: title, value / note, state / tools, a line of buttons; a menu is beside the first two
   * lines. A column without a place is hidden there.
   */
  phone?: 'title' | 'value' | 'note' | 'state' | 'tools' | 'menu'
  /** Room that the column needs, in rem. Default: 10, enough for an amount, a status, or a date and time; 8 if it truncates its text. */
  room?: number
  /** Where the room is too small, the columns with the highest number disappear first; those without a number always stay. */
  drops?: 1 | 2 | 3 | 4 | 5
  /** Full text of the cell. A column with it is made narrower, and truncates its text, before other columns disappear. */
  fullText?: (row: Row) => string | null | undefined
  /** Makes the heading a button, in a list that can be sorted. */
  sortBy?: SortField
  /** Muted text colour. */
  quiet?: boolean
  /** Heading for screen readers only, as over a column of buttons. */
  hideLabel?: boolean
  /** CSV columns with the same data. */
  csv?: readonly string[]
}

/** Widths of a table in rows, in rem, below which a column can disappear. Above the last one there is room for everything. */
const hiddenBelow: readonly [rem: number, className: string][] = [
  [42, 'rows:@max-[42rem]/table:hidden'],
  [44, 'rows:@max-[44rem]/table:hidden'],
  [46, 'rows:@max-[46rem]/table:hidden'],
  [48, 'rows:@max-[48rem]/table:hidden'],
  [50, 'rows:@max-[50rem]/table:hidden'],
  [52, 'rows:@max-[52rem]/table:hidden'],
  [54, 'rows:@max-[54rem]/table:hidden'],
  [56, 'rows:@max-[56rem]/table:hidden'],
  [58, 'rows:@max-[58rem]/table:hidden'],
  [60, 'rows:@max-[60rem]/table:hidden'],
  [62, 'rows:@max-[62rem]/table:hidden'],
  [64, 'rows:@max-[64rem]/table:hidden'],
  [66, 'rows:@max-[66rem]/table:hidden'],
  [68, 'rows:@max-[68rem]/table:hidden'],
  [70, 'rows:@max-[70rem]/table:hidden'],
  [72, 'rows:@max-[72rem]/table:hidden'],
  [74, 'rows:@max-[74rem]/table:hidden'],
  [76, 'rows:@max-[76rem]/table:hidden'],
  [78, 'rows:@max-[78rem]/table:hidden'],
  [80, 'rows:@max-[80rem]/table:hidden'],
]
const widest = hiddenBelow.at(-1)?.[1] ?? ''

/**
 * Classes that hide the columns that have no room, by the width of the table. `taken` is the room of what is not a column, in rem.
 * The browser decides by container queries, so nothing is measured by script.
 */
export function columnVisibility<Row>(columns: readonly TableColumn<Row>[], taken = 0): ReadonlyMap<string, string> {
  const roomOf = ({ room, fullText }: TableColumn<Row>) => room ?? (fullText ? 8 : 10)
  let needed = columns.filter(({ drops }) => !drops).reduce((sum, column) => sum + roomOf(column), taken)
  const visibility = new Map<string, string>()
  for (const column of columns.filter(({ drops }) => drops).toSorted((a, b) => (a.drops ?? 0) - (b.drops ?? 0))) {
    needed += roomOf(column)
    visibility.set(column.label, hiddenBelow.find(([rem]) => rem >= needed)?.[1] ?? widest)
  }
  return visibility
}
