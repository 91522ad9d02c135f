import { createMandate, listMandates, mandateFilters } from '@adire/contract/direct-debit.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { mandateStatusNames } from '@adire/contract/status-names.ts'
import { CalendarDays, FileUp, List, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { useConfig } from '../../client/config.ts'
import { useCan } from '../../client/permissions.ts'
import { useSession } from '../../client/session.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { AllowedButton, AllowedLink } from '../../ui/allowed-button.tsx'
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
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { type UrlTab, UrlTabs } from '../../ui/url-tabs.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { mandateColumns } from './mandate-columns.tsx'
import type { MandateFilter } from './mandate-words.ts'

const DebitCalendar = lazyComponent(() => import('./debit-calendar.tsx').then((module) => module.DebitCalendar))

const ImportModal = lazyComponent(() => import('./import-modal.tsx').then((module) => module.ImportModal))

const none = { search: '', status: '', customer: '' }

const tabs: readonly UrlTab<MandateFilter>[] = [
  { value: undefined, label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'draft', label: 'Drafts' },
  { value: 'ended', label: 'Ended' },
]
const rareStatuses = (['suspended', 'pending', 'pending_authorization', 'pending_activation', 'rejected'] as const).map(
  (value) => ({ value, label: mandateStatusNames[value] }),
)
const parseFilter = (text: string | null) => mandateFilters.find((filter) => filter === text)

/** Whether mandates can be created; true until that is known. */
function useDirectDebitOpen(): boolean {
  const { mode } = useSession()
  const config = useConfig()
  return mode === 'TEST' || (config?.liveDirectDebit ?? true)
}

/** Mandate list. The filters and the calendar (`?view=calendar`) are in the URL. */
export function MandatesPage() {
  const { params, change } = useUrlState()
  const isOpen = useDirectDebitOpen()
  const can = useCan()
  const isCalendar = params.get('view') === 'calendar'
  const filter = {
    status: parseFilter(params.get('status')),
    search: params.get('search')?.trim().slice(0, 254) || undefined,
  }
  return (
    <>
      <PageHeader
        title="Direct debit"
        actions={
          <>
            {!isCalendar && (
              <ExportButton
                kind="mandates"
                counts={listMandates}
                columns={mandateColumns}
                input={filter}
                success={messages.csvDownloadedSuccessfully}
              />
            )}
            <LinkButton
              to={isCalendar ? '/directDebit' : '?view=calendar'}
              tone="secondary"
              icon={
                isCalendar ? (
                  <List strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <CalendarDays strokeWidth={1.75} aria-hidden="true" />
                )
              }
            >
              {isCalendar ? 'List' : 'Calendar'}
            </LinkButton>
            {isOpen && !isCalendar && can(createMandate) && <ImportButton />}
            {isOpen && (
              <AllowedLink
                needs={createMandate}
                to="/directDebit/new"
                icon={<Plus strokeWidth={1.75} aria-hidden="true" />}
              >
                New mandate
              </AllowedLink>
            )}
          </>
        }
      />
      {!isOpen && <p className="mb-5 text-ink-2">Direct debit is not open in Live Mode yet.</p>}
      <Suspense fallback={<TableSkeleton rows={limits.listLimit} hasPager />}>
        {isCalendar ? <DebitCalendar /> : <Listed {...filter} change={change} />}
      </Suspense>
    </>
  )
}

function ImportButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AllowedButton
        needs={createMandate}
        tone="secondary"
        icon={<FileUp strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Import
      </AllowedButton>
      <Suspense fallback={<FullLoader />}>{isOpen && <ImportModal onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

type ListedProps = {
  status: MandateFilter | undefined
  search: string | undefined
  change: ReturnType<typeof useUrlState>['change']
}

function Listed({ status, search, change }: ListedProps) {
  const isTab = tabs.some((tab) => tab.value === status)
  return (
    <>
      <UrlTabs name="status" label="Status" tabs={tabs} value={status} />
      <FilterBar
        search={
          <SearchInput
            label="Name, email or reference"
            value={search ?? ''}
            onSearch={(typed) => change({ search: typed }, { replace: true })}
          />
        }
        onClear={search || !isTab ? () => change(none) : undefined}
      >
        <FilterSelect
          label="State"
          all="Any state"
          options={rareStatuses}
          value={isTab ? '' : (status ?? '')}
          onChange={(chosen) => change({ status: chosen })}
        />
      </FilterBar>
      <Mandates filter={{ status, search }} onClear={() => change(none)} />
    </>
  )
}

type MandatesProps = {
  filter: { status: MandateFilter | undefined; search: string | undefined }
  onClear: () => void
}

function Mandates({ filter, onClear }: MandatesProps) {
  const { page, pager } = useSizedPaging(limits.listLimit)
  const list = useCall(listMandates, { ...filter, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Mandates"
      columns={mandateColumns}
      list={list}
      linkOf={({ slug }) => `/directDebit/${slug}`}
      {...pager}
      empty={
        filter.search || filter.status ? (
          <NothingFound what="mandates" search={filter.search} onClear={onClear} />
        ) : (
          <Empty
            title="No mandates yet"
            action={
              <AllowedLink needs={createMandate} to="/directDebit/new" tone="secondary">
                New mandate
              </AllowedLink>
            }
          >
            Ask a customer once, and collect from their bank account as agreed: by a schedule, or when you say.
          </Empty>
        )
      }
    />
  )
}
