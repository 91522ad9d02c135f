import { type WebhookEventType, webhookEvents, webhookEventTypes } from '@adire/contract/webhook-events.ts'
import { listWebhookDeliveries, listWebhookEndpoints, webhookDeliveryStates } from '@adire/contract/webhooks.ts'
import type { WebhookDeliveryRow, WebhookDeliveryState } from '@adire/contract/webhooks-schemas.ts'
import { useCall } from '../../client/api.ts'
import { usePageSize } from '../../domain/use-page-size.ts'
import { countColumn } from '../../ui/count-column.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { readRange, resolveRange } from '../../ui/range.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { DeliveryBadge, stateNames } from './delivery-badge.tsx'

const usualPageSize = 25
/** Poll interval while deliveries are in progress. */
const lookAgainMs = 2_000

const typeOptions = webhookEventTypes.map((type) => ({ value: type, label: type }))
const stateOptions = webhookDeliveryStates.map((state) => ({ value: state, label: stateNames[state] }))

/** Delivery log: event, endpoint and state. */
export function DeliveryList() {
  const filters = useFilters()
  const { query } = filters
  const endpoints = useCall(listWebhookEndpoints, {})
  return (
    <section aria-labelledby="webhook-log">
      <h2 id="webhook-log" className="mb-3 font-semibold">
        Deliveries
      </h2>
      <FilterBar
        onClear={filters.isNarrowed ? filters.clear : undefined}
        values={[query.endpointId, query.state, query.type, query.from ?? query.to]}
      >
        <UrlFilter
          name="endpoint"
          label="Endpoint"
          all="All endpoints"
          options={(endpoints.data?.content ?? []).map(({ id, url, description }) => ({
            value: id,
            label: description || new URL(url).host,
          }))}
        />
        <UrlFilter name="state" label="State" all="All states" options={stateOptions} />
        <UrlFilter name="type" label="Event" all="All events" options={typeOptions} />
        <DateRange range={filters.range} onChange={filters.change} />
      </FilterBar>
      <Log />
    </section>
  )
}

function Log() {
  const filters = useFilters()
  const { limit, sizes } = usePageSize(usualPageSize)
  const pages = usePages(limit)
  const list = useCall(
    listWebhookDeliveries,
    { ...filters.query, ...pages.input },
    {
      keepPrevious: true,
      refetchInterval: ({ state: { data } }) => (data?.content.some(isUnderWay) ? lookAgainMs : false),
    },
  )
  return (
    <CursorList
      label="Deliveries"
      columns={columns}
      list={list}
      linkOf={({ id }) => filters.linkTo(id)}
      pages={pages}
      sizes={sizes}
      waiting={6}
      empty={
        filters.isNarrowed ? (
          <NoMatchingEntries onClear={filters.clear}>No deliveries match these filters.</NoMatchingEntries>
        ) : (
          <Empty title="No deliveries yet">
            Events sent to your endpoints appear here for 30 days, with your server’s responses.
          </Empty>
        )
      }
    />
  )
}

/** In progress: due within the next poll, not waiting hours for a retry. */
const isUnderWay = ({ state, nextAttemptAt }: WebhookDeliveryRow) =>
  state === 'waiting' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + lookAgainMs

const columns: TableColumn<WebhookDeliveryRow>[] = [
  {
    label: 'Event',
    phone: 'title',
    room: 14,
    cell: ({ type, isTest }) => (
      <>
        {type}
        {isTest && <span className="font-normal text-muted"> (test)</span>}
      </>
    ),
  },
  {
    label: 'Endpoint',
    drops: 2,
    quiet: true,
    cell: ({ url }) => shortUrl(url),
    fullText: ({ url }) => url,
  },
  { label: 'State', phone: 'state', cell: (row) => <DeliveryBadge delivery={row} /> },
  {
    label: 'Answer',
    drops: 3,
    room: 6,
    cell: ({ lastStatus }) => <span className="figures">{lastStatus ?? '\u2013'}</span>,
  },
  countColumn('Attempts', ({ attempts }) => attempts, { drops: 4, room: 6 }),
  {
    label: 'When',
    phone: 'note',
    drops: 1,
    align: 'right',
    cell: ({ createdAt }) => <span className="figures text-muted">{formatDateTime(createdAt)}</span>,
  },
]

const shortUrl = (url: string) => url.replace(/^https?:\/\//, '')

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Filters in the URL. Any change goes back to the first page. */
function useFilters() {
  const { params, change } = useUrlState()
  const range = readRange(params)
  const { from, to } = resolveRange(range)
  const endpoint = params.get('endpoint') ?? ''
  const state = params.get('state') ?? ''
  const type = params.get('type') ?? ''
  const query = {
    endpointId: id.test(endpoint) ? endpoint : undefined,
    state: Object.hasOwn(stateNames, state) ? (state as WebhookDeliveryState) : undefined,
    type: Object.hasOwn(webhookEvents, type) ? (type as WebhookEventType) : undefined,
    from,
    to,
  }
  return {
    range,
    query,
    isNarrowed: Object.values(query).some(Boolean),
    change,
    clear: () =>
      change({
        ...{ endpoint: undefined, state: undefined, type: undefined },
        ...{ period: undefined, from: undefined, to: undefined },
      }),
    /** Keeps the current page in the URL, for the way back. */
    linkTo: (delivery: string) => `?${new URLSearchParams([...params, ['delivery', delivery]])}`,
  }
}
