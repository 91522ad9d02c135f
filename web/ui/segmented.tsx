import { type ReactNode, useId } from 'react'

type SegmentedProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'sm' | 'md'
}

/** Two to four options side by side: radio buttons, so arrow keys and forms work natively. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  size = 'sm',
}: SegmentedProps<Value>) {
  const name = useId()
  const height = size === 'sm' ? 'h-7 text-sm pointer-coarse:h-10' : 'h-10'
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-0.5 rounded-md bg-neutral-soft p-1 dark:bg-canvas">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`flex flex-1 items-center justify-center rounded-sm px-3 lg:max-xl:px-2 font-medium max-[359px]:px-1 max-[359px]:text-sm whitespace-nowrap text-ink-2 transition-colors has-checked:bg-surface dark:has-checked:bg-neutral-soft has-checked:text-ink has-checked:shadow-e1 has-focus-visible:outline-2 has-focus-visible:outline-brand ${height}`}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
