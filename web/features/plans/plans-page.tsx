import { limits } from '@adire/contract/limits.ts'
import { createPlan, intervalNames, intervals, listPlans } from '@adire/contract/plans.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
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
import { planColumns } from './plan-columns.tsx'

const statuses = (['active', 'inactive'] as const).map((value) => ({ value, label: statusLabel(value) }))
const intervalChoices = intervals.map((value) => ({ value, label: intervalNames[value] }))
const CreatePlanModal = lazyComponent(() => import('./create-plan-modal.tsx').then((m) => m.CreatePlanModal))

const none = { search: '', status: '', interval: '' }

/** Plan list. The filters and the modal (`?new=1`) are in the URL. */
export function PlansPage() {
  const { params, change } = useUrlState()
  const filter = {
    search: params.get('search')?.trim().slice(0, 60) || undefined,
    status: statuses.find(({ value }) => value === params.get('status'))?.value,
    interval: intervals.find((interval) => interval === params.get('interval')),
  }
  const isFiltered = Boolean(filter.search || filter.status || filter.interval)
  const create = () => change({ new: '1' })
  return (
    <>
      <PageHeader
        title="Plans"
        tabs={planTabs}
        actions={
          <AllowedButton needs={createPlan} icon={<Plus strokeWidth={1.75} />} onClick={create}>
            New plan
          </AllowedButton>
        }
      />
      <FilterBar
        search={
          <SearchInput
            label="Name or code of a plan"
            value={filter.search ?? ''}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        }
        onClear={isFiltered ? () => change(none) : undefined}
        values={[filter.status, filter.interval]}
      >
        <UrlFilter name="status" label="Status" all="All statuses" options={statuses} />
        <UrlFilter name="interval" label="Charged" all="Any interval" options={intervalChoices} />
      </FilterBar>
      <Plans filter={filter} isFiltered={isFiltered} onCreate={create} onClear={() => change(none)} />
      {params.has('new') && (
        <Suspense fallback={<FullLoader />}>
          <CreatePlanModal onClose={() => change({ new: '' })} />
        </Suspense>
      )}
    </>
  )
}

type PlansProps = {
  filter: { search: string | undefined; status: 'active' | 'inactive' | undefined; interval: Interval | undefined }
  isFiltered: boolean
  onCreate: () => void
  onClear: () => void
}

function Plans({ filter, isFiltered, onCreate, onClear }: PlansProps) {
  const { page, pager } = useSizedPaging(limits.listLimit)
  const list = useCall(listPlans, { ...filter, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Plans"
      columns={planColumns}
      list={list}
      linkOf={({ id }) => `/plans/${id}`}
      {...pager}
      empty={
        isFiltered ? (
          <NothingFound what="plans" search={filter.search} onClear={onClear} />
        ) : (
          <Empty
            title="No plans yet"
            action={
              <AllowedButton needs={createPlan} onClick={onCreate} tone="secondary">
                New plan
              </AllowedButton>
            }
          >
            Say how much is charged and how often, and share a link by which customers subscribe.
          </Empty>
        )
      }
    />
  )
}
