import { getReviewCounts, listReviews, type ReviewView, reviewViews } from '@adire/contract/back-office/review.ts'
import type { ReviewEntry } from '@adire/contract/back-office/review-schemas.ts'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { moveRow, useShortcuts } from '../../ui/keys.ts'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ShortcutList } from '../../ui/shortcut-list.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { UrlTabs } from '../../ui/url-tabs.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { itemNames } from './item-names.ts'
import { useNextReview, useQueueFilters } from './use-next-review.ts'

const pageSize = 25
/** How often the queue is asked for again, because colleagues work on it too. */
const refreshMs = 20_000

const viewNames: Record<ReviewView, string> = {
  waiting: 'Waiting',
  unclaimed: 'Not claimed',
  mine: 'Mine',
  live: 'Going live',
  returned: 'Returned',
  rejected: 'Rejected',
}

type Counts = Pick<ReturnType<typeof useCall<typeof getReviewCounts>>, 'data' | 'error'>

/** Why the next business can't be opened; undefined if it can. */
function whyNoNext({ data, error }: Counts, view: ReviewView) {
  if (data) return data[view] === 0 ? 'Nothing waits in this view.' : undefined
  return error ? 'The queue could not be loaded.' : 'The queue is loading.'
}

/** Businesses that wait for a reviewer, oldest first. */
export function ReviewQueuePage() {
  const { params, change } = useUrlState()
  const { view } = useQueueFilters()
  const counts = useCall(getReviewCounts, {}, { refetchInterval: refreshMs })
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openNext = useNextReview()
  useShortcuts({
    j: () => moveRow(1),
    k: () => moveRow(-1),
    n: () => void openNext(),
    '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
    '?': () => setHelpOpen(true),
  })
  const { waiting, oldestAt } = counts.data ?? {}
  return (
    <>
      <PageHeader
        title="Review"
        count={waiting}
        note={oldestAt ? `The oldest has been waiting since ${formatDateTime(oldestAt)}.` : undefined}
        actions={
          <>
            <Button tone="secondary" onClick={() => setHelpOpen(true)}>
              Shortcuts
            </Button>
            <AllowedButton
              icon={<ArrowRight strokeWidth={1.75} />}
              denied={whyNoNext(counts, view)}
              onClick={() => void openNext()}
            >
              Review the oldest
            </AllowedButton>
          </>
        }
      />
      <UrlTabs
        name="view"
        label="Views"
        tabs={reviewViews.map((one) => ({
          value: one === 'waiting' ? undefined : one,
          label: viewNames[one],
          count: counts.data?.[one],
        }))}
        value={view === 'waiting' ? undefined : view}
      />
      <FilterBar
        search={
          <SearchInput
            label="Business or code"
            value={params.get('search') ?? ''}
            onSearch={(search) => change({ search })}
          />
        }
      >
        <UrlFilter
          name="type"
          label="Item"
          all="All items"
          options={Object.entries(itemNames).map(([value, label]) => ({ value, label }))}
        />
      </FilterBar>
      <Queue view={view} />
      {isHelpOpen && <ShortcutList shortcuts={shortcuts} onClose={() => setHelpOpen(false)} />}
    </>
  )
}

const shortcuts = [
  [['J'], 'Next business'],
  [['K'], 'Previous business'],
  [['Enter'], 'Open the business'],
  [['N'], 'Review the oldest that nobody has claimed'],
  [['/'], 'Search'],
  [['?'], 'These shortcuts'],
] as const

function Queue({ view }: { view: ReviewView }) {
  const { change } = useUrlState()
  const navigate = useNavigate()
  const { page, pager } = usePaging(pageSize)
  const { search, type, kept } = useQueueFilters()
  const list = useCall(listReviews, { view, search, type, ...page }, { keepPrevious: true, refetchInterval: refreshMs })
  const isNarrowed = Boolean(search || type)
  return (
    <PagedList
      label="Review queue"
      columns={columns}
      list={list}
      linkOf={({ id }) => `/review/${id}?${kept}`}
      {...pager}
      waiting={6}
      hidesOnlyPage
      empty={
        isNarrowed ? (
          <NoMatchingEntries onClear={() => change({ search: undefined, type: undefined })}>
            No business matches these filters.
          </NoMatchingEntries>
        ) : (
          <Empty
            title={view === 'returned' || view === 'rejected' ? 'There is none' : 'Nothing waits for review'}
            action={
              view === 'waiting' ? undefined : (
                <Button tone="secondary" onClick={() => navigate('/review')}>
                  See all that waits
                </Button>
              )
            }
          >
            Businesses that submit something appear here by themselves.
          </Empty>
        )
      }
    />
  )
}

const summarize = ({ waiting, wantsLive }: ReviewEntry) =>
  [...(wantsLive ? ['Going live'] : []), ...waiting.map((type) => itemNames[type] ?? type)].join(', ')

/** On two lines where a tablet has too little room for one. */
const Items = ({ text }: { text: string }) => (
  <span title={text} className="line-clamp-2 whitespace-normal">
    {text}
  </span>
)

const columns: readonly TableColumn<ReviewEntry>[] = [
  {
    label: 'Business',
    phone: 'title',
    room: 15,
    cell: ({ businessName, merchantCode, mode }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{businessName}</span>
        <span className="figures block truncate text-sm text-muted">
          {merchantCode}
          {mode === 'LIVE' && ', live'}
        </span>
      </span>
    ),
    fullText: ({ businessName, merchantCode }) => `${businessName}, ${merchantCode}`,
  },
  { label: 'Type', drops: 3, quiet: true, room: 9, cell: ({ businessType }) => businessType ?? '–' },
  { label: 'Items', phone: 'note', room: 14, cell: (entry) => <Items text={summarize(entry)} /> },
  {
    label: 'Since',
    phone: 'value',
    room: 10,
    cell: ({ since }) => <span className="figures text-muted cards:text-sm">{formatDateTime(since)}</span>,
  },
  {
    label: 'Reviewer',
    phone: 'state',
    room: 9,
    cell: ({ claim }) =>
      claim === null ? (
        <span className="text-muted">Not claimed</span>
      ) : (
        <Badge tone={claim.isYours ? 'ok' : 'neutral'} glyph="clock">
          {claim.isYours ? 'You' : claim.staffName}
        </Badge>
      ),
  },
]
