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
import { AuditFilterBar } from '../../ui/audit-filter-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { EventModal } from '../../ui/event-modal.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type AuditFilters, useAuditFilters } from '../../ui/use-audit-filters.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useCall, useChange } from '../client/api.ts'
import { auditColumns } from './audit-columns.tsx'

const pageSize = 25

/** What the staff did, and whether the log is intact. */
export function AuditLogPage() {
  const filters = useAuditFilters(staffActions)
  const actors = useCall(listStaffActors, {})
  const names = actors.data?.content ?? (filters.actor ? [filters.actor] : [])
  return (
    <>
      <PageHeader
        title="Audit log"
        note="What the staff did, here and on the command line. Each entry is linked to the one before, so a change or a deletion is detected."
        actions={<CheckButton />}
      />
      <AuditFilterBar
        filters={filters}
        people={names.map((name) => ({ value: name, label: name }))}
        actions={staffActions}
      />
      <Events filters={filters} />
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

function Events({ filters }: { filters: AuditFilters<StaffAction> }) {
  const pages = usePages(pageSize)
  const [opened, setOpened] = useState<StaffEvent>()
  const list = useCall(listStaffEvents, { ...filters.query, ...pages.input }, { keepPrevious: true })
  return (
    <>
      <CursorList
        label="Audit log"
        columns={auditColumns(setOpened)}
        list={list}
        pages={pages}
        empty={
          filters.isNarrowed ? (
            <NoMatchingEntries onClear={filters.clear}>No entries match these filters.</NoMatchingEntries>
          ) : (
            <Empty title="No entries yet">Sign-ins and everything that the staff changes will appear here.</Empty>
          )
        }
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
