import { limits } from '@adire/contract/limits.ts'
import { createPlan, intervalNames, intervals, listPlans } from '@adire/contract/plans.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { planTabs } from '../../domain/plan-tabs.ts'
import { usePageSize } from '../../domain/use-page-size.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useOffset } from '../../ui/use-offset.ts'
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
        <FilterSelect
          label="Status"
          all="All statuses"
          options={statuses}
          value={filter.status ?? ''}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label="Charged"
          all="Any interval"
          options={intervalChoices}
          value={filter.interval ?? ''}
          onChange={(interval) => change({ interval })}
        />
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
  const { limit, sizes } = usePageSize(limits.listLimit)
  const [offset, setOffset] = useOffset(limit)
  const list = useCall(listPlans, { ...filter, limit, offset }, { keepPrevious: true })
  return (
    <PagedList
      label="Plans"
      columns={planColumns}
      list={list}
      linkOf={({ id }) => `/plans/${id}`}
      offset={offset}
      limit={limit}
      sizes={sizes}
      onOffset={setOffset}
      empty={
        isFiltered || offset > 0 ? (
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
