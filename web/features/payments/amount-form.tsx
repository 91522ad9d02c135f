import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import type { FilterChanges, TransactionFilters } from './transaction-filters.ts'

type AmountFormProps = Pick<TransactionFilters, 'min' | 'max'> & { onChange: (changes: FilterChanges) => void }

export function AmountForm({ onChange, ...given }: AmountFormProps) {
  const [range, setRange] = useState(given)
  const isTurned = range.min !== undefined && range.max !== undefined && range.min > range.max
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isTurned) return
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onChange({ min: range.min?.toString(), max: range.max?.toString() })
  }
  return (
    <form onSubmit={apply} className="flex flex-col gap-3 p-2.5">
      <Field label="At least">
        <MoneyInput value={range.min} onChange={(min) => setRange({ ...range, min })} />
      </Field>
      <Field label="At most" error={isTurned ? 'The second amount must not be less than the first.' : undefined}>
        <MoneyInput value={range.max} onChange={(max) => setRange({ ...range, max })} />
      </Field>
      <Button type="submit" className="self-end" disabled={isTurned}>
        Apply
      </Button>
    </form>
  )
}
