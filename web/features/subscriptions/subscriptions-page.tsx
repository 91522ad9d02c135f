import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { listPlans } from '@adire/contract/plans.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { getSubscription, listSubscriptions, subscriptionFilters } from '@adire/contract/subscriptions.ts'
import type { SubscriptionRow } from '@adire/contract/subscriptions-schemas.ts'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { DetailRowMenu } from '../../domain/detail-row-menu.tsx'
import { ExportButton } from '../../domain/export-button.tsx'
import { subscriptionCells } from '../../domain/subscription-cells.tsx'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { type SubscriptionFilter, SubscriptionStats } from './subscription-stats.tsx'
import { subscriptionTabs } from './subscription-tabs.ts'

const AddSubscriptionModal = lazyComponent(() =>
  import('../../domain/add-subscription-modal.tsx').then((m) => m.AddSubscriptionModal),
)
const { customer, plan, price, status, next, since } = subscriptionCells
const SubscriptionActions = lazyComponent(() => import('./subscription-actions.tsx').then((m) => m.SubscriptionActions))
const columns: readonly TableColumn<SubscriptionRow>[] = [
  ...[customer, price, status, { ...plan, phone: 'note' as const }, next, since],
  actionsColumn(
    ({ id, status: state, customerName, customerEmail }) =>
      state !== 'completed' &&
      state !== 'cancelled' && (
        <DetailRowMenu of={customerName ?? customerEmail} endpoint={getSubscription} input={{ id }}>
          {(subscription) => <SubscriptionActions subscription={subscription} isRow />}
        </DetailRowMenu>
      ),
  ),
]
const none = { search: '', status: '', plan: '', coupon: '' }

/** Subscription list. The filters are in the URL. */
export function SubscriptionsPage() {
  const { params, change } = useUrlState()
  const [isAdding, setIsAdding] = useState(false)
  const filter = {
    search: params.get('search')?.trim().slice(0, 254) || undefined,
    planId: params.get('plan') || undefined,
    couponId: params.get('coupon') || undefined,
    status: subscriptionFilters.find((one) => one === params.get('status')),
  }
  const isNarrowed = Boolean(filter.search || filter.planId || filter.couponId)
  return (
    <>
      <PageHeader
        title="Subscriptions"
        tabs={subscriptionTabs}
        actions={
          <>
            <ExportButton
              kind="subscriptions"
              counts={listSubscriptions}
              columns={columns}
              input={filter}
              success={messages.csvDownloadedSuccessfully}
            />
            <AllowedButton
              needs={createSubscription}
              icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => setIsAdding(true)}
            >
              Add subscription
            </AllowedButton>
          </>
        }
      />
      <Suspense fallback={<FullLoader />}>
        {isAdding && <AddSubscriptionModal onClose={() => setIsAdding(false)} />}
      </Suspense>
      <SubscriptionStats planId={filter.planId} status={filter.status} />
      <FilterBar
        search={
          <SearchInput
            label="Name, email, plan or code"
            value={filter.search ?? ''}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        }
        onClear={isNarrowed ? () => change({ ...none, status: filter.status }) : undefined}
      >
        <PlanFilter value={filter.planId ?? ''} onChange={(planId) => change({ plan: planId })} />
      </FilterBar>
      <Subscriptions
        filter={filter}
        isFiltered={isNarrowed || filter.status !== undefined}
        onClear={() => change(none)}
      />
    </>
  )
}

/** Plan filter. Deleted plans are not listed, but the URL can still select one. */
function PlanFilter({ value, onChange }: { value: string; onChange: (planId: string) => void }) {
  const plans = useCall(listPlans, { limit: limits.listMaximum })
  const options = (plans.data?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <FilterSelect
      label="Plan"
      all="All plans"
      options={isKnown ? options : [...options, { value, label: 'One plan' }]}
      value={value}
      onChange={onChange}
    />
  )
}

type SubscriptionsProps = {
  filter: {
    search: string | undefined
    planId: string | undefined
    couponId: string | undefined
    status: SubscriptionFilter | undefined
  }
  isFiltered: boolean
  onClear: () => void
}

function Subscriptions({ filter, isFiltered, onClear }: SubscriptionsProps) {
  const { page, pager } = useSizedPaging(limits.listLimit)
  const list = useCall(listSubscriptions, { ...filter, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Subscriptions"
      columns={columns}
      list={list}
      linkOf={({ id }) => `/subscriptions/${id}`}
      {...pager}
      empty={
        isFiltered ? (
          <NothingFound what="subscriptions" search={filter.search} onClear={onClear} />
        ) : (
          <Empty
            title="No subscriptions yet"
            action={
              <LinkButton to="/plans" tone="secondary">
                Go to plans
              </LinkButton>
            }
          >
            Create a plan and share its payment link. New subscriptions appear here at once.
          </Empty>
        )
      }
    />
  )
}
