import { channelNames } from '@adire/contract/channels/channels.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { useLocation } from 'react-router'
import { PaymentBadge } from '../../domain/payment-cells.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

/** Payment attempts of one checkout, for example a declined card and then a transfer. Not shown for a single attempt. */
export function PaymentAttempts({ payment }: { payment: Payment }) {
  const { search } = useLocation()
  if (!payment.attempts.some(({ id }) => id !== payment.id)) return null
  return (
    <section className="min-w-0 lg:col-span-2">
      <h2 className="mb-3 font-semibold">Payment attempts</h2>
      <Table
        label="Payment attempts"
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
    room: 13,
    cell: ({ id, channel }) => (
      <>
        {channel ? channelNames[channel] : 'Not selected yet'}
        {id === present && <span className="font-normal text-muted"> (this one)</span>}
      </>
    ),
  },
  { label: 'Status', phone: 'state', cell: ({ status }) => <PaymentBadge status={status} isCardCheck={isCardCheck} /> },
  {
    label: 'Reason',
    drops: 2,
    cell: ({ failureMessage }) => failureMessage,
    fullText: ({ failureMessage }) => failureMessage,
  },
  {
    label: 'Reference',
    drops: 3,
    quiet: true,
    cell: ({ reference }) => reference,
    fullText: ({ reference }) => reference,
  },
  {
    label: 'Date',
    align: 'right',
    drops: 1,
    phone: 'note',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]
