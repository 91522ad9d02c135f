import { limits } from '@adire/contract/limits.ts'
import { listSubscriptionInvoices } from '@adire/contract/subscriptions.ts'
import type { SubscriptionInvoice } from '@adire/contract/subscriptions-schemas.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDate, formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePaging } from '../../ui/use-paging.ts'

const pageSize = limits.listLimit

const columns: readonly TableColumn<SubscriptionInvoice>[] = [
  {
    label: 'Period',
    phone: 'title',
    room: 15,
    cell: ({ kind, startsAt, endsAt, planName, quantity }) => (
      <span className="figures">
        {kind === 'change'
          ? `Change to ${planName}${quantity > 1 ? `, quantity ${quantity}` : ''}`
          : `${formatDate(startsAt)} – ${formatDate(endsAt)}`}
      </span>
    ),
  },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ dueKobo }) => <Amount kobo={dueKobo} /> },
  { label: 'Status', phone: 'state', cell: PeriodStatus },
  {
    label: 'Attempts',
    align: 'right',
    drops: 2,
    room: 5,
    cell: ({ attempts }) => <span className="figures">{attempts}</span>,
  },
  {
    label: 'Paid',
    align: 'right',
    drops: 1,
    room: 14,
    phone: 'note',
    cell: ({ paidAt, nextAttemptAt, paymentId }) => {
      const text = paidAt
        ? formatDateTime(paidAt)
        : nextAttemptAt
          ? `Next attempt ${formatDateTime(nextAttemptAt)}`
          : '–'
      if (!paymentId) return <span className="text-muted">{text}</span>
      return (
        <Link to={`/transactions/${paymentId}`} className="text-link hover:underline pointer-coarse:py-2">
          {text === '–' ? 'Last attempt' : text}
        </Link>
      )
    },
  },
]

function PeriodStatus({ status, failure }: SubscriptionInvoice) {
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge status={status} label={status === 'success' ? 'Paid' : undefined} />
      {status !== 'success' && failure && (
        <span className="text-sm text-muted @max-[66rem]/table:hidden">{failure.message}</span>
      )}
    </span>
  )
}

/** Paid and owed periods, with their payments. */
export function SubscriptionPeriods({ id }: { id: string }) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(listSubscriptionInvoices, { id, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Periods"
      columns={columns}
      list={list}
      {...pager}
      waiting={5}
      empty={<Empty title="Nothing charged yet">Each period appears here with its payment.</Empty>}
      hidesOnlyPage
    />
  )
}
