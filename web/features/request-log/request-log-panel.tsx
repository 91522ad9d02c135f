import { groupDigits } from '@adire/contract/group-digits.ts'
import { listLoggedKeys, listLoggedRequests } from '@adire/contract/request-log.ts'
import type { LoggedRequest } from '@adire/contract/request-log-schemas.ts'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import { usePageSize } from '../../domain/use-page-size.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { methodChoices, statusChoices, useRequestFilters } from './request-filters.ts'
import { RequestModal } from './request-modal.tsx'
import { StatusCode } from './status-code.tsx'

const usualPageSize = 25

/** Log of the API requests from the business's servers, with the responses. */
export function RequestLogPanel() {
  const { query, range, isNarrowed, change, clear } = useRequestFilters()
  const known = useCall(listLoggedKeys, {}).data?.content ?? []
  const keys = query.last4 && !known.includes(query.last4) ? [...known, query.last4] : known
  return (
    <>
      <p className="mb-4 max-w-[720px] text-ink-2">
        Every call with a secret key, without passwords and card numbers. Calls are kept for 7 days in Test Mode and 30
        days in Live Mode, and appear after a moment.
      </p>
      <FilterBar
        search={
          <SearchInput
            label="Path or request id"
            value={query.search ?? ''}
            onSearch={(search) => change({ search })}
          />
        }
        onClear={isNarrowed ? clear : undefined}
        values={[query.method, query.status, query.last4, query.from ?? query.to]}
      >
        <UrlFilter name="status" label="Outcome" all="All outcomes" options={statusChoices} />
        <UrlFilter name="method" label="Method" all="All methods" options={methodChoices} />
        <UrlFilter
          name="key"
          label="Key"
          all="All keys"
          options={keys.map((last4) => ({ value: last4, label: `…${last4}` }))}
        />
        <DateRange range={range} onChange={change} />
      </FilterBar>
      <Requests />
    </>
  )
}

function Requests() {
  const { query, isNarrowed, clear } = useRequestFilters()
  const { limit, sizes } = usePageSize(usualPageSize)
  const pages = usePages(limit)
  const [opened, setOpened] = useState<LoggedRequest>()
  const list = useCall(listLoggedRequests, { ...query, ...pages.input }, { keepPrevious: true })
  return (
    <>
      <CursorList
        label="Request log"
        columns={columnsWith(setOpened)}
        list={list}
        pages={pages}
        sizes={sizes}
        empty={<NoRequests clear={isNarrowed ? clear : undefined} />}
      />
      {opened && <RequestModal request={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function NoRequests({ clear }: { clear: (() => void) | undefined }) {
  if (clear) return <NoMatchingEntries onClear={clear}>No calls match these filters.</NoMatchingEntries>
  return (
    <Empty
      title="No calls yet"
      action={
        <LinkButton to="/settings/api-webhooks" tone="secondary">
          Open API keys
        </LinkButton>
      }
    >
      Calls with your secret key will appear here, with their responses.
    </Empty>
  )
}

/** Columns of the log. A path is never truncated: a long one wraps. */
const columnsWith = (open: (request: LoggedRequest) => void): TableColumn<LoggedRequest>[] => [
  {
    label: 'Call',
    csv: ['call'],
    phone: 'title',
    room: 18,
    cell: (request) => (
      <button
        type="button"
        onClick={() => open(request)}
        className="block max-w-full py-2 text-left font-mono text-sm whitespace-normal wrap-anywhere hover:text-link hover:underline"
      >
        <span className="font-semibold">{request.method}</span> {request.path}
      </button>
    ),
  },
  { label: 'Outcome', csv: ['status'], room: 8, phone: 'state', cell: ({ status }) => <StatusCode status={status} /> },
  {
    label: 'Time taken',
    csv: ['ms'],
    drops: 2,
    room: 7,
    align: 'right',
    cell: ({ ms }) => <span className="figures text-muted">{groupDigits(ms)} ms</span>,
  },
  {
    label: 'Key',
    csv: ['key'],
    drops: 3,
    room: 6,
    quiet: true,
    cell: ({ last4 }) => <span className="font-mono">…{last4}</span>,
  },
  {
    label: 'When',
    csv: ['time'],
    drops: 1,
    phone: 'note',
    align: 'right',
    cell: ({ at }) => <span className="figures text-muted cards:text-sm">{formatDateTime(at)}</span>,
  },
]
