import { DateInput } from '../ui/date-input.tsx'
import { Field } from '../ui/field.tsx'
import { type RangeSelection, rangePresets } from '../ui/range.ts'
import { Select } from '../ui/select.tsx'

const choices = [
  { value: 'any', label: 'Any date' },
  ...rangePresets.map(({ period, name }) => ({ value: period, label: name })),
  { value: 'days', label: 'Choose days' },
]

export type Period = RangeSelection & { isChosen: boolean }

/** Period with which a form begins: the given days, or any date. */
export const initialPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Period => ({
  period: undefined,
  from,
  to,
  isChosen: Boolean(from || to),
})

/** Message for a period that ends before it begins. */
export const findPeriodError = ({ isChosen, from, to }: Period) =>
  isChosen && from && to && from > to ? 'Choose a last day on or after the first.' : undefined

/** Period of a form: a preset, or a first and a last day in Lagos. */
export function PeriodField({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { from = '', to = '', isChosen } = period
  return (
    <div className="flex flex-col gap-3">
      <Field label="Period">
        <Select
          options={choices}
          value={isChosen ? 'days' : (period.period ?? 'any')}
          onChange={({ target: { value } }) =>
            onChange({
              isChosen: value === 'days',
              period: rangePresets.find((preset) => preset.period === value)?.period,
              from: undefined,
              to: undefined,
            })
          }
        />
      </Field>
      {isChosen && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="First day">
            <DateInput
              value={from}
              onChange={({ target }) => onChange({ ...period, from: target.value || undefined })}
            />
          </Field>
          <Field label="Last day" error={findPeriodError(period)}>
            <DateInput value={to} onChange={({ target }) => onChange({ ...period, to: target.value || undefined })} />
          </Field>
        </div>
      )}
    </div>
  )
}
