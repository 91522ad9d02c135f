import type { InvoiceRow } from '@adire/contract/invoices-schemas.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDay, formatShortDay } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { InvoiceRowMenu } from './invoice-actions.tsx'

export const invoiceColumns: readonly TableColumn<InvoiceRow>[] = [
  customerCell,
  {
    label: 'Amount',
    sortBy: { field: 'totalKobo', kind: 'amount' },
    csv: ['amount'],
    align: 'right',
    phone: 'value',
    room: 9.5,
    cell: ({ totalKobo }) => <Amount kobo={totalKobo} />,
  },
  { label: 'Status', csv: ['status'], phone: 'state', room: 9, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: 'Invoice',
    sortBy: { field: 'createdAt', kind: 'date' },
    csv: ['number'],
    phone: 'note',
    drops: 1,
    room: 10,
    cell: ({ number, dueOn, paidKobo, refundedKobo }) => (
      <span className="figures">
        {number}
        {refundedKobo > 0 ? (
          <span className="text-muted"> · {refundedKobo < paidKobo ? 'partly refunded' : 'refunded'}</span>
        ) : (
          <span className="rows:hidden"> · due {formatShortDay(dueOn)}</span>
        )}
      </span>
    ),
  },
  {
    label: 'Paid',
    csv: ['paid', 'refunded'],
    align: 'right',
    drops: 3,
    cell: ({ paidKobo, refundedKobo }) => <Amount kobo={paidKobo - refundedKobo} />,
  },
  {
    label: 'Due',
    sortBy: { field: 'dueOn', kind: 'date' },
    csv: ['due'],
    align: 'right',
    drops: 2,
    room: 8,
    quiet: true,
    cell: ({ dueOn }) => <time dateTime={dueOn}>{formatDay(dueOn)}</time>,
  },
  actionsColumn((invoice) => <InvoiceRowMenu invoice={invoice} />),
]
