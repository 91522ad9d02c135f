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
  /** Text of the cell in full. The column gives up its room before others disappear, and truncates its text. */
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

/**
 * Widths of a table in rows, in rem, below which a column can disappear, with the class that hides it there, and the one that hides what is
 * shown instead of it elsewhere. Above the last one there is room for everything.
 */
const widths: readonly [rem: number, hidden: string, hiddenSubstitute: string][] = [
  [42, 'rows:@max-[42rem]/table:hidden', 'rows:@min-[42rem]/table:hidden'],
  [44, 'rows:@max-[44rem]/table:hidden', 'rows:@min-[44rem]/table:hidden'],
  [46, 'rows:@max-[46rem]/table:hidden', 'rows:@min-[46rem]/table:hidden'],
  [48, 'rows:@max-[48rem]/table:hidden', 'rows:@min-[48rem]/table:hidden'],
  [50, 'rows:@max-[50rem]/table:hidden', 'rows:@min-[50rem]/table:hidden'],
  [52, 'rows:@max-[52rem]/table:hidden', 'rows:@min-[52rem]/table:hidden'],
  [54, 'rows:@max-[54rem]/table:hidden', 'rows:@min-[54rem]/table:hidden'],
  [56, 'rows:@max-[56rem]/table:hidden', 'rows:@min-[56rem]/table:hidden'],
  [58, 'rows:@max-[58rem]/table:hidden', 'rows:@min-[58rem]/table:hidden'],
  [60, 'rows:@max-[60rem]/table:hidden', 'rows:@min-[60rem]/table:hidden'],
  [62, 'rows:@max-[62rem]/table:hidden', 'rows:@min-[62rem]/table:hidden'],
  [64, 'rows:@max-[64rem]/table:hidden', 'rows:@min-[64rem]/table:hidden'],
  [66, 'rows:@max-[66rem]/table:hidden', 'rows:@min-[66rem]/table:hidden'],
  [68, 'rows:@max-[68rem]/table:hidden', 'rows:@min-[68rem]/table:hidden'],
  [70, 'rows:@max-[70rem]/table:hidden', 'rows:@min-[70rem]/table:hidden'],
  [72, 'rows:@max-[72rem]/table:hidden', 'rows:@min-[72rem]/table:hidden'],
  [74, 'rows:@max-[74rem]/table:hidden', 'rows:@min-[74rem]/table:hidden'],
  [76, 'rows:@max-[76rem]/table:hidden', 'rows:@min-[76rem]/table:hidden'],
  [78, 'rows:@max-[78rem]/table:hidden', 'rows:@min-[78rem]/table:hidden'],
  [80, 'rows:@max-[80rem]/table:hidden', 'rows:@min-[80rem]/table:hidden'],
]

/**
 * Width from which each column has room that does not always stay. `taken` is the room of what is not a column, in rem. The browser decides
 * by container queries, so nothing is measured by script.
 */
function findWidths<Row>(columns: readonly TableColumn<Row>[], taken: number) {
  const roomOf = ({ room, fullText }: TableColumn<Row>) => room ?? (fullText ? 8 : 10)
  let needed = columns.filter(({ drops }) => !drops).reduce((sum, column) => sum + roomOf(column), taken)
  const found = new Map<string, (typeof widths)[number]>()
  for (const column of columns.filter(({ drops }) => drops).toSorted((a, b) => (a.drops ?? 0) - (b.drops ?? 0))) {
    needed += roomOf(column)
    found.set(column.label, widths.find(([rem]) => rem >= needed) ?? widths.at(-1)!)
  }
  return found
}

/** Classes that hide the columns that have no room, by the width of the table. */
export const columnVisibility = <Row>(columns: readonly TableColumn<Row>[], taken = 0): ReadonlyMap<string, string> =>
  new Map([...findWidths(columns, taken)].map(([label, [, hidden]]) => [label, hidden]))

/** Class of what is shown in another cell while a column has no room, and on cards. */
export const substituteVisibility = <Row>(columns: readonly TableColumn<Row>[], label: string): string =>
  findWidths(columns, 0).get(label)?.[2] ?? ''
