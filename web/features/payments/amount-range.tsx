import { formatNaira } from '@adire/contract/money.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { ListChoice } from './list-choices.tsx'
import type { FilterChanges, TransactionFilters } from './transaction-filters.ts'

const AmountForm = lazyComponent(() => import('./amount-form.tsx').then((m) => m.AmountForm))

type AmountRangeProps = { filters: TransactionFilters; onChange: (changes: FilterChanges) => void }

/** Amount filter: minimum, maximum or both. */
export function AmountRange({ filters: { min, max }, onChange }: AmountRangeProps) {
  const label = describeRange(min, max)
  return (
    <ListChoice
      name={
        <span>
          <span className="sr-only">Amount: </span>
          {label}
        </span>
      }
      className="w-72"
    >
      <AmountForm key={label} min={min} max={max} onChange={onChange} />
    </ListChoice>
  )
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${formatNaira(min)} \u2013 ${formatNaira(max)}`
  if (min !== undefined) return `From ${formatNaira(min)}`
  return max === undefined ? 'Any amount' : `Up to ${formatNaira(max)}`
}
