import type { ReactNode } from 'react'
import { DateRange } from './date-range.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { SelectOption } from './select.tsx'
import { UrlFilter } from './url-filter.tsx'
import type { AuditFilters } from './use-audit-filters.ts'

type AuditFilterBarProps = {
  filters: AuditFilters<string>
  people: readonly SelectOption[]
  /** Actions of the log with their names. */
  actions: Readonly<Record<string, string>>
  /** Buttons at the end of the bar. */
  action?: ReactNode
}

/** Filters of an audit log: person, action and dates. */
export const AuditFilterBar = ({ filters, people, actions, action }: AuditFilterBarProps) => (
  <FilterBar
    onClear={filters.isNarrowed ? filters.clear : undefined}
    values={[filters.actor, filters.action, filters.query.from ?? filters.query.to]}
    action={action}
  >
    <UrlFilter name="actor" label="Person" all="Everybody" options={people} />
    <UrlFilter
      name="action"
      label="Action"
      all="All actions"
      options={Object.entries(actions).map(([value, label]) => ({ value, label }))}
    />
    <DateRange range={filters.range} onChange={filters.change} />
  </FilterBar>
)
