import { formatNaira } from '@adire/contract/money.ts'
import { part } from '../../ui/chunk.ts'
import { Choice } from './list-choices.tsx'
import type { Changes, Filters } from './transaction-filters.ts'

const AmountForm = part(() => import('./amount-form.tsx').then((m) => m.AmountForm))

type AmountRangeProps = { filters: Filters; onChange: (changes: Changes) => void }

/** At least, at most, or both. */
export function AmountRange({ filters: { min, max }, onChange }: AmountRangeProps) {
  const label = labelOf(min, max)
  return (
    <Choice
      name={
        <span>
          <span className="sr-only">Amount: </span>
          {label}
        </span>
      }
      className="w-72"
    >
      <AmountForm key={label} min={min} max={max} onChange={onChange} />
    </Choice>
  )
}

function labelOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${formatNaira(min)} \u2013 ${formatNaira(max)}`
  if (min !== undefined) return `From ${formatNaira(min)}`
  return max === undefined ? 'Any amount' : `Up to ${formatNaira(max)}`
}
