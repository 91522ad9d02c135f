import type { TableColumn } from './table-column.ts'

/** Column of the names, which title the rows on a phone. A long name is truncated. */
export const nameColumn: TableColumn<{ name: string }> = {
  label: 'Name',
  phone: 'title',
  cell: ({ name }) => name,
  fullText: ({ name }) => name,
}
