import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import { getOverview } from '@adire/contract/payments.ts'
import type { OverviewSeries } from '@adire/contract/payments-schemas.ts'
import { lazy, Suspense, useEffect } from 'react'
import type * as z from 'zod/mini'
import { useCall } from '../../client/api.ts'
import { Card } from '../../ui/card.tsx'
import { BarChart } from '../../ui/charts/bars.tsx'
import { loadChunk } from '../../ui/chunk.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { ChartSkeleton, Skeleton } from '../../ui/skeleton.tsx'
import { useRange } from './range.ts'

const loadChart = () => import('../../ui/charts/area-chart.tsx').then(({ AreaChart }) => ({ default: AreaChart }))
const AreaChart = lazy(() => loadChunk(loadChart))

/** Volume by day and by channel: two cards from one API call. */
export function VolumePanel() {
  const { range, period, query } = useRange()
  const overview = useCall(getOverview, { ...period, series: 'day' }, { keepPrevious: true })
  // Loads the chart's code in parallel with its data. A failure is reported when the chart renders.
  useEffect(() => {
    loadChart().catch(() => {})
  }, [])
  if (overview.error) return <ErrorStrip message={overview.error.message} onRetry={() => overview.refetch()} />
  const series = overview.data?.series
  const busy = overview.isPlaceholderData ? 'opacity-60' : ''
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Card className={`min-w-0 transition-opacity ${busy}`}>
        {series ? (
          <Suspense fallback={<Waiting />}>
            <AreaChart
              label="Gross volume"
              points={series.current.map(toPoint)}
              previous={series.previous.map(toPoint)}
              pointsLabel={`Last ${range} days`}
              previousLabel={`Previous ${range} days`}
            />
          </Suspense>
        ) : (
          <Waiting />
        )}
      </Card>
      <Card title="By channel" className={`transition-opacity ${busy}`}>
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

type ByChannelProps = {
  channels: z.infer<typeof OverviewSeries>['channels']
  linkTo: (channel: Channel) => string
}

function ByChannel({ channels, linkTo }: ByChannelProps) {
  if (channels.length === 0) return <p className="text-muted">No payment succeeded in this period.</p>
  const bars = channels.map(({ channel, grossKobo }) => ({
    label: channelNames[channel],
    amountKobo: grossKobo,
    to: linkTo(channel),
  }))
  return <BarChart bars={bars} />
}

const toPoint = ({ day, grossKobo }: { day: string; grossKobo: number }) => ({ day, amountKobo: grossKobo })

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">Gross volume</p>
      <ChartSkeleton />
    </div>
  )
}
