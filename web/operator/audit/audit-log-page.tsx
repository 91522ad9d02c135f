import {
  checkStaffEvents,
  listStaffActors,
  listStaffEvents,
  type StaffAction,
  staffActions,
} from '@adire/contract/back-office/staff-audit.ts'
import type { StaffEvent } from '@adire/contract/back-office/staff-audit-schemas.ts'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { EventModal } from '../../ui/event-modal.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { readRange, resolveRange } from '../../ui/range.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall, useChange } from '../client/api.ts'
import { auditColumns } from './audit-columns.tsx'

const pageSize = 25
const actionChoices = Object.entries(staffActions).map(([value, label]) => ({ value, label }))

/** What the staff did, and whether the log is intact. */
export function AuditLogPage() {
  const filters = useFilters()
  const actors = useCall(listStaffActors, {})
  const names = actors.data?.content ?? (filters.actor ? [filters.actor] : [])
  return (
    <>
      <PageHeader
        title="Audit log"
        note="What the staff did, here and on the command line. Entries are linked: a changed or removed one is found."
        actions={<CheckButton />}
      />
      <FilterBar
        onClear={filters.isNarrowed ? filters.clear : undefined}
        values={[filters.actor, filters.action, filters.query.from ?? filters.query.to]}
      >
        <FilterSelect
          label="Person"
          all="Everybody"
          options={names.map((name) => ({ value: name, label: name }))}
          value={filters.actor ?? ''}
          onChange={(actor) => filters.change({ actor })}
        />
        <FilterSelect
          label="Action"
          all="All actions"
          options={actionChoices}
          value={filters.action ?? ''}
          onChange={(action) => filters.change({ action })}
        />
        <DateRange range={filters.range} onChange={filters.change} />
      </FilterBar>
      <Events />
    </>
  )
}

function CheckButton() {
  const check = useChange(checkStaffEvents, {
    refresh: [listStaffEvents],
    success: ({ events, faults }) =>
      faults.length === 0 ? `${events} entries were checked: none was changed or removed` : '',
  })
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        tone="secondary"
        icon={<ShieldCheck strokeWidth={1.75} />}
        busy={check.isPending}
        onClick={() => check.mutate({})}
      >
        Verify log
      </Button>
      {check.data?.faults.map((fault) => (
        <ErrorStrip key={fault} message={fault} />
      ))}
    </div>
  )
}

function Events() {
  const filters = useFilters()
  const pages = usePages(pageSize)
  const [opened, setOpened] = useState<StaffEvent>()
  const list = useCall(listStaffEvents, { ...filters.query, ...pages.input }, { keepPrevious: true })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton />
  if (list.data.content.length === 0)
    return filters.isNarrowed ? (
      <NoMatchingEntries onClear={filters.clear}>No entries match these filters.</NoMatchingEntries>
    ) : (
      <Empty title="Nothing was done yet">Sign-ins and everything that the staff changes will appear here.</Empty>
    )
  return (
    <>
      <CursorTable
        label="Audit log"
        columns={auditColumns(setOpened)}
        page={list.data}
        keyOf={({ id }) => id}
        pages={pages}
        limit={pageSize}
        busy={list.isPlaceholderData}
      />
      {opened && (
        <EventModal
          title={staffActions[opened.action]}
          who={opened.actor}
          event={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

const parseAction = (text: string | null) =>
  text && Object.hasOwn(staffActions, text) ? (text as StaffAction) : undefined

type Name = 'action' | 'actor' | 'period' | 'from' | 'to'

/** Filters in the URL. Any change goes back to the first page. */
function useFilters() {
  const { params, change: changeQuery } = useUrlState()
  const range = readRange(params)
  const action = parseAction(params.get('action'))
  const actor = params.get('actor')?.slice(0, 200) || undefined
  const { from, to } = resolveRange(range)
  const change = (changes: { [Key in Name]?: string | undefined }) => changeQuery(changes)
  return {
    range,
    action,
    actor,
    query: { action, actor, from, to },
    isNarrowed: Boolean(action || actor || from || to),
    change,
    clear: () => change({ action: undefined, actor: undefined, period: undefined, from: undefined, to: undefined }),
  }
}
