import { messages } from '@adire/contract/messages.ts'
import { channelNames, listPayments, type PaymentRow } from '@adire/contract/payments.ts'
import { Link } from 'react-router'
import { useCall } from '../../api.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'

export const recentInput = { limit: 8 }

/** Whatever the range: what happened last. */
export function RecentPayments() {
  const recent = useCall(listPayments, recentInput, { fallback: messages.wentWrong })
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Recent transactions</h2>
        <Link to="/transactions" className="font-medium text-link hover:underline pointer-coarse:py-2">
          View all
        </Link>
      </div>
      {recent.error ? (
        <ErrorStrip message={recent.error.message} onRetry={() => recent.refetch()} />
      ) : recent.data ? (
        <Table
          label="Recent transactions"
          columns={columns}
          rows={recent.data.content}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/transactions/${id}`}
        />
      ) : (
        <TableSkeleton rows={recentInput.limit} />
      )}
    </section>
  )
}

const columns: readonly Column<PaymentRow>[] = [
  {
    label: 'Customer',
    phone: 'title',
    cell: ({ customerName, customerEmail }) => (
      <span title={customerEmail} className="block max-w-64 truncate xl:max-w-80">
        {customerName ?? customerEmail}
      </span>
    ),
  },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  { label: 'Status', phone: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  { label: 'Method', from: 'lg', cell: method },
  {
    label: 'Date',
    align: 'right',
    phone: 'note',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]

function method({ channel, cardBrand, cardLast4 }: PaymentRow): string {
  if (cardLast4) return `${(cardBrand ?? 'card').replace(/^./, (letter) => letter.toUpperCase())} •••• ${cardLast4}`
  return channel ? channelNames[channel] : 'Not chosen'
}
