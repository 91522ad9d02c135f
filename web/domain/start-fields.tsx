import { messages } from '@adire/contract/messages.ts'
import { businessNow } from '../ui/business-clock.ts'
import { addDays, dayKey } from '../ui/date.ts'
import { DateInput } from '../ui/date-input.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'

/** When a subscription starts; `day` and `days` are what is typed. */
export type StartChoice = { when: 'now' | 'day' | 'trial'; day: string; days: string }

const options = [
  { value: 'now', label: 'Now' },
  { value: 'day', label: 'On a day' },
  { value: 'trial', label: 'Now, with a free trial' },
]
const hints: Record<StartChoice['when'], string> = {
  now: 'The card is charged today.',
  day: 'It starts, and the card is charged first, on that day at 09:00.',
  trial: 'The card is charged first after the trial.',
}

type StartFieldsProps = { start: StartChoice; error: string | undefined; onChange: (start: StartChoice) => void }

export function StartFields({ start, error, onChange }: StartFieldsProps) {
  const tomorrow = addDays(dayKey(new Date(businessNow()).toISOString()), 1)
  return (
    <>
      <Field label="Start" hint={hints[start.when]}>
        <Select
          options={options}
          value={start.when}
          onChange={({ target }) => onChange({ ...start, when: target.value as StartChoice['when'] })}
        />
      </Field>
      {start.when === 'day' && (
        <Field label="Start day" error={error}>
          <DateInput
            min={tomorrow}
            value={start.day}
            onChange={({ target }) => onChange({ ...start, day: target.value })}
          />
        </Field>
      )}
      {start.when === 'trial' && (
        <Field label="Free trial (days)" error={error}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={start.days}
            onChange={({ target }) => onChange({ ...start, days: target.value.replace(/\D/g, '') })}
          />
        </Field>
      )}
    </>
  )
}

/** Fields of the request, or the message of what is missing. */
export function startInput({ when, day, days }: StartChoice) {
  if (when === 'now') return { trialDays: 0 }
  if (when === 'day') return day ? { startsOn: day } : messages.required
  return Number(days) > 0 ? { trialDays: Number(days) } : messages.required
}
