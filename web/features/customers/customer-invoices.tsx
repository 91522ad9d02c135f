import { listInvoices } from '@adire/contract/invoices.ts'
import type { InvoiceRow } from '@adire/contract/invoices-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { InvoiceBadge } from '../../domain/invoice-badge.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDay } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const columns: readonly TableColumn<InvoiceRow>[] = [
  { label: 'Invoice', phone: 'title', cell: ({ number }) => number },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ totalKobo }) => <Amount kobo={totalKobo} /> },
  { label: 'Status', phone: 'state', cell: ({ status }) => <InvoiceBadge status={status} /> },
  { label: 'Due', phone: 'note', cell: ({ dueOn }) => <time dateTime={dueOn}>{formatDay(dueOn)}</time> },
]

/** The newest invoices of a customer; renders nothing when there are none. */
export function CustomerInvoices({ id, email }: { id: string; email: string }) {
  const list = useCall(listInvoices, { customerId: id, limit: limits.listLimit })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data || list.data.content.length === 0) return null
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Invoices</h2>
        <Link
          to={`/invoice?search=${encodeURIComponent(email)}`}
          className="font-medium text-link hover:underline pointer-coarse:py-2"
        >
          View all
        </Link>
      </div>
      <Table
        label="Invoices of this customer"
        columns={columns}
        rows={list.data.content}
        keyOf={(invoice) => invoice.id}
        linkOf={(invoice) => `/invoice_page/${invoice.id}`}
      />
    </section>
  )
}
