import type { ReactNode } from 'react'
import type { TableColumn } from './table-column.ts'

/** Last column of a list: the menu of each row. */
export const actionsColumn = <Row,>(menu: (row: Row) => ReactNode): TableColumn<Row> => ({
  label: 'Actions',
  hideLabel: true,
  align: 'right',
  phone: 'menu',
  room: 3.5,
  cell: menu,
})
