import { getOverview, paymentStatuses } from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { useCall } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { resolveRange } from '../../ui/range.ts'
import type { StatusFilter, TransactionFilters } from './transaction-filters.ts'

const always: readonly PaymentStatus[] = ['success', 'failed', 'pending', 'abandoned', 'refunded']
/** The longest period of the overview API, in days. */
const longestDays = 400

type Counts = Partial<Record<PaymentStatus | 'card_check', number>>

type StatusTabsProps = { filters: TransactionFilters; withStatus: (status: StatusFilter | undefined) => string }

/** Status tabs. Rare statuses and card checks have a tab only if there are any. */
export function StatusTabs({ filters, withStatus }: StatusTabsProps) {
  const counts = useCounts(filters)
  const visibleStatuses = paymentStatuses.filter(
    (status) => always.includes(status) || filters.status === status || counts?.[status],
  )
  const ordered = [...always, ...visibleStatuses.filter((status) => !always.includes(status))]
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tab = (status: StatusFilter | undefined, label: string, count: number | undefined) => ({
    to: withStatus(status),
    isCurrent: filters.status === status,
    label,
    count,
  })
  const tabs = [
    // The stats of the overview lead to all paid payments, also those refunded since: a filter with a chip, not a tab.
    { ...tab(undefined, 'All', all), isCurrent: !filters.status || filters.status === 'paid' },
    ...ordered.map((status) => tab(status, statusLabel(status), counts && (counts[status] ?? 0))),
    ...(filters.status === 'card_check' || counts?.card_check
      ? [tab('card_check', 'Card checks', counts && (counts.card_check ?? 0))]
      : []),
  ]
  return <FilterTabs label="Status" tabs={tabs} />
}

/**
 * Counts for the selected days. Undefined with any other filter, or if the API's period limit would omit older payments:
 * a count that differs from its list is worse than no count.
 */
function useCounts(filters: TransactionFilters): Counts | undefined {
  const range = resolveRange(filters)
  const to = range.to ?? dayKey(businessNow())
  const from = range.from ?? addDays(to, 1 - longestDays)
  const isOpen = range.from === undefined
  const { channel, search, link, settlement, customer, min, max } = filters
  const isCountable = !channel && !search && !link && !settlement && !customer && min === undefined && max === undefined
  const isShort = from <= to && addDays(from, longestDays - 1) >= to
  const { data } = useCall(getOverview, { from, to }, { enabled: isCountable && isShort })
  if (!isCountable || !isShort || !data) return undefined
  const { current, previous } = data
  if (isOpen && (Object.keys(previous.byStatus).length > 0 || previous.cardCheckCount > 0)) return undefined
  return { ...current.byStatus, card_check: current.cardCheckCount }
}
