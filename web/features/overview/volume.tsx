import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { getOverviewSeries } from '@adire/contract/payments.ts'
import { lazy, Suspense, useEffect } from 'react'
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
  const series = useCall(getOverviewSeries, period, { keepPrevious: true })
  // Loads the chart's code in parallel with its data. A failure is reported when the chart renders.
  useEffect(() => {
    loadChart().catch(() => {})
  }, [])
  if (series.error) return <ErrorStrip message={series.error.message} onRetry={() => series.refetch()} />
  const { data } = series
  const busy = series.isPlaceholderData ? 'opacity-60' : ''
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Card className={`min-w-0 transition-opacity ${busy}`}>
        {data ? (
          <Suspense fallback={<Waiting />}>
            <AreaChart
              label="Gross volume"
              points={data.current.map(toPoint)}
              previous={data.previous.map(toPoint)}
              pointsLabel={`Last ${range} days`}
              previousLabel={`Previous ${range} days`}
            />
          </Suspense>
        ) : (
          <Waiting />
        )}
      </Card>
      <Card title="By channel" className={`transition-opacity ${busy}`}>
        {data ? (
          <ByChannel channels={data.channels} linkTo={(channel) => query({ status: 'paid', channel })} />
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
  channels: EndpointOutput<typeof getOverviewSeries>['channels']
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
