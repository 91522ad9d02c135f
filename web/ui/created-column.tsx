import { formatDate } from './date.ts'
import type { TableColumn } from './table-column.ts'

/** Column of the creation dates, on wide screens only. */
export const createdColumn: TableColumn<{ createdAt: string }> = {
  label: 'Created',
  align: 'right',
  drops: 5,
  room: 8,
  quiet: true,
  cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
}
