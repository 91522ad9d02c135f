import { formatNaira } from '@adire/contract/money.ts'
import { Banknote } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import type { Changes, Filters } from './transaction-filters.ts'

type AmountRangeProps = { filters: Filters; onChange: (changes: Changes) => void }

/** At least, at most, or both. */
export function AmountRange({ filters: { min, max }, onChange }: AmountRangeProps) {
  const label = labelOf(min, max)
  return (
    <Menu
      align="start"
      className="w-72"
      buttonClassName={buttonClass({ tone: 'secondary' })}
      button={
        <>
          <Banknote strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">Amount: </span>
          {label}
        </>
      }
    >
      <AmountForm key={label} min={min} max={max} onChange={onChange} />
    </Menu>
  )
}

function AmountForm({ onChange, ...given }: Pick<Filters, 'min' | 'max'> & Pick<AmountRangeProps, 'onChange'>) {
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
      <Field label="At most" error={isTurned ? 'Choose at least the first amount.' : undefined}>
        <MoneyInput value={range.max} onChange={(max) => setRange({ ...range, max })} />
      </Field>
      <Button type="submit" className="self-end" disabled={isTurned}>
        Apply
      </Button>
    </form>
  )
}

function labelOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${formatNaira(min)} \u2013 ${formatNaira(max)}`
  if (min !== undefined) return `From ${formatNaira(min)}`
  return max === undefined ? 'Any amount' : `Up to ${formatNaira(max)}`
}
