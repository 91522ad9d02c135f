import type { TableColumn } from './table-column.ts'

/** Column with a number, which needs little room. */
export const countColumn = <Row,>(
  label: string,
  count: (row: Row) => number,
  place: Pick<TableColumn<Row>, 'drops' | 'room' | 'quiet'>,
): TableColumn<Row> => ({
  label,
  align: 'right',
  ...place,
  cell: (row) => <span className="figures">{count(row)}</span>,
})
