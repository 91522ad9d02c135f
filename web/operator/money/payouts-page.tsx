import { getPayoutRun, listPayouts } from '@adire/contract/back-office/money.ts'
import type { StaffPayout } from '@adire/contract/back-office/money-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { settlementStatuses } from '@adire/contract/settlements.ts'
import { settlementStatusNames } from '@adire/contract/status-names.ts'
import { useState } from 'react'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDay, formatTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { ModeChoice, useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { useAllowedTabs } from '../client/person.ts'
import { keptParams, moneyTabs } from './money-tabs.ts'
import { payoutColumns } from './payout-columns.tsx'
import { type PayoutAction, PayoutModal } from './payout-modals.tsx'

const pageSize = 25
const statuses = ['held', ...settlementStatuses] as const
type PayoutStatus = (typeof statuses)[number]
const statusChoices = statuses.map((value) => ({
  value,
  label: value === 'held' ? 'Held by us' : settlementStatusNames[value],
}))

/** The daily run of payouts, and all payouts with what can be done about them. */
export function PayoutsPage() {
  return (
    <>
      <PageHeader
        title="Money"
        note="Payouts to businesses and split recipients"
        actions={<ModeChoice />}
        tabs={useAllowedTabs(moneyTabs)}
        keptParams={keptParams}
      />
      <Run />
      <Filters />
      <Payouts />
    </>
  )
}

/** What the next run pays, or what the run of today has paid so far. */
function Run() {
  const mode = useMode()
  const { data, error, refetch } = useCall(getPayoutRun, { mode }, { refetchInterval: 60_000 })
  if (error) return <ErrorStrip className="mb-5" message={error.message} onRetry={() => void refetch()} />
  const sum = (...names: string[]) => {
    const found = data?.statuses.filter(({ status }) => names.includes(status)) ?? []
    return {
      count: found.reduce((total, { count }) => total + count, 0),
      kobo: found.reduce((total, { amountKobo }) => total + amountKobo, 0),
    }
  }
  const tile = (
    label: string,
    { count, kobo }: { count: number; kobo: number },
    definition: string,
    [one, many] = ['payout', 'payouts'],
  ) => ({
    label,
    definition,
    value: data ? formatNaira(kobo) : '–',
    note: data ? <span className="text-sm text-muted">{`${count} ${count === 1 ? one : many}`}</span> : undefined,
  })
  return (
    <section aria-label="Daily run" className="mb-6">
      <p className="mb-3 text-muted">
        {data ? `Run of ${formatDay(data.day)}: created at 01:00, sent at ${formatTime(data.paysAt)}` : 'Daily run'}
      </p>
      <Tiles
        tiles={[
          tile(
            'To be sent',
            sum('pending', 'processing'),
            'Payouts that are due on this day or before, and not paid yet: what banks get, after stamp duty.',
          ),
          tile(
            'Not sent',
            sum('on_hold', 'failed'),
            'Payouts on hold, and those that a bank has returned, after stamp duty.',
          ),
          tile(
            'Paid',
            sum('success'),
            'Payouts that a bank has confirmed on this day: what its statement shows, after stamp duty.',
          ),
          tile(
            'Collected since',
            { count: data?.unsettled.owners ?? 0, kobo: data?.unsettled.totalKobo ?? 0 },
            'Proceeds that are in no payout yet, of so many businesses and recipients, before reserve and stamp duty: the next runs create their payouts.',
            ['owner', 'owners'],
          ),
        ]}
      />
    </section>
  )
}

function useFilters() {
  const { params, change } = useUrlState()
  const text = params.get('status')
  const status = statuses.find((one) => one === text) as PayoutStatus | undefined
  const search = params.get('search')?.slice(0, 100) || undefined
  return { status, search, change, isNarrowed: Boolean(status || search) }
}

function Filters() {
  const { status, search, change, isNarrowed } = useFilters()
  return (
    <FilterBar
      search={
        <SearchInput
          label="Reference, business or code"
          value={search ?? ''}
          onSearch={(text) => change({ search: text })}
        />
      }
      onClear={isNarrowed ? () => change({ status: undefined, search: undefined }) : undefined}
      values={[status]}
    >
      <UrlFilter name="status" label="Status" all="All statuses" options={statusChoices} />
    </FilterBar>
  )
}

function Payouts() {
  const mode = useMode()
  const { status, search, change, isNarrowed } = useFilters()
  const pages = usePages(pageSize)
  const [opened, setOpened] = useState<{ action: PayoutAction; payout: StaffPayout }>()
  const columns = payoutColumns((action, payout) => setOpened({ action, payout }))
  const list = useCall(listPayouts, { mode, status, search, ...pages.input }, { keepPrevious: true })
  return (
    <>
      <CursorList
        label="Payouts"
        columns={columns}
        list={list}
        pages={pages}
        empty={
          isNarrowed ? (
            <NoMatchingEntries onClear={() => change({ status: undefined, search: undefined })}>
              No payouts match these filters.
            </NoMatchingEntries>
          ) : (
            <Empty title="No payouts yet">The first run after a payment creates the first payout.</Empty>
          )
        }
      />
      {opened && <PayoutModal {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
