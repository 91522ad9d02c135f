import { groupDigits } from '@adire/contract/group-digits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPaymentTotals } from '@adire/contract/payments.ts'
import { useCall } from '../../client/api.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type TransactionFilters, toPaymentQuery } from './transaction-filters.ts'

/** Totals over the whole filter, not only the page. Hidden when they fail to load: the list still works without them. */
export function FilterTotals({ filters }: { filters: TransactionFilters }) {
  const { data, error } = useCall(getPaymentTotals, toPaymentQuery(filters), { keepPrevious: true })
  if (error) return null
  if (!data) return <Skeleton className="mb-3 h-5 w-64" />
  const isOfChecks = filters.status === 'card_check'
  const count = groupDigits(data.count)
  const checks = data.cardCheckCount ? groupDigits(data.cardCheckCount) : null
  const transactions = data.totalIsCapped ? `${count}+, choose fewer days to see totals` : count
  const entries = [
    ['Transactions', isOfChecks ? null : transactions],
    ['Card checks, refunded', checks],
    ['Gross', data.grossKobo],
    ['Fees and VAT', data.feesKobo],
    ['Refunded', data.refundedKobo || null],
    ['Net', data.netKobo],
  ]
  const visibleStats = isOfChecks ? entries.slice(0, 2) : entries
  return (
    <dl aria-label="All of this list" className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {visibleStats.map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className="flex flex-wrap items-baseline gap-x-2">
              <dt className="text-muted">{label}</dt>
              <dd className="figures font-medium">{typeof value === 'number' ? formatNaira(value) : value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
