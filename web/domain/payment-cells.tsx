import { methodName } from '@adire/contract/channels/method-name.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { Amount } from '../ui/amount.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { formatDateTime } from '../ui/date.ts'
import type { TableColumn } from '../ui/table-column.ts'
import { ChannelLabel } from './channel-label.tsx'
import { customerCell } from './customer-cell.tsx'

/** Status badge of a payment. A card check has its own label: it is not a sale, and its reversal is not a refund. */
export function PaymentBadge({ status, isCardCheck }: Pick<PaymentRow, 'status' | 'isCardCheck'>) {
  const label = status === 'failed' ? 'Card check failed' : 'Card check'
  return <StatusBadge status={status} label={isCardCheck ? label : undefined} />
}

/** Columns of every list of payments, in their order. */
export const paymentCells = {
  customer: customerCell,
  amount: {
    label: 'Amount',
    csv: ['amount'],
    align: 'right',
    phone: 'value',
    cell: ({ amountKobo }) => <Amount kobo={amountKobo} />,
  },
  // The room of the usual statuses and of a date: on a tablet the date is shown, and what is wider takes from the customer.
  status: {
    label: 'Status',
    csv: ['status'],
    phone: 'state',
    room: 8.5,
    cell: (payment) => <PaymentBadge {...payment} />,
  },
  method: {
    label: 'Method',
    csv: ['method'],
    drops: 2,
    room: 11,
    cell: (payment) => <ChannelLabel channel={payment.channel}>{methodName(payment)}</ChannelLabel>,
  },
  date: {
    label: 'Date',
    csv: ['started'],
    align: 'right',
    drops: 1,
    room: 9.5,
    phone: 'note',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
} satisfies Record<string, TableColumn<PaymentRow>>
