import { outsideMethods } from '@adire/contract/invoices.ts'
import type { Invoice, InvoicePayment } from '@adire/contract/invoices-schemas.ts'
import { Link } from 'react-router'
import { Amount } from '../../ui/amount.tsx'
import { formatDay } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const columns: readonly TableColumn<InvoicePayment>[] = [
  { label: 'Date', phone: 'title', cell: ({ paidOn }) => <time dateTime={paidOn}>{formatDay(paidOn)}</time> },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  {
    label: 'Refunded',
    align: 'right',
    phone: 'state',
    cell: ({ refundedKobo }) =>
      refundedKobo > 0 && (
        <>
          <Amount kobo={refundedKobo} />
          <span className="rows:hidden"> refunded</span>
        </>
      ),
  },
  {
    label: 'How',
    phone: 'note',
    cell: ({ method, paymentId }) =>
      paymentId ? (
        <Link to={`/transactions/${paymentId}`} className="font-medium text-link hover:underline pointer-coarse:py-2">
          Online
        </Link>
      ) : (
        `${outsideMethods[method as keyof typeof outsideMethods]}, outside`
      ),
  },
  {
    label: 'Note',
    drops: 1,
    quiet: true,
    cell: ({ note, recordedBy }) => note ?? recordedBy,
    fullText: ({ note, recordedBy }) => note ?? recordedBy,
  },
]

export function InvoicePayments({ invoice: { payments, status } }: { invoice: Invoice }) {
  if (payments.length === 0)
    return (
      <Empty title="No payments yet">
        {status === 'draft'
          ? 'Send the invoice first.'
          : 'Payments appear here automatically. Record payments received elsewhere.'}
      </Empty>
    )
  return <Table label="Payments of this invoice" columns={columns} rows={payments} keyOf={({ id }) => id} />
}
