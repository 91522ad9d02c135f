import { type AuditAction, auditActions, listAuditActors, listAuditEvents } from '@adire/contract/audit.ts'
import type { AuditEvent } from '@adire/contract/audit-schemas.ts'
import { ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { usePageSize } from '../../domain/use-page-size.ts'
import { AuditFilterBar } from '../../ui/audit-filter-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { EventModal } from '../../ui/event-modal.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { type AuditFilters, useAuditFilters } from '../../ui/use-audit-filters.ts'
import { usePages } from '../../ui/use-pages.ts'

const usualPageSize = 25
const VerifyModal = lazyComponent(() => import('./verify-modal.tsx').then((m) => m.VerifyModal))

const nameOf = ({ name, person }: { name: string; person: string | null }) => person ?? name

/** Audit log: user, action, time and device. */
export function AuditPanel() {
  const filters = useAuditFilters(auditActions)
  const actors = useCall(listAuditActors, {})
  const [isVerifying, setVerifying] = useState(false)
  const people = actors.data?.content ?? (filters.actor ? [{ name: filters.actor, person: null }] : [])
  return (
    <>
      <AuditFilterBar
        filters={filters}
        people={people.map((actor) => ({ value: actor.name, label: nameOf(actor) }))}
        actions={auditActions}
        action={
          <>
            <Button tone="secondary" icon={<ShieldCheck strokeWidth={1.75} />} onClick={() => setVerifying(true)}>
              Verify
            </Button>
            <ExportButton
              kind="auditEvents"
              counts={listAuditEvents}
              input={filters.query}
              columns={columnsWith(() => {})}
            />
          </>
        }
      />
      <Events filters={filters} />
      <Suspense fallback={<FullLoader />}>
        {isVerifying && <VerifyModal onClose={() => setVerifying(false)} />}
      </Suspense>
    </>
  )
}

function Events({ filters }: { filters: AuditFilters<AuditAction> }) {
  const { limit, sizes } = usePageSize(usualPageSize)
  const pages = usePages(limit)
  const [opened, setOpened] = useState<AuditEvent>()
  const list = useCall(listAuditEvents, { ...filters.query, ...pages.input }, { keepPrevious: true })
  return (
    <>
      <CursorList
        label="Audit log"
        columns={columnsWith(setOpened)}
        list={list}
        pages={pages}
        sizes={sizes}
        empty={
          filters.isNarrowed ? (
            <NoMatchingEntries onClear={filters.clear}>No entries match these filters.</NoMatchingEntries>
          ) : (
            <Empty title="No changes yet">
              Changes to settings, keys and bank accounts, and sign-ins, will appear here.
            </Empty>
          )
        }
      />
      {opened && (
        <EventModal
          title={auditActions[opened.action]}
          who={opened.actor.person ? `${opened.actor.person} (${opened.actor.name})` : opened.actor.name}
          event={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

const columnsWith = (open: (event: AuditEvent) => void): TableColumn<AuditEvent>[] => [
  {
    label: 'What',
    csv: ['what'],
    phone: 'title',
    room: 18,
    cell: (event) => (
      <>
        <button
          type="button"
          title={auditActions[event.action]}
          onClick={() => open(event)}
          className="max-w-full truncate text-left font-medium hover:text-link hover:underline pointer-coarse:py-2 cards:whitespace-normal rows:max-w-64"
        >
          {auditActions[event.action]}
        </button>
        {event.object && <span className="block truncate text-sm text-muted rows:hidden">{event.object}</span>}
      </>
    ),
  },
  {
    label: 'Object',
    csv: ['object'],
    drops: 2,
    quiet: true,
    cell: ({ object }) => object ?? '\u2013',
    fullText: ({ object }) => object,
  },
  {
    label: 'Who',
    csv: ['who'],
    phone: 'note',
    cell: ({ actor }) => (
      <span title={nameOf(actor)} className="block truncate rows:max-w-40">
        {nameOf(actor)}
      </span>
    ),
  },
  {
    label: 'From',
    csv: ['device', 'address'],
    drops: 3,
    quiet: true,
    cell: ({ ip, device }) => [device, ip].filter(Boolean).join(', ') || '\u2013',
    fullText: ({ ip, device }) => [device, ip].filter(Boolean).join(', '),
  },
  {
    label: 'When',
    csv: ['time'],
    phone: 'state',
    align: 'right',
    cell: ({ at }) => <span className="figures text-muted cards:text-sm">{formatDateTime(at)}</span>,
  },
]
