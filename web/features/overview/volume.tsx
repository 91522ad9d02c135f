import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import type { OverviewSeries } from '@adire/contract/payments-schemas.ts'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { businessNow } from '../../ui/business-clock.ts'
import { Card } from '../../ui/card.tsx'
import { BarChart } from '../../ui/charts/bars.tsx'
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { formatCount } from '../../ui/counted.ts'
import { addDays, dayKey, formatDay, formatTime } from '../../ui/date.ts'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { formatShare } from '../../ui/share.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStatsOfPeriod } from './overview-reads.ts'
import { useRange } from './range.ts'

const loadChart = () => import('../../ui/charts/area-chart.tsx').then((m) => m.AreaChart)
const AreaChart = lazyComponent(loadChart)
const chartLabel = 'Gross volume'

/** Loads the chart's code in parallel with its data. The chart shows a failure. */
export const warmChart = () => void loadChart().catch(() => {})

/** Volume by day and by channel. If they cannot be loaded, the totals of the period, which come with them, show the error. */
export function VolumePanel() {
  const { label, previousLabel, period, query } = useRange()
  const overview = useStatsOfPeriod()
  if (overview.error) return null
  const { series } = overview.data ?? {}
  const isOneDay = period.from === period.to
  const busy = overview.isPlaceholderData ? 'opacity-60' : ''
  return (
    <div className={detailColumns}>
      <Card className={`flex min-w-0 flex-col transition-opacity ${busy}`}>
        {overview.data && isOneDay ? (
          <DayComparison day={period.from} {...overview.data} />
        ) : series ? (
          <Suspense fallback={<ChartSkeleton label={chartLabel} />}>
            <AreaChart
              label={chartLabel}
              points={series.current.map(toPoint)}
              previous={series.previous.map(toPoint)}
              pointsLabel={label}
              previousLabel={previousLabel}
            />
          </Suspense>
        ) : (
          <ChartSkeleton label={chartLabel} />
        )}
      </Card>
      <Card
        title="By channel"
        action={
          <Link to="/transactions/channels" className="text-sm text-link hover:underline pointer-coarse:py-2">
            Channel health
          </Link>
        }
        className={`transition-opacity ${busy}`}
      >
        {series ? (
          <ByChannel channels={series.channels} linkTo={(channel) => query({ status: 'paid', channel })} />
        ) : (
          <div className="flex flex-col gap-8" aria-hidden="true">
            {['w-20', 'w-28', 'w-16'].map((width) => (
              <div key={width} className="flex flex-col gap-3">
                <Skeleton className={`h-3.5 ${width}`} />
                <Skeleton className="h-1.5 w-full" />
              </div>
            ))}
          </div>
        )}
      </Card>
    </div>
  )
}

type DayComparisonProps = { day: string; current: { grossKobo: number }; previous: { grossKobo: number } }

/** One day and the day before it, in place of a chart of a single point. Today is compared up to the present time. */
function DayComparison({ day, current, previous }: DayComparisonProps) {
  const now = businessNow()
  const isToday = day === dayKey(now)
  const earlier = addDays(day, -1)
  const bar = (date: string, grossKobo: number, suffix: string) => ({
    label: `${formatDay(date)}${isToday ? suffix : ''}`,
    amountKobo: grossKobo,
    to: `/transactions?${new URLSearchParams({ from: date, to: date, status: 'paid' })}`,
  })
  return (
    <div className="flex flex-col gap-3">
      <h2 className="font-semibold">{chartLabel}</h2>
      <BarChart
        bars={[bar(day, current.grossKobo, ', so far'), bar(earlier, previous.grossKobo, `, until ${formatTime(now)}`)]}
      />
    </div>
  )
}

type ByChannelProps = {
  channels: z.infer<typeof OverviewSeries>['channels']
  linkTo: (channel: Channel) => string
}

function ByChannel({ channels, linkTo }: ByChannelProps) {
  if (channels.length === 0) return <p className="text-muted">No successful payments in this period.</p>
  const totalKobo = channels.reduce((sum, { grossKobo }) => sum + grossKobo, 0)
  const bars = channels.map(({ channel, grossKobo, count }) => ({
    label: channelNames[channel],
    amountKobo: grossKobo,
    to: linkTo(channel),
    note: `${formatShare(grossKobo, totalKobo)} of volume, ${formatCount(count, 'payment', 'payments')}`,
  }))
  return <BarChart bars={bars} />
}

const toPoint = ({ day, grossKobo }: { day: string; grossKobo: number }) => ({ day, amountKobo: grossKobo })
