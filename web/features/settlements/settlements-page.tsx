import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { getSettlementsSummary, listSettlements } from '@adire/contract/settlements.ts'
import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'
import { settlementStatusNames } from '@adire/contract/status-names.ts'
import type { ComponentProps } from 'react'
import { useCall } from '../../client/api.ts'
import { ExportButton } from '../../domain/export-button.tsx'
import { useSizedPaging } from '../../domain/use-sized-paging.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { KeptTogether } from '../../ui/kept-together.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { readRange, resolveRange } from '../../ui/range.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { FoundByAlert } from './found-by-alert.tsx'
import { useKeptDates } from './kept-dates.ts'
import { PaidOut } from './paid-out.tsx'
import { PayoutScheduleNote } from './payout-schedule.tsx'
import { settlementColumns } from './settlement-columns.tsx'
import { settlementPath } from './settlement-path.ts'
import { SettlementStats } from './settlement-stats.tsx'
import { StatementButton } from './statement-button.tsx'

const statuses = Object.keys(settlementStatusNames) as SettlementRow['status'][]

/** Settlement list. The dates are in the URL as startDate and endDate, and every tab keeps them. */
export function SettlementsPage() {
  const { params, change, changed } = useUrlState()
  const range = readRange(
    new URLSearchParams([
      ['from', params.get('startDate') ?? ''],
      ['to', params.get('endDate') ?? ''],
    ]),
  )
  const days = { from: range.from, to: range.to }
  const status = statuses.find((one) => one === params.get('status'))
  const search = params.get('search')?.trim().slice(0, 500) ?? ''
  const summary = useCall(getSettlementsSummary, days, { keepPrevious: true })
  const counts = summary.data?.byStatus
  const setRange: ComponentProps<typeof DateRange>['onChange'] = (chosen) => {
    const given = Object.entries(chosen).flatMap(([name, text]) => (text ? [[name, text]] : []))
    const { from, to } = resolveRange(readRange(new URLSearchParams(given)))
    change({ startDate: from, endDate: to })
  }
  return (
    <>
      <PageHeader
        title="Settlements"
        note={<PayoutScheduleNote />}
        actions={<PageActions status={status} {...days} />}
      />
      <div className="flex flex-col gap-6">
        <SettlementStats summary={summary} />
        <PaidOut from={days.from} to={days.to} />
        <section className="min-w-0" aria-label="Settlements">
          <FilterTabs
            label="Status"
            tabs={[undefined, ...statuses].map((one) => ({
              to: `?${changed({ status: one, search: undefined })}`,
              label: one ? settlementStatusNames[one] : 'All',
              count: counts && (one ? (counts[one] ?? 0) : Object.values(counts).reduce((sum, each) => sum + each, 0)),
              isCurrent: one === status && !search,
            }))}
          />
          <FilterBar
            search={
              <SearchInput
                label="Paste a line of your bank’s alert"
                value={search}
                onSearch={(text) => change({ search: text }, { replace: search !== '' })}
              />
            }
            onClear={
              days.from || days.to || search
                ? () => change({ startDate: undefined, endDate: undefined, search: undefined })
                : undefined
            }
          >
            <DateRange range={range} onChange={setRange} />
          </FilterBar>
          {search ? <FoundByAlert search={search} /> : <Rows status={status} {...days} />}
        </section>
      </div>
    </>
  )
}

type RowsProps = { status: SettlementRow['status'] | undefined; from: string | undefined; to: string | undefined }

const PageActions = ({ status, ...days }: RowsProps) => (
  <>
    <LinkButton to="/reports" tone="secondary">
      Reports
    </LinkButton>
    <LinkButton to="/split-payment" tone="secondary">
      Split payments
    </LinkButton>
    <KeptTogether>
      <StatementButton {...days} />
      <ExportButton
        kind="settlements"
        counts={listSettlements}
        columns={settlementColumns}
        input={{ ...days, status }}
        success={messages.csvDownloadedSuccessfully}
      />
    </KeptTogether>
  </>
)

function Rows(filter: RowsProps) {
  const { page, pager } = useSizedPaging(limits.listLimit)
  const keepDates = useKeptDates()
  const list = useCall(listSettlements, { ...filter, ...page }, { keepPrevious: true })
  return (
    <PagedList
      label="Settlements"
      columns={settlementColumns}
      list={list}
      linkOf={(row) => keepDates(settlementPath(row))}
      {...pager}
      hidesOnlyPage
      empty={
        filter.status || filter.from || filter.to ? (
          <Empty title="No such settlements">Choose other days or another tab.</Empty>
        ) : (
          <Empty title="No settlements yet">
            The first one is made on the working day after your first payments, once they come to NGN 1,000.
          </Empty>
        )
      }
    />
  )
}
