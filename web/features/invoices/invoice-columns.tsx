import type { InvoiceRow } from '@adire/contract/invoices-schemas.ts'
import { customerCell } from '../../domain/customer-cell.tsx'
import { InvoiceBadge } from '../../domain/invoice-badge.tsx'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDay, formatShortDay } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { InvoiceRowMenu } from './invoice-actions.tsx'

/** Number of an invoice, with its due date where that has no column: in cards, and in tables below 48 rem. */
function NumberCell({ invoice: { number, dueOn, paidKobo, refundedKobo } }: { invoice: InvoiceRow }) {
  const isRefunded = refundedKobo > 0
  const refund = refundedKobo < paidKobo ? 'partly refunded' : 'refunded'
  return (
    <span className="figures">
      {number}
      <span className="rows:hidden"> · </span>
      <span className={`rows:block rows:text-sm rows:text-muted ${isRefunded ? '' : 'rows:@min-[48rem]/table:hidden'}`}>
        {isRefunded ? refund : `due ${formatShortDay(dueOn)}`}
      </span>
    </span>
  )
}

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
  { label: 'Status', csv: ['status'], phone: 'state', room: 9, cell: ({ status }) => <InvoiceBadge status={status} /> },
  {
    label: 'Invoice',
    sortBy: { field: 'createdAt', kind: 'date' },
    csv: ['number'],
    phone: 'note',
    drops: 1,
    room: 8,
    cell: (invoice) => <NumberCell invoice={invoice} />,
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
