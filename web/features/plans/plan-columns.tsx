import { perInterval } from '@adire/contract/plans.ts'
import type { Plan } from '@adire/contract/plans-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/counted.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table.tsx'

export const planColumns: readonly TableColumn<Plan>[] = [
  nameColumn,
  {
    label: 'Price',
    align: 'right',
    phone: 'value',
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
    cell: ({ subscribers }) => (
      <>
        <span className="figures max-md:hidden">{subscribers.toLocaleString('en-US')}</span>
        <span className="figures md:hidden">{formatCount(subscribers, 'subscriber', 'subscribers')}</span>
      </>
    ),
  },
  {
    label: 'Monthly value',
    align: 'right',
    from: 'lg',
    cell: ({ monthlyValueKobo }) => <Amount kobo={monthlyValueKobo} />,
  },
  createdColumn,
]
