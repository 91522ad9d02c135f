import { perInterval } from '@adire/contract/plans.ts'
import type { Plan } from '@adire/contract/plans-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/counted.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

export const planColumns: readonly TableColumn<Plan>[] = [
  nameColumn,
  {
    label: 'Price',
    align: 'right',
    phone: 'value',
    room: 14,
    cell: ({ amountKobo, interval }) => (
      <>
        <Amount kobo={amountKobo} /> <span className="text-muted">{perInterval[interval]}</span>
      </>
    ),
  },
  { label: 'Status', phone: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: 'Subscribers',
    align: 'right',
    phone: 'note',
    drops: 1,
    room: 8,
    cell: ({ subscribers }) => (
      <>
        <span className="figures cards:hidden">{subscribers.toLocaleString('en-US')}</span>
        <span className="figures rows:hidden">{formatCount(subscribers, 'subscriber', 'subscribers')}</span>
      </>
    ),
  },
  {
    label: 'Monthly revenue',
    align: 'right',
    drops: 2,
    cell: ({ monthlyValueKobo }) => <Amount kobo={monthlyValueKobo} />,
  },
  createdColumn,
]
