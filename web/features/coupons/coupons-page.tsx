import { couponStatuses, createCoupon, listCoupons } from '@adire/contract/coupons.ts'
import type { CouponStatus } from '@adire/contract/coupons-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { planTabs } from '../../domain/plan-tabs.ts'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { couponColumns } from './coupon-columns.tsx'

const statuses = couponStatuses.map((value) => ({ value, label: statusLabel(value) }))
const CreateCouponModal = lazyComponent(() => import('./create-coupon-modal.tsx').then((m) => m.CreateCouponModal))

const none = { search: '', status: '' }

/** Coupon list. The filters and the modal (`?new=1`) are in the URL. */
export function CouponsPage() {
  const { params, change } = useUrlState()
  const filter = {
    search: params.get('search')?.trim().slice(0, 60) || undefined,
    status: couponStatuses.find((status) => status === params.get('status')),
  }
  const isFiltered = Boolean(filter.search || filter.status)
  const create = () => change({ new: '1' })
  return (
    <>
      <PageHeader
        title="Coupons"
        tabs={planTabs}
        actions={
          <AllowedButton needs={createCoupon} icon={<Plus strokeWidth={1.75} aria-hidden="true" />} onClick={create}>
            New coupon
          </AllowedButton>
        }
      />
      <FilterBar
        search={
          <SearchInput
            label="Name or code of a coupon"
            value={filter.search ?? ''}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        }
        onClear={isFiltered ? () => change(none) : undefined}
        values={[filter.status]}
      >
        <UrlFilter name="status" label="Status" all="All statuses" options={statuses} />
      </FilterBar>
      <Coupons filter={filter} isFiltered={isFiltered} onCreate={create} onClear={() => change(none)} />
      {params.has('new') && (
        <Suspense fallback={<FullLoader />}>
          <CreateCouponModal onClose={() => change({ new: '' })} />
        </Suspense>
      )}
    </>
  )
}

type CouponsProps = {
  filter: { search: string | undefined; status: CouponStatus | undefined }
  isFiltered: boolean
  onCreate: () => void
  onClear: () => void
}

function Coupons({ filter, isFiltered, onCreate, onClear }: CouponsProps) {
  const { page, pager } = useSizedPaging(limits.listLimit)
  const list = useCall(listCoupons, { ...filter, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Coupons"
      columns={couponColumns}
      list={list}
      linkOf={({ id }) => `/plans/coupons/${id}`}
      {...pager}
      empty={
        isFiltered ? (
          <NothingFound what="coupons" search={filter.search} onClear={onClear} />
        ) : (
          <Empty
            title="No coupons yet"
            action={
              <AllowedButton needs={createCoupon} onClick={onCreate} tone="secondary">
                New coupon
              </AllowedButton>
            }
          >
            A coupon makes the payments of a subscription cheaper: once, for some payments, or always.
          </Empty>
        )
      }
    />
  )
}
