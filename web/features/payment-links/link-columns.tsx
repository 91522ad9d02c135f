import type { PaymentLink } from '@adire/contract/payment-links.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDate } from '../../ui/date.ts'
import type { Column } from '../../ui/table.tsx'
import { LinkBadge } from './link-badge.tsx'
import { LinkTools } from './link-tools.tsx'

const payments = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'payment' : 'payments'}`

export const linkColumns: readonly Column<PaymentLink>[] = [
  {
    label: 'Name',
    phone: 'title',
    cell: ({ name }) => (
      <span title={name} className="block max-w-72 truncate">
        {name}
      </span>
    ),
  },
  {
    label: 'Amount',
    align: 'right',
    phone: 'value',
    cell: ({ amountKobo }) =>
      amountKobo === null ? <span className="text-muted">Payer chooses</span> : <Amount kobo={amountKobo} />,
  },
  {
    label: 'Status',
    phone: 'state',
    cell: (link) => <LinkBadge link={link} />,
  },
  {
    label: 'Payments',
    align: 'right',
    phone: 'note',
    cell: (link) => (
      <>
        <span className="figures max-md:hidden">{link.payments.toLocaleString('en-US')}</span>
        <span className="figures md:hidden">{payments(link.payments)}</span>
      </>
    ),
  },
  { label: 'Collected', align: 'right', from: 'lg', cell: ({ collectedKobo }) => <Amount kobo={collectedKobo} /> },
  {
    label: 'Created',
    align: 'right',
    from: 'xl',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
  {
    label: 'Link',
    hideLabel: true,
    align: 'right',
    cell: (link) => <LinkTools link={link} />,
  },
]
