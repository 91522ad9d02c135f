import type { TableColumn } from '../ui/table-column.ts'

/** Column that shows the customer of a row. */
export const customerCell = {
  label: 'Customer',
  csv: ['customer', 'email'],
  phone: 'title',
  cell: ({ customerName, customerEmail }) => customerName ?? customerEmail,
  fullText: ({ customerName, customerEmail }) => [customerName, customerEmail].filter(Boolean).join('\n'),
} satisfies TableColumn<{ customerName: string | null; customerEmail: string }>
