import { perInterval } from '@adire/contract/plans.ts'
import type { SubscriptionRow } from '@adire/contract/subscriptions-schemas.ts'
import { Amount } from '../ui/amount.tsx'
import { Badge, StatusBadge } from '../ui/badge.tsx'
import { formatDate } from '../ui/date.ts'
import type { TableColumn } from '../ui/table.tsx'
import { customerCell } from './customer-cell.tsx'

type SubscriptionState = Pick<SubscriptionRow, 'status' | 'isPaused' | 'isTrial'>

/** Status badge of a subscription. Paused and in trial have their own badges, as both have the status `active`. */
export function SubscriptionBadge({ status, isPaused, isTrial }: SubscriptionState) {
  if (isPaused) return <Badge tone="neutral">Paused</Badge>
  if (isTrial && status === 'active')
    return (
      <Badge tone="ok" glyph="clock">
        In trial
      </Badge>
    )
  return <StatusBadge status={status} />
}

/** Columns of every list of subscriptions, in their order. */
export const subscriptionCells = {
  customer: customerCell,
  plan: {
    label: 'Plan',
    csv: ['plan'],
    cell: ({ plan }) => (
      <span title={plan.name} className="block max-w-56 truncate">
        {plan.name}
      </span>
    ),
  },
  price: {
    label: 'Price',
    csv: ['amount', 'interval'],
    align: 'right',
    phone: 'value',
    cell: ({ amountKobo, plan }) => (
      <>
        <Amount kobo={amountKobo} /> <span className="text-muted max-md:hidden">{perInterval[plan.interval]}</span>
      </>
    ),
  },
  status: { label: 'Status', csv: ['status'], phone: 'state', cell: SubscriptionBadge },
  next: {
    label: 'Next charge',
    csv: ['nextCharge'],
    align: 'right',
    cell: ({ nextPaymentAt }) =>
      nextPaymentAt ? (
        <time dateTime={nextPaymentAt}>{formatDate(nextPaymentAt)}</time>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  since: {
    label: 'Since',
    csv: ['started'],
    align: 'right',
    quiet: true,
    from: 'xl',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
} satisfies Record<string, TableColumn<SubscriptionRow>>
