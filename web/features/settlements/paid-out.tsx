import { getSettlementAnalytics } from '@adire/contract/settlements.ts'
import { lazy, Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { Card } from '../../ui/card.tsx'
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx'
import { loadChunk } from '../../ui/chunk.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'

const ColumnChart = lazy(() =>
  loadChunk(() => import('../../ui/charts/column-chart.tsx').then(({ ColumnChart }) => ({ default: ColumnChart }))),
)
const maxDays = 400
const label = 'Paid out by day'

/** Amounts paid out on each day; the last 30 days if no dates are selected. */
export function PaidOut({ from, to }: { from: string | undefined; to: string | undefined }) {
  const last = to ?? dayKey(businessNow())
  const first = from ?? addDays(last, -29)
  const isTooLong = first < addDays(last, 1 - maxDays)
  const period = { from: isTooLong ? addDays(last, 1 - maxDays) : first, to: last }
  const analytics = useCall(getSettlementAnalytics, period, { keepPrevious: true })
  if (analytics.error) return <ErrorStrip message={analytics.error.message} onRetry={() => analytics.refetch()} />
  const { data } = analytics
  // A new business has nothing to see here; dates that were selected get an empty chart.
  if (data && !from && !to && data.days.every(({ paidKobo }) => paidKobo === 0)) return null
  return (
    <Card className={`min-w-0 transition-opacity ${analytics.isPlaceholderData ? 'opacity-60' : ''}`}>
      {data ? (
        <Suspense fallback={<ChartSkeleton label={label} />}>
          <ColumnChart
            label={label}
            points={data.days.map(({ day, paidKobo }) => ({ day, amountKobo: paidKobo }))}
            pointsLabel={from || to ? 'Selected days' : 'Last 30 days'}
          />
        </Suspense>
      ) : (
        <ChartSkeleton label={label} />
      )}
    </Card>
  )
}
