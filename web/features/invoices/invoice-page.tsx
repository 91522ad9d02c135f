import { getInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { InvoiceBadge } from '../../domain/invoice-badge.tsx'
import { InvoiceDocument } from '../../domain/invoice-document.tsx'
import { MetadataCard } from '../../domain/metadata-card.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline, type TimelineTones } from '../../ui/timeline.tsx'
import { buildInvoiceDocument } from './build-invoice-document.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { reminderNames } from './reminders.ts'
import { useIssuer } from './use-issuer.ts'

const back = { to: '/invoice', label: 'Invoices' }
export function InvoicePage() {
  const { invoiceId = '' } = useParams()
  const invoice = useCall(getInvoice, { id: invoiceId })
  if (invoice.data) return <Found invoice={invoice.data} />
  return (
    <LoadError what="invoice" back={back} read={invoice} deletable>
      <DetailPageSkeleton>
        <DetailSkeleton rows={10} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

const views = ['overview', 'payments', 'activity'] as const
const viewNames = { overview: 'Overview', payments: 'Payments', activity: 'Activity' }

function Found({ invoice }: { invoice: Invoice }) {
  const [params] = useSearchParams()
  const view = views.find((name) => name === params.get('view')) ?? 'overview'
  const { number, status, customerName, customerEmail, payments, totalKobo, paidKobo, refundedKobo } = invoice
  const tooMuchKobo = status === 'cancelled' ? 0 : paidKobo - refundedKobo - totalKobo
  return (
    <>
      <PageHeader
        title={number}
        badge={
          <>
            <InvoiceBadge status={status} />
            {refundedKobo > 0 && <StatusBadge status={refundedKobo < paidKobo ? 'partially_refunded' : 'refunded'} />}
          </>
        }
        note={`To ${customerName ?? customerEmail}`}
        back={back}
        actions={<InvoiceActions invoice={invoice} />}
      />
      {tooMuchKobo > 0 && (
        <p className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
          {formatNaira(tooMuchKobo)} more than was owed has come in for this invoice. Refund it from the transaction, or
          agree with the customer what it is for.
        </p>
      )}
      <FilterTabs
        label="Invoice"
        tabs={views.map((name) => ({
          to: name === 'overview' ? '?' : `?view=${name}`,
          label: viewNames[name],
          count: name === 'payments' ? payments.length : undefined,
          isCurrent: view === name,
        }))}
      />
      {view === 'overview' && <Overview invoice={invoice} />}
      {view === 'payments' && <InvoicePayments invoice={invoice} />}
      {view === 'activity' && (
        <Card>
          <Timeline events={invoice.events} tones={tones} />
        </Card>
      )}
    </>
  )
}

const tones: TimelineTones = {
  paid: 'ok',
  recorded: 'ok',
  settled: 'ok',
  overpaid: 'warn',
  refunded: 'warn',
  payment_removed: 'warn',
  overdue: 'bad',
  cancelled: 'bad',
}

function Overview({ invoice }: { invoice: Invoice }) {
  const invoiceDocument = buildInvoiceDocument({ ...invoice, issuedAt: invoice.sentAt }, useIssuer())
  return (
    <div className={`${detailColumns} items-start`}>
      <InvoiceDocument data={invoiceDocument} />
      <div className="flex min-w-0 flex-col gap-6">
        {invoice.sentAt && (
          <Card title="Link">
            <p className="mb-3 text-sm text-muted">Anyone with this link can view and pay.</p>
            <p className="mb-3 rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">{invoice.url}</p>
            <CopyButton text={invoice.url} label="Copy link" />
          </Card>
        )}
        <Card title="Details">
          <div className="-mt-1 -mb-3">
            <DetailList details={listDetails(invoice)} />
          </div>
        </Card>
        <MetadataCard metadata={invoice.metadata} />
      </div>
    </div>
  )
}

function listDetails(invoice: Invoice): DetailItem[] {
  const { customerId, customerName, customerEmail, status, sentAt, remindedAt, paidAt, totalKobo, paidKobo } = invoice
  const { refundedKobo, refundedAt } = invoice
  const owedKobo = Math.max(0, totalKobo - paidKobo)
  const net: DetailItem = { label: 'Paid after refunds', value: formatNaira(paidKobo - refundedKobo), strong: true }
  const isOpen = !['draft', 'paid', 'cancelled'].includes(status)
  const instants: [string, string | null][] = [
    ['Sent', sentAt],
    ['Last reminder', remindedAt],
    ['Paid', paidAt],
    ['Last refund', refundedAt],
  ]
  return [
    ...(isOpen ? [{ label: 'Balance due', value: formatNaira(owedKobo), strong: true }] : []),
    ...(refundedKobo > 0 ? [net, { label: 'Refunded', value: formatNaira(refundedKobo) }] : []),
    {
      label: 'Customer',
      value: (
        <Link to={`/customers/${customerId}`} className="text-link hover:underline">
          {customerName ?? customerEmail}
        </Link>
      ),
    },
    { label: 'Due', value: formatDay(invoice.dueOn) },
    ...instants.flatMap(([label, at]) => (at ? [{ label, value: formatDateTime(at) }] : [])),
    { label: 'Part payments', value: invoice.partPayment ? 'Allowed' : 'Not allowed' },
    { label: 'Fee paid by', value: invoice.feeBearer === 'merchant' ? 'You' : 'The customer' },
    { label: 'Reminders', value: reminderNames(invoice.reminderDays) },
  ]
}
