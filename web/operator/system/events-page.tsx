import { listProcessorEvents, replayProcessorEvent } from '@adire/contract/back-office/system.ts'
import type { ProcessorEvent } from '@adire/contract/back-office/system-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { Badge } from '../../ui/badge.tsx'
import { countColumn } from '../../ui/count-column.tsx'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall, useChange } from '../client/api.ts'
import { useAllowedTabs, useDenied } from '../client/person.ts'
import { systemTabs } from './system-tabs.ts'

const limit = 25
const statuses = { received: 'Waiting', processed: 'Processed', ignored: 'No effect' } as const
type EventStatus = keyof typeof statuses
const tones = { received: 'warn', processed: 'ok', ignored: 'neutral' } as const

/** Events that processors posted, with their effect. */
export function EventsPage() {
  const { params, change } = useUrlState()
  const status = Object.keys(statuses).find((one) => one === params.get('status')) as EventStatus | undefined
  const reference = params.get('search')?.slice(0, 100) || undefined
  const clear = () => change({ status: undefined, search: undefined })
  const { page, pager } = usePaging(limit)
  const denied = useDenied(replayProcessorEvent)
  const replay = useChange(replayProcessorEvent, {
    refresh: [listProcessorEvents],
    success: 'The event is processed again. Its effect is here in a moment',
  })
  const list = useCall(listProcessorEvents, { status, reference, ...page }, { keepPrevious: true })
  return (
    <>
      <PageHeader title="System" note="Events of processors of the last 90 days" tabs={useAllowedTabs(systemTabs)} />
      <FilterBar
        search={<SearchInput label="Reference" value={reference ?? ''} onSearch={(text) => change({ search: text })} />}
        onClear={status || reference ? clear : undefined}
        values={[status]}
      >
        <UrlFilter
          name="status"
          label="Status"
          all="All statuses"
          options={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
        />
      </FilterBar>
      <PagedList
        label="Processor events"
        columns={columns(denied, (id) => replay.mutate({ id }))}
        list={list}
        {...pager}
        empty={
          status || reference ? (
            <NoMatchingEntries onClear={clear}>No events match these filters.</NoMatchingEntries>
          ) : (
            <Empty title="No event was received">
              Processors post events about live payments, refunds and payouts.
            </Empty>
          )
        }
      />
      <Rejected rows={list.data?.rejected ?? []} />
    </>
  )
}

type RejectedRow = { processor: string; day: string; reason: 'signature' | 'address'; count: number }

function Rejected({ rows }: { rows: readonly RejectedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-semibold">Rejected in the last 7 days</h2>
      <ul className="text-muted">
        {rows.map(({ processor, day, reason, count }) => (
          <li key={`${processor} ${day} ${reason}`} className="figures">
            {`${formatDay(day)}, ${processor}: ${groupDigits(count)} with a wrong ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

const columns = (
  denied: string | undefined,
  onReplay: (id: string) => void,
): readonly TableColumn<ProcessorEvent>[] => [
  {
    label: 'Event',
    phone: 'title',
    room: 13,
    cell: ({ name, processor }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{name ?? 'No name'}</span>
        <span className="block truncate text-sm text-muted">{processor}</span>
      </span>
    ),
    fullText: ({ name }) => name,
  },
  {
    label: 'Status',
    phone: 'state',
    room: 8,
    cell: ({ status }) => <Badge tone={tones[status]}>{statuses[status]}</Badge>,
  },
  {
    label: 'Reference',
    phone: 'note',
    cell: ({ reference }) => <span className="figures">{reference ?? 'None'}</span>,
    fullText: ({ reference }) => reference,
  },
  { label: 'Effect', drops: 1, room: 14, cell: ({ effect }) => effect ?? 'None', fullText: ({ effect }) => effect },
  countColumn('Posted', ({ deliveries }) => deliveries, { drops: 3, room: 5 }),
  {
    label: 'Received',
    drops: 2,
    quiet: true,
    cell: ({ receivedAt }) => <span className="figures">{formatDateTime(receivedAt)}</span>,
  },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: ({ id, name }) => (
      <RowMenu of={name ?? 'the event'}>
        <MenuButton denied={denied} onClick={() => onReplay(id)}>
          Process again
        </MenuButton>
      </RowMenu>
    ),
  },
]
