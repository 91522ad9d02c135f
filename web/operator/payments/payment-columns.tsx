import type { OfficePaymentRow, WaitingPayment } from '@adire/contract/back-office/payments-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'

export const paymentPath = ({ business, id }: Pick<OfficePaymentRow, 'business' | 'id'>) =>
  `/payments/${business.id}/${id}`

export const businessText = ({ businessName, mode }: OfficePaymentRow['business']) =>
  mode === 'TEST' ? `${businessName} (Test)` : businessName

const payer = ({ customerName, customerEmail }: OfficePaymentRow) => customerName ?? customerEmail

export const paymentColumns: readonly TableColumn<OfficePaymentRow>[] = [
  {
    label: 'Customer',
    phone: 'title',
    room: 11,
    fullText: payer,
    cell: (row) => <span className="font-medium">{payer(row)}</span>,
  },
  {
    label: 'Business',
    phone: 'note',
    room: 11,
    fullText: ({ business }) => businessText(business),
    cell: ({ business }) => businessText(business),
  },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  { label: 'Status', phone: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
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
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / 60_000))
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
  {
    label: 'Business',
    phone: 'note',
    room: 11,
    fullText: ({ business }) => businessText(business),
    cell: ({ business }) => businessText(business),
  },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <Amount kobo={amountKobo} /> },
  { label: 'Status', phone: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
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
  {
    label: 'Checks',
    room: 5,
    drops: 3,
    align: 'right',
    cell: ({ checks }) => <span className="figures">{checks}</span>,
  },
]
