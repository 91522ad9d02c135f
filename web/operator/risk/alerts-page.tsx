import { type AlertKind, alertKinds, alertOutcomes, listRiskAlerts } from '@adire/contract/back-office/risk.ts'
import type { RiskAlert } from '@adire/contract/back-office/risk-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { Badge } from '../../ui/badge.tsx'
import { CursorList } from '../../ui/cursor-list.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoMatchingEntries } from '../../ui/no-matching-entries.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { UrlFilter } from '../../ui/url-filter.tsx'
import { UrlTabs } from '../../ui/url-tabs.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { BusinessCell } from '../app/business-cell.tsx'
import { useCall } from '../client/api.ts'
import { riskTabs } from './risk-tabs.ts'

const pageSize = 25
const kindChoices = Object.entries(alertKinds).map(([value, label]) => ({ value, label }))
const statusTabs = [
  { value: undefined, label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

/** What the rules, the block list and the limits on cards have found, and what was done about it. */
export function AlertsPage() {
  const { params, change } = useUrlState()
  const isClosed = params.get('status') === 'closed'
  const kind = Object.keys(alertKinds).find((one) => one === params.get('kind')) as AlertKind | undefined
  const pages = usePages(pageSize)
  const list = useCall(
    listRiskAlerts,
    { status: isClosed ? 'closed' : 'open', kind, ...pages.input },
    { keepPrevious: true, refetchInterval: 30_000 },
  )
  return (
    <>
      <PageHeader title="Risk" note="Payments that rules, block list or card limits noticed" tabs={riskTabs} />
      <UrlTabs name="status" label="Status" tabs={statusTabs} value={isClosed ? 'closed' : undefined} />
      <FilterBar onClear={kind ? () => change({ kind: undefined }) : undefined} values={[kind]}>
        <UrlFilter name="kind" label="Kind" all="All kinds" options={kindChoices} />
      </FilterBar>
      <CursorList
        label="Alerts"
        columns={isClosed ? [...columns, outcomeColumn] : columns}
        list={list}
        linkOf={({ id }) => `/risk/alerts/${id}`}
        pages={pages}
        empty={
          kind ? (
            <NoMatchingEntries onClear={() => change({ kind: undefined })}>No alerts of this kind.</NoMatchingEntries>
          ) : isClosed ? (
            <Empty title="No alert was closed yet">Closed alerts stay here, with what was done about them.</Empty>
          ) : (
            <Empty title="No open alerts">
              Alerts appear here when a payment exceeds a rule or is on the block list.
            </Empty>
          )
        }
      />
    </>
  )
}

const columns: readonly TableColumn<RiskAlert>[] = [
  {
    label: 'Alert',
    phone: 'title',
    room: 16,
    cell: ({ title, label }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-sm text-muted">{label}</span>
      </span>
    ),
    fullText: ({ title, label }) => `${title}, ${label}`,
  },
  {
    label: 'Business',
    drops: 2,
    room: 12,
    cell: ({ business }) => <BusinessCell business={business} />,
    fullText: ({ business }) => business.name,
  },
  {
    label: 'Payments',
    phone: 'state',
    room: 9,
    cell: ({ times, stopped }) => (
      <span className="flex items-center gap-2">
        <span className="figures">{groupDigits(times)}</span>
        {stopped > 0 && <Badge tone="bad">{`${stopped} stopped`}</Badge>}
      </span>
    ),
  },
  {
    label: 'Kind',
    drops: 3,
    room: 7,
    cell: ({ kind, mode }) => `${alertKinds[kind]}${mode === 'TEST' ? ' (test)' : ''}`,
  },
  {
    label: 'Last time',
    phone: 'note',
    quiet: true,
    cell: ({ lastAt }) => <span className="figures">{formatDateTime(lastAt)}</span>,
  },
]

const outcomeColumn: TableColumn<RiskAlert> = {
  label: 'Outcome',
  drops: 1,
  cell: ({ outcome, closedBy }) => (outcome ? `${alertOutcomes[outcome]} (${closedBy})` : '–'),
  fullText: ({ outcome }) => outcome && alertOutcomes[outcome],
}
