import { groupDigits } from '@adire/contract/group-digits.ts'
import { getRecurringRevenue } from '@adire/contract/recurring-revenue.ts'
import type { RevenueMonth } from '@adire/contract/recurring-revenue-schemas.ts'
import { lazy, Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { listActiveMonths } from '../../domain/active-months.ts'
import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx'
import { loadChunk } from '../../ui/chunk.ts'
import { formatMonth } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { subscriptionTabs } from './subscription-tabs.ts'

const ColumnChart = lazy(() =>
  loadChunk(() => import('../../ui/charts/column-chart.tsx').then(({ ColumnChart }) => ({ default: ColumnChart }))),
)
const chartLabel = 'Recurring revenue at the end of the month'

/** Monthly recurring revenue (MRR) and churn of the last 12 months. */
export function RevenuePage() {
  const revenue = useCall(getRecurringRevenue, {})
  const { data, error } = revenue
  const active = data && listActiveMonths(data.months, ({ mrrKobo, churnedKobo }) => mrrKobo > 0 || churnedKobo > 0)
  return (
    <>
      <PageHeader
        title="Recurring revenue"
        tabs={subscriptionTabs}
        note="The last 12 months, with this month so far. Lagos time."
      />
      {error && <ErrorStrip message={error.message} onRetry={() => void revenue.refetch()} />}
      {!data && !error && (
        <div className="flex flex-col gap-6">
          <TilesSkeleton tiles={6} layout={tileLayout} />
          <Card>
            <ChartSkeleton label={chartLabel} />
          </Card>
          <TableSkeleton rows={6} />
        </div>
      )}
      {active?.length === 0 && (
        <Empty title="No recurring revenue yet" action={<LinkButton to="/plans">Go to plans</LinkButton>}>
          It appears here with the first paid period of a subscription.
        </Empty>
      )}
      {data && active && active.length > 0 && <Revenue months={data.months} active={active} />}
    </>
  )
}

type RevenueProps = { months: readonly RevenueMonth[]; active: readonly RevenueMonth[] }

/** Stats of the current month, a chart of all months, and the active ones as a table. */
const Revenue = ({ months, active }: RevenueProps) => (
  <div className="flex flex-col gap-6">
    <Tiles tiles={listTiles(months.at(-1)!)} layout={tileLayout} />
    <Card className="min-w-0">
      <Suspense fallback={<ChartSkeleton label={chartLabel} />}>
        <ColumnChart
          label={chartLabel}
          points={months.map(({ month, mrrKobo }) => ({ day: month, amountKobo: mrrKobo }))}
          pointsLabel="Last 12 months"
        />
      </Suspense>
    </Card>
    <Table
      label="Recurring revenue by month"
      columns={columns}
      rows={active.toReversed()}
      keyOf={({ month }) => month}
    />
  </div>
)

/** Stats of the current month, each with its definition. */
const tileLayout = 'sm:grid-cols-3'

const listTiles = (month: RevenueMonth) => [
  {
    label: 'Monthly recurring revenue',
    value: <Amount kobo={month.mrrKobo} size="figure" />,
    definition:
      'Also called MRR: the prices of all subscriptions with a billed period now, paid or past due, after discounts and with add-ons, each converted to a month. A yearly price counts as one twelfth. Setup fees and free trials do not count. A subscription that is paused or cancelled counts until its billed period is over; “Monthly renewals” in the list of subscriptions leaves it out.',
  },
  {
    label: 'New',
    value: <Amount kobo={month.newKobo} size="figure" />,
    definition:
      'Recurring revenue of subscriptions that had none when the month began: new ones, and ones that were resumed.',
  },
  {
    label: 'Increases',
    value: <Amount kobo={month.expansionKobo} size="figure" />,
    definition:
      'What existing subscriptions pay more than when the month began, by a higher plan or price. Also called expansion.',
  },
  {
    label: 'Decreases',
    value: <Amount kobo={month.contractionKobo} size="figure" />,
    definition:
      'What existing subscriptions pay less than when the month began, by a lower plan or price. Also called contraction.',
  },
  {
    label: 'Lost',
    value: <Amount kobo={month.churnedKobo} size="figure" />,
    definition:
      'Recurring revenue of subscriptions that had it when the month began and have none now: cancelled, completed or paused. One that is cancelled or paused counts until its billed period is over. Also called churn.',
  },
  {
    label: 'Subscribers lost',
    value: formatPercent(month),
    definition:
      'Subscribers lost since the month began, in percent of those at that time. A subscriber is a subscription with recurring revenue: those in trial, paused or pending do not count. Also called churn rate.',
  },
]

const formatPercent = ({ churnPercent }: RevenueMonth) => (churnPercent === null ? 'None' : `${churnPercent}%`)

const columns: readonly TableColumn<RevenueMonth>[] = [
  { label: 'Month', phone: 'title', room: 8, cell: ({ month }) => formatMonth(month) },
  { label: 'At month end', align: 'right', phone: 'value', cell: ({ mrrKobo }) => <Amount kobo={mrrKobo} /> },
  { label: 'New', align: 'right', room: 9, drops: 3, cell: ({ newKobo }) => <Amount kobo={newKobo} /> },
  {
    label: 'Increases',
    align: 'right',
    room: 9,
    drops: 5,
    cell: ({ expansionKobo }) => <Amount kobo={expansionKobo} />,
  },
  {
    label: 'Decreases',
    align: 'right',
    room: 9,
    drops: 4,
    cell: ({ contractionKobo }) => <Amount kobo={contractionKobo} />,
  },
  { label: 'Lost', align: 'right', room: 9, drops: 2, cell: ({ churnedKobo }) => <Amount kobo={churnedKobo} /> },
  {
    label: 'Subscribers',
    align: 'right',
    drops: 1,
    room: 7,
    phone: 'note',
    cell: ({ subscribers, newSubscribers, churnedSubscribers }) => (
      <span className="figures">
        {groupDigits(subscribers)}
        <span className="rows:hidden"> {subscribers === 1 ? 'subscriber' : 'subscribers'}</span>
        {newSubscribers + churnedSubscribers > 0 && (
          <span className="whitespace-nowrap text-muted">
            {' '}
            (+{newSubscribers} −{churnedSubscribers})
          </span>
        )}
      </span>
    ),
  },
  {
    label: 'Subscribers lost',
    align: 'right',
    phone: 'state',
    room: 6,
    cell: (month) => (
      <span className={`figures ${month.churnPercent === null ? 'cards:hidden' : ''}`}>
        {formatPercent(month)}
        <span className="text-sm text-muted rows:hidden"> lost</span>
      </span>
    ),
  },
]
