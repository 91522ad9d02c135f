import { Select, type SelectOption } from './select.tsx'

type FilterSelectProps = {
  /** Accessible name: "Status". */
  label: string
  /** The option without a filter: "All statuses". */
  all: string
  options: readonly SelectOption[]
  value: string
  onChange: (value: string) => void
}

export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  return (
    <div className="max-w-full shrink-0">
      <Select
        aria-label={label}
        placeholder={all}
        options={options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 min-h-0! w-auto! max-w-60 py-1! max-sm:w-full! max-sm:max-w-none font-medium pointer-coarse:h-11"
      />
    </div>
  )
}
