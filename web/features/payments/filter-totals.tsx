import { formatNaira } from '@adire/contract/money.ts'
import { getPaymentTotals } from '@adire/contract/payments.ts'
import { useCall } from '../../api.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Filters, queryOf } from './transaction-filters.ts'

/** What the whole filter comes to, not only the page. Without an answer it is left out: the list says enough. */
export function FilterTotals({ filters }: { filters: Filters }) {
  const { data, error } = useCall(getPaymentTotals, queryOf(filters), { keepPrevious: true })
  if (error) return null
  const count = data?.count.toLocaleString('en-US')
  const { grossKobo, feesKobo, netKobo } = data ?? {}
  const isSummed = grossKobo != null && feesKobo != null && netKobo != null
  const figures = isSummed
    ? [
        ['Transactions', count],
        ['Gross', formatNaira(grossKobo)],
        ['Fees and VAT', formatNaira(feesKobo)],
        ['Net', formatNaira(netKobo)],
      ]
    : data && [
        ['Transactions', `More than ${count}`],
        ['Gross, fees and net', 'Choose fewer days to see them'],
      ]
  return (
    <dl
      aria-label="All of this list"
      className="flex flex-wrap gap-x-8 gap-y-1 border-t border-line bg-sunken px-4 py-3 text-sm md:px-5"
    >
      {figures?.map(([label, value]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      )) ?? <Skeleton className="h-5 w-64" />}
    </dl>
  )
}
