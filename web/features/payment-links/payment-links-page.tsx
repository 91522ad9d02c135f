import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { part } from '../../ui/chunk.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { useOffset } from '../../ui/use-offset.ts'
import { linkColumns } from './link-columns.tsx'
import { PlanLinks } from './plan-links.tsx'

const pageSize = 20
const SingleChargeModal = part(() => import('./single-charge-modal.tsx').then((m) => m.SingleChargeModal))

/** The modal has an address, `?new=1`, so that other pages can lead to it. */
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
          <Button icon={<Plus strokeWidth={1.75} />} onClick={create}>
            New payment link
          </Button>
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
        <PlanLinks pageSize={pageSize} />
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
  const [offset, setOffset] = useOffset(pageSize)
  const input = { limit: pageSize, offset, search: search || undefined, status }
  const list = useCall(listPaymentLinks, input, { keepPrevious: true })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={8} />
  const { content } = list.data
  const isEmpty = content.length === 0 && !list.isPlaceholderData
  if (isEmpty && !search && !status && offset === 0)
    return (
      <Empty title="No payment links yet" action={<Button onClick={onCreate}>New payment link</Button>}>
        Name what you sell, set a price or leave it to the payer, and share the link.
      </Empty>
    )
  return (
    <>
      <FilterBar search={<SearchInput label="Name of a link" value={search} onSearch={onSearch} />}>
        <FilterSelect label="Status" all="All links" options={statuses} value={status ?? ''} onChange={onStatus} />
      </FilterBar>
      {isEmpty ? (
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
      ) : (
        <PagedTable
          label="Payment links"
          columns={linkColumns}
          page={list.data}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/payment-link/${id}`}
          offset={offset}
          limit={pageSize}
          onOffset={setOffset}
          busy={list.isPlaceholderData}
        />
      )}
    </>
  )
}

function nothingFound(search: string, status: LinksProps['status']): string {
  const which = status ? `${status === 'active' ? 'published' : 'unpublished'} link` : 'link'
  if (search) return `No ${which}’s name has “${search}” in it.`
  return status ? `There is no ${which}.` : 'There are fewer links than that.'
}
