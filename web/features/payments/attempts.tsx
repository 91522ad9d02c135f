import { channelNames } from '@adire/contract/channels/channels.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { useLocation } from 'react-router'
import { PaymentBadge } from '../../domain/payment-cells.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'

/** Payment attempts of one checkout, for example a declined card and then a transfer. Not shown for a single attempt. */
export function PaymentAttempts({ payment }: { payment: Payment }) {
  const { search } = useLocation()
  if (!payment.attempts.some(({ id }) => id !== payment.id)) return null
  return (
    <section className="min-w-0 lg:col-span-2">
      <h2 className="mb-3 font-semibold">Tries at the same checkout</h2>
      <Table
        label="Tries at the same checkout"
        columns={columns(payment)}
        rows={payment.attempts}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/transactions/${id}${search}`}
      />
    </section>
  )
}

type Attempt = Payment['attempts'][number]

const columns = ({ id: present, isCardCheck }: Payment): TableColumn<Attempt>[] => [
  {
    label: 'Method',
    phone: 'title',
    cell: ({ id, channel }) => (
      <>
        {channel ? channelNames[channel] : 'Not chosen'}
        {id === present && <span className="font-normal text-muted"> (this one)</span>}
      </>
    ),
  },
  { label: 'Status', phone: 'state', cell: ({ status }) => <PaymentBadge status={status} isCardCheck={isCardCheck} /> },
  {
    label: 'Reason',
    cell: ({ failureMessage }) => (
      <span className="block max-w-72 truncate" title={failureMessage ?? undefined}>
        {failureMessage}
      </span>
    ),
  },
  { label: 'Reference', from: 'xl', quiet: true, cell: ({ reference }) => reference },
  {
    label: 'Date',
    align: 'right',
    phone: 'note',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]
