import type { OfficePaymentRow, WaitingPayment } from '@adire/contract/back-office/payments-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { countColumn } from '../../ui/count-column.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'

export const paymentPath = ({ business, id }: Pick<OfficePaymentRow, 'business' | 'id'>) =>
  `/payments/${business.id}/${id}`

export const businessText = ({ businessName, mode }: OfficePaymentRow['business']) =>
  mode === 'TEST' ? `${businessName} (Test)` : businessName

const businessColumn: TableColumn<Pick<OfficePaymentRow, 'business'>> = {
  label: 'Business',
  phone: 'note',
  room: 11,
  fullText: ({ business }) => businessText(business),
  cell: ({ business }) => businessText(business),
}

/** First column of a list whose rows are of different businesses. */
export const businessTitle: typeof businessColumn = {
  ...businessColumn,
  phone: 'title',
  cell: ({ business }) => <span className="font-medium">{businessText(business)}</span>,
}

export const amountColumn: TableColumn<{ amountKobo: number }> = {
  label: 'Amount',
  align: 'right',
  phone: 'value',
  cell: ({ amountKobo }) => <Amount kobo={amountKobo} />,
}

const statusColumn: TableColumn<Pick<OfficePaymentRow, 'status'>> = {
  label: 'Status',
  phone: 'state',
  cell: ({ status }) => <StatusBadge status={status} />,
}

const payer = ({ customerName, customerEmail }: OfficePaymentRow) => customerName ?? customerEmail

export const paymentColumns: readonly TableColumn<OfficePaymentRow>[] = [
  {
    label: 'Customer',
    phone: 'title',
    room: 11,
    fullText: payer,
    cell: (row) => <span className="font-medium">{payer(row)}</span>,
  },
  businessColumn,
  amountColumn,
  statusColumn,
  { label: 'Method', drops: 3, cell: ({ channel }) => (channel ? channelNames[channel] : '–') },
  { label: 'Reference', drops: 2, room: 13, cell: ({ reference }) => <span className="figures">{reference}</span> },
  {
    label: 'Date',
    align: 'right',
    drops: 1,
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]

/** "12 min", "3 h", "2 days": how long a payment has waited. */
export function formatAge(createdAt: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / minuteMs))
  if (minutes < 60) return `${minutes} min`
  return minutes < 2 * 1440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}

export const waitingColumns = (now: number): readonly TableColumn<WaitingPayment>[] => [
  {
    label: 'Age',
    room: 5,
    phone: 'title',
    cell: ({ createdAt }) => <span className="figures font-medium">{formatAge(createdAt, now)}</span>,
  },
  businessColumn,
  amountColumn,
  statusColumn,
  {
    label: 'Sent to',
    drops: 2,
    cell: ({ processor, channel }) => [processor, channel && channelNames[channel]].filter(Boolean).join(', '),
  },
  {
    label: 'Last answer',
    room: 11,
    drops: 1,
    fullText: ({ lastAnswer }) => lastAnswer ?? 'No answer yet',
    cell: ({ lastAnswer }) => lastAnswer ?? 'No answer yet',
  },
  countColumn('Checks', ({ checks }) => checks, { drops: 3, room: 5 }),
]
