import type { TableColumn } from './table.tsx'

/** Column of the names, which title the rows on a phone. A long name is truncated. */
export const nameColumn: TableColumn<{ name: string }> = {
  label: 'Name',
  phone: 'title',
  cell: ({ name }) => (
    <span title={name} className="block max-w-72 truncate">
      {name}
    </span>
  ),
}
