import { groupDigits } from '@adire/contract/group-digits.ts'
import { getPlan, perInterval } from '@adire/contract/plans.ts'
import type { Plan } from '@adire/contract/plans-schemas.ts'
import { DetailRowMenu } from '../../domain/detail-row-menu.tsx'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/counted.ts'
import { createdColumn } from '../../ui/created-column.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { nameColumn } from '../../ui/name-column.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

const PlanActions = lazyComponent(() => import('./plan-actions.tsx').then((m) => m.PlanActions))

export const planColumns: readonly TableColumn<Plan>[] = [
  nameColumn,
  {
    label: 'Price',
    align: 'right',
    phone: 'value',
    room: 14,
    cell: ({ amountKobo, interval }) => (
      <>
        <Amount kobo={amountKobo} />{' '}
        <span className="whitespace-nowrap text-muted cards:block">{perInterval[interval]}</span>
      </>
    ),
  },
  { label: 'Status', phone: 'state', room: 8.5, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: 'Subscribers',
    align: 'right',
    phone: 'note',
    drops: 1,
    room: 8,
    cell: ({ subscribers }) => (
      <>
        <span className="figures cards:hidden">{groupDigits(subscribers)}</span>
        <span className="figures rows:hidden">{formatCount(subscribers, 'subscriber', 'subscribers')}</span>
      </>
    ),
  },
  {
    label: 'Monthly renewals',
    align: 'right',
    drops: 2,
    cell: ({ monthlyValueKobo }) => <Amount kobo={monthlyValueKobo} />,
  },
  createdColumn,
  actionsColumn(({ id, name }) => (
    <DetailRowMenu of={name} endpoint={getPlan} input={{ id }}>
      {(plan) => <PlanActions plan={plan} isRow />}
    </DetailRowMenu>
  )),
]
