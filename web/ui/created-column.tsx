import { formatDate } from './date.ts'
import type { TableColumn } from './table.tsx'

/** Column of the creation dates, on wide screens only. */
export const createdColumn: TableColumn<{ createdAt: string }> = {
  label: 'Created',
  align: 'right',
  from: 'xl',
  quiet: true,
  cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
}
