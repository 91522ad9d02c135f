import { outsideMethods, removeInvoicePayment } from '@adire/contract/invoices.ts'
import type { Invoice, InvoicePayment } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDay } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const RemovePaymentModal = lazyComponent(() => import('./remove-payment-modal.tsx').then((m) => m.RemovePaymentModal))

const listColumns = (onRemove: (payment: InvoicePayment) => void): TableColumn<InvoicePayment>[] => [
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
  {
    label: 'Actions',
    hideLabel: true,
    align: 'right',
    phone: 'tools',
    cell: (payment) =>
      !payment.paymentId && (
        <AllowedButton
          needs={removeInvoicePayment}
          tone="secondary"
          aria-label={`Remove the payment of ${formatNaira(payment.amountKobo)}`}
          onClick={() => onRemove(payment)}
        >
          Remove
        </AllowedButton>
      ),
  },
]

export function InvoicePayments({ invoice: { id, payments, status } }: { invoice: Invoice }) {
  const [removed, setRemoved] = useState<InvoicePayment>()
  if (payments.length === 0)
    return (
      <Empty title="No payments yet">
        {status === 'draft'
          ? 'Send the invoice first.'
          : 'Payments appear here automatically. Record payments received elsewhere.'}
      </Empty>
    )
  return (
    <>
      <Table
        label="Payments of this invoice"
        columns={listColumns(setRemoved)}
        rows={payments}
        keyOf={({ id: paymentId }) => paymentId}
      />
      <Suspense fallback={<FullLoader />}>
        {removed && <RemovePaymentModal invoiceId={id} payment={removed} onClose={() => setRemoved(undefined)} />}
      </Suspense>
    </>
  )
}
