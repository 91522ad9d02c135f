import { listOfficeMerchants } from '@adire/contract/back-office/merchants.ts'
import type { OfficeMerchantRow } from '@adire/contract/back-office/merchants-schemas.ts'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall } from '../client/api.ts'
import { MerchantBadge, modeName } from './merchant-state.tsx'

const modeChoices = [
  { value: 'LIVE', label: 'Live' },
  { value: 'TEST', label: 'Test' },
]

/** Businesses, found by any of their values. */
export function MerchantsPage() {
  const { params, change } = useUrlState()
  const search = params.get('search') ?? ''
  const mode = params.get('mode') ?? ''
  const isMode = mode === 'TEST' || mode === 'LIVE'
  const list = useCall(
    listOfficeMerchants,
    { ...(search && { search }), ...(isMode && { mode }) },
    { keepPrevious: true },
  )
  const isNarrowed = search !== '' || isMode
  return (
    <>
      <PageHeader title="Merchants" note="Businesses in both modes, newest first." />
      <FilterBar
        search={
          <SearchInput
            label="Name, code, email, phone or account"
            value={search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
        }
        onClear={isNarrowed ? () => change({ search: undefined, mode: undefined }) : undefined}
      >
        <UrlFilter name="mode" label="Mode" all="Both modes" options={modeChoices} />
      </FilterBar>
      {list.error ? (
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      ) : !list.data ? (
        <TableSkeleton rows={8} />
      ) : list.data.content.length === 0 ? (
        <NoMerchants search={search} isNarrowed={isNarrowed} />
      ) : (
        <>
          <Table
            label="Merchants"
            columns={columns}
            rows={list.data.content}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/merchants/${id}`}
            busy={list.isPlaceholderData}
          />
          {list.data.isCapped && (
            <p className="mt-3 text-sm text-muted">These are the newest 50. Search to find another business.</p>
          )}
        </>
      )}
    </>
  )
}

function NoMerchants({ search, isNarrowed }: { search: string; isNarrowed: boolean }) {
  if (search) return <Empty title="No business matches">Use fewer or other words.</Empty>
  if (isNarrowed) return <Empty title="No businesses in this mode yet">Choose the other mode, or both.</Empty>
  return <Empty title="No businesses yet">A business appears here when it registers.</Empty>
}

const columns: readonly TableColumn<OfficeMerchantRow>[] = [
  {
    label: 'Business',
    phone: 'title',
    room: 14,
    fullText: ({ businessName }) => businessName,
    cell: ({ businessName }) => <span className="font-medium">{businessName}</span>,
  },
  {
    label: 'Code',
    room: 7,
    phone: 'note',
    cell: ({ merchantCode }) => <span className="figures">{merchantCode}</span>,
  },
  { label: 'Mode', room: 5, phone: 'value', cell: ({ mode }) => modeName(mode) },
  { label: 'Owner', room: 10, drops: 2, fullText: ({ owner }) => owner, cell: ({ owner }) => owner ?? '–' },
  { label: 'Status', phone: 'state', cell: (row) => <MerchantBadge {...row} /> },
  {
    label: 'Registered',
    align: 'right',
    drops: 1,
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]
