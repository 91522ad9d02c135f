import { createPaymentLink, listPaymentLinks, paymentLinkSorts } from '@adire/contract/payment-links.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { useSort } from '../../ui/use-sort.ts'
import { linkColumns } from './link-columns.tsx'
import { PlanLinks } from './plan-links.tsx'

const usualPageSize = 20
const LinkBulk = lazyComponent(() => import('./link-bulk.tsx').then((m) => m.LinkBulk))
const SingleChargeModal = lazyComponent(() => import('./single-charge-modal.tsx').then((m) => m.SingleChargeModal))

/** Payment link list. The modal has a URL, `?new=1`, so other pages can link to it. */
export function PaymentLinksPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const status = statuses.find(({ value }) => value === params.get('status'))?.value
  const isNew = params.has('new')
  const isOfPlans = params.get('type') === 'plans'
  const change = (name: 'search' | 'status' | 'new', value: string) => {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    if (name !== 'new') next.delete('page')
    setParams(next, { replace: name === 'search' || !value })
  }
  const create = () => change('new', '1')
  return (
    <>
      <PageHeader
        title="Payment links"
        actions={
          <AllowedButton needs={createPaymentLink} icon={<Plus strokeWidth={1.75} />} onClick={create}>
            New payment link
          </AllowedButton>
        }
      />
      <FilterTabs
        label="Kind of link"
        tabs={[
          { to: '/payment-link', label: 'Single charges', isCurrent: !isOfPlans },
          { to: '/payment-link?type=plans', label: 'Plans', isCurrent: isOfPlans },
        ]}
      />
      {isOfPlans ? (
        <PlanLinks usualPageSize={usualPageSize} />
      ) : (
        <Links
          search={search}
          status={status}
          onSearch={(text) => change('search', text)}
          onStatus={(value) => change('status', value)}
          onCreate={create}
        />
      )}
      {isNew && (
        <Suspense fallback={<FullLoader />}>
          <SingleChargeModal onClose={() => change('new', '')} />
        </Suspense>
      )}
    </>
  )
}

const statuses = [
  { value: 'active', label: 'Published' },
  { value: 'inactive', label: 'Unpublished' },
] as const

type LinksProps = {
  search: string
  status: 'active' | 'inactive' | undefined
  onSearch: (text: string) => void
  onStatus: (value: string) => void
  onCreate: () => void
}

function Links({ search, status, onSearch, onStatus, onCreate }: LinksProps) {
  const { sort, sorting } = useSort(paymentLinkSorts)
  const { page, pager } = useSizedPaging(usualPageSize)
  const input = { sort, ...page, search: search || undefined, status }
  const list = useCall(listPaymentLinks, input, { keepPrevious: true })
  const selection = useSelection({ page: list.data?.content ?? [], scope: JSON.stringify(input) })
  const isFiltered = search !== '' || status !== undefined
  // No filters before the first link exists.
  const isNew = !isFiltered && !list.isPlaceholderData && list.data?.totalElements === 0
  return (
    <>
      {!isNew && (
        <FilterBar search={<SearchInput label="Name or amount" value={search} onSearch={onSearch} />}>
          <FilterSelect label="Status" all="All links" options={statuses} value={status ?? ''} onChange={onStatus} />
        </FilterBar>
      )}
      <PagedList
        label="Payment links"
        columns={linkColumns}
        list={list}
        linkOf={({ id }) => `/payment-link/${id}`}
        {...pager}
        sorting={sorting}
        selecting={{
          selection,
          rows: ['payment link', 'payment links'],
          nameOf: ({ name }) => name,
          actions: <LinkBulk selection={selection} />,
        }}
        waiting={8}
        empty={isFiltered ? <NothingFound search={search} status={status} /> : <NoLinks onCreate={onCreate} />}
      />
    </>
  )
}

const NoLinks = ({ onCreate }: Pick<LinksProps, 'onCreate'>) => (
  <Empty
    title="No payment links yet"
    action={
      <AllowedButton needs={createPaymentLink} onClick={onCreate} tone="secondary">
        New payment link
      </AllowedButton>
    }
  >
    Name what you sell, set a price or leave it to the payer, and share the link.
  </Empty>
)

const NothingFound = ({ search, status }: Pick<LinksProps, 'search' | 'status'>) => (
  <Empty
    title="Nothing found"
    action={
      <LinkButton tone="secondary" to="/payment-link">
        Show all links
      </LinkButton>
    }
  >
    {nothingFound(search, status)}
  </Empty>
)

function nothingFound(search: string, status: LinksProps['status']): string {
  const which = status ? `${status === 'active' ? 'published' : 'unpublished'} payment links` : 'payment links'
  if (search) return `No ${which} match \u201c${search}\u201d.`
  return status ? `No ${which}.` : 'No payment links on this page.'
}
