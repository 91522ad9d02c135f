import { FilterTabs } from './filter-tabs.tsx'
import { useUrlState } from './use-url-state.ts'

export type UrlTab<Value extends string> = {
  /** Undefined for the tab that is shown without the parameter. */
  value: Value | undefined
  label: string
  count?: number | undefined
}

type UrlTabsProps<Value extends string> = {
  /** Parameter of the URL. */
  name: string
  /** Accessible name: "Status". */
  label: string
  tabs: readonly UrlTab<Value>[]
  value: NoInfer<Value> | undefined
}

/** Tabs that filter the list below them by a parameter of the URL. */
export function UrlTabs<Value extends string>({ name, label, tabs, value }: UrlTabsProps<Value>) {
  const { changed } = useUrlState()
  return (
    <FilterTabs
      label={label}
      tabs={tabs.map((tab) => ({
        to: `?${changed({ [name]: tab.value })}`,
        label: tab.label,
        count: tab.count,
        isCurrent: tab.value === value,
      }))}
    />
  )
}
