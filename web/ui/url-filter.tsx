import { FilterSelect } from './filter-select.tsx'
import type { SelectOption } from './select.tsx'
import { useUrlState } from './use-url-state.ts'

type UrlFilterProps = {
  /** Parameter of the URL. */
  name: string
  /** Accessible name: "Status". */
  label: string
  /** The option without a filter: "All statuses". */
  all: string
  options: readonly SelectOption[]
}

/** Filter of a list, stored in the URL. A value that is not an option counts as none. */
export function UrlFilter({ name, options, ...rest }: UrlFilterProps) {
  const { params, change } = useUrlState()
  const value = params.get(name) ?? ''
  return (
    <FilterSelect
      {...rest}
      options={options}
      value={options.some((option) => option.value === value) ? value : ''}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  )
}
