import type { TableColumn } from '../ui/table.tsx'

/** Column that shows the customer of a row. */
export const customerCell = {
  label: 'Customer',
  csv: ['customer', 'email'],
  phone: 'title',
  cell: ({ customerName, customerEmail }) => (
    <span title={customerEmail} className="block max-w-64 truncate">
      {customerName ?? customerEmail}
    </span>
  ),
} satisfies TableColumn<{ customerName: string | null; customerEmail: string }>
