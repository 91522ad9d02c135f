import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { FieldNote } from './field.tsx'

export type RadioTile = { value: string; label: string; hint?: ReactNode; icon?: ReactNode }

/** Spread `register('kind')` of react-hook-form on it, or pass `value` and `onChange`. */
type RadioTilesProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  ref?: Ref<HTMLInputElement>
  label: string
  tiles: readonly RadioTile[]
  error?: string | undefined
  columns?: 1 | 2
}

export function RadioTiles({ label, tiles, error, columns = 1, value, className = '', ...rest }: RadioTilesProps) {
  const id = useId()
  return (
    <fieldset
      className={`@container min-w-0 ${className}`}
      aria-describedby={error ? `${id}-note` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className={`grid gap-2 ${columns === 2 ? '@md:grid-cols-2' : ''}`}>
        {tiles.map((tile) => (
          <label
            key={tile.value}
            className="relative flex min-h-11 items-center gap-3 rounded-md border border-line-strong bg-surface px-3 py-2.5 transition-colors has-checked:border-brand has-checked:bg-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            {tile.icon && <span className="text-ink-2 [&_svg]:size-[18px]">{tile.icon}</span>}
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium wrap-anywhere">{tile.label}</span>
              {tile.hint && <span className="text-sm wrap-anywhere text-ink-2">{tile.hint}</span>}
            </span>
            <input
              name={id}
              {...rest}
              type="radio"
              value={tile.value}
              checked={value === undefined ? undefined : value === tile.value}
              className="size-[18px] shrink-0 appearance-none rounded-full border border-field bg-surface outline-none checked:border-[5.5px] checked:border-brand checked:bg-white"
            />
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldNote id={`${id}-note`} error={error} />
        </div>
      )}
    </fieldset>
  )
}
