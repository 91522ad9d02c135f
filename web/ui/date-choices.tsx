import { Check } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { businessNow } from './business-clock.ts'
import { Button } from './button.tsx'
import { addDays, dayKey } from './date.ts'
import { DateInput } from './date-input.tsx'
import type { DateRangeProps } from './date-range.tsx'
import { Field, FieldNote } from './field.tsx'
import { MenuButton } from './menu.tsx'
import { rangeLabel, rangePresets, resolveRange } from './range.ts'

/** Preset periods on one side, two date inputs on the other. */
export function DateChoices({ range, onChange, maxDays }: DateRangeProps) {
  const { period, from, to } = range
  const choices = [...rangePresets, ...(maxDays ? [] : [{ period: '', name: 'Any date' }])]
  const chosen = period ?? (from || to ? undefined : '')
  return (
    <div className="flex max-sm:flex-col">
      <ul className="shrink-0 max-sm:border-b max-sm:border-line max-sm:pb-1.5 sm:w-40 sm:border-r sm:border-line sm:pr-1.5">
        {choices.map(({ period: value, name }) => (
          <li key={value}>
            <MenuButton
              aria-pressed={chosen === value}
              onClick={() => onChange({ period: value, from: undefined, to: undefined })}
              className="justify-between"
            >
              {name}
              {chosen === value && <Check strokeWidth={1.75} className="text-link" aria-hidden="true" />}
            </MenuButton>
          </li>
        ))}
      </ul>
      <DaysForm
        key={rangeLabel(range)}
        {...resolveRange(range)}
        maxDays={maxDays}
        onApply={(days) => onChange({ period: undefined, ...days })}
      />
    </div>
  )
}

type Days = { from: string | undefined; to: string | undefined }

type DaysFormProps = Days & { maxDays: number | undefined; onApply: (days: Days) => void }

function DaysForm({ from = '', to = '', maxDays, onApply }: DaysFormProps) {
  const id = useId()
  const [days, setDays] = useState({ from, to })
  const error = findDaysError(days, maxDays)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (error) return
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onApply({ from: days.from || undefined, to: days.to || undefined })
  }
  const today = dayKey(businessNow())
  return (
    <form onSubmit={apply} className="flex flex-1 flex-col gap-3 p-2.5 sm:pl-4" aria-describedby={`${id}-note`}>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={name === 'from' ? 'First day' : 'Last day'}>
          <DateInput
            max={today}
            value={days[name]}
            onChange={({ target }) => setDays({ ...days, [name]: target.value })}
          />
        </Field>
      ))}
      <FieldNote id={`${id}-note`} hint="Days in Lagos, both included." error={error} />
      <Button type="submit" className="self-end" disabled={error !== undefined}>
        Apply
      </Button>
    </form>
  )
}

function findDaysError({ from, to }: { from: string; to: string }, maxDays: number | undefined): string | undefined {
  if (from && to && from > to) return 'Choose a last day on or after the first.'
  if (!maxDays) return undefined
  if (!from || !to) return 'Choose a first and a last day.'
  return from < addDays(to, 1 - maxDays) ? `Choose at most ${maxDays} days.` : undefined
}
