import { perInterval } from '@adire/contract/plans.ts'
import type { SubscriptionRow } from '@adire/contract/subscriptions-schemas.ts'
import { Amount } from '../ui/amount.tsx'
import { Badge, StatusBadge } from '../ui/badge.tsx'
import { formatDate } from '../ui/date.ts'
import type { TableColumn } from '../ui/table-column.ts'
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
    drops: 2,
    cell: ({ plan }) => plan.name,
    fullText: ({ plan }) => plan.name,
  },
  price: {
    label: 'Price',
    csv: ['amount', 'discount', 'interval'],
    align: 'right',
    phone: 'value',
    room: 12.5,
    cell: ({ amountKobo, discount, plan }) => (
      <>
        <Amount kobo={amountKobo - (discount?.amountKobo ?? 0)} />{' '}
        <span className="text-muted cards:block cards:text-right cards:text-xs">{perInterval[plan.interval]}</span>
      </>
    ),
  },
  status: { label: 'Status', csv: ['status'], phone: 'state', cell: SubscriptionBadge },
  next: {
    label: 'Next charge',
    csv: ['nextCharge'],
    align: 'right',
    drops: 1,
    room: 8,
    cell: ({ nextPaymentAt }) =>
      nextPaymentAt ? (
        <time dateTime={nextPaymentAt}>{formatDate(nextPaymentAt)}</time>
      ) : (
        <span className="text-muted cards:hidden">None</span>
      ),
  },
  since: {
    label: 'Since',
    csv: ['started'],
    align: 'right',
    quiet: true,
    drops: 3,
    room: 8,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
} satisfies Record<string, TableColumn<SubscriptionRow>>
