import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPaymentTotals } from '@adire/contract/payments.ts'
import { useCall } from '../../client/api.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type TransactionFilters, toPaymentQuery } from './transaction-filters.ts'

type Entry = [label: string, value: string | number | null | undefined]

/** Totals over the whole filter, not only the page. Hidden when they fail to load: the list still works without them. */
export function FilterTotals({ filters }: { filters: TransactionFilters }) {
  const { data, error } = useCall(getPaymentTotals, toPaymentQuery(filters), { keepPrevious: true })
  if (error) return null
  return (
    <dl aria-label="All of this list" className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {listTotals(filters.status === 'card_check', data).map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className="flex flex-wrap items-baseline gap-x-2">
              <dt className="text-muted">{label}</dt>
              <dd className="figures font-medium">
                {value === undefined ? (
                  <Skeleton className="h-3.5 w-28" />
                ) : typeof value === 'number' ? (
                  formatNaira(value)
                ) : (
                  value
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Labels and values; undefined while they load, null where there is nothing to say. */
function listTotals(isOfChecks: boolean, totals?: EndpointOutput<typeof getPaymentTotals>): Entry[] {
  const count = totals && groupDigits(totals.count)
  const transactions = totals?.totalIsCapped ? `${count}+, choose fewer days to see totals` : count
  const checks = totals?.cardCheckCount ? groupDigits(totals.cardCheckCount) : null
  if (isOfChecks) return [['Card checks, refunded', totals && checks]]
  return [
    ['Transactions', transactions],
    ['Card checks, refunded', checks],
    ['Gross', totals?.grossKobo],
    ['Fees and VAT', totals?.feesKobo],
    ['Refunded', totals && (totals.refundedKobo || null)],
    ['Net', totals?.netKobo],
  ]
}
