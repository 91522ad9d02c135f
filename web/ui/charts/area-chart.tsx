import { formatNaira } from '@adire/contract/money.ts'
import { useId } from 'react'
import { businessNow } from '../business-clock.ts'
import { dayKey, formatDay } from '../date.ts'
import { ChartFrame, type ChartSize } from './chart-frame.tsx'
import { ChartPlot } from './chart-plot.tsx'
import type { ChartPoint } from './chart-summary.ts'
import { chartMargins } from './scale.ts'

type AreaChartProps = {
  /** "Gross volume" */
  label: string
  points: readonly ChartPoint[]
  /** The same days of the previous period, in order; whole days. */
  previous?: readonly ChartPoint[]
  /** "Last 30 days" and "Previous 30 days", for the legend. */
  pointsLabel: string
  previousLabel?: string
}

/** Amounts by day, joined by straight lines. Today, which is not over, is dashed and not filled. */
export function AreaChart({
  label,
  points,
  previous = [],
  pointsLabel,
  previousLabel = 'Previous period',
}: AreaChartProps) {
  const closed = countClosedDays(points)
  const legend = [
    { name: pointsLabel, line: 'text-brand' },
    ...(closed < points.length ? [{ name: 'Today so far', line: 'text-brand', dash: '4 3' }] : []),
    ...(previous.length ? [{ name: previousLabel, line: 'text-field' }] : []),
  ]
  return (
    <ChartFrame label={label} legend={legend}>
      {(size) => points.length > 0 && <Plot {...{ label, points, previous, closed, size }} />}
    </ChartFrame>
  )
}

/** Number of days that are over. */
function countClosedDays(points: readonly ChartPoint[]): number {
  const today = dayKey(businessNow())
  const open = points.findIndex(({ day }) => day >= today)
  return open < 0 ? points.length : open
}

type PlotProps = {
  label: string
  points: readonly ChartPoint[]
  previous: readonly ChartPoint[]
  closed: number
  size: ChartSize
}

function Plot({ label, points, previous, closed, size }: PlotProps) {
  const gradient = useId()
  const nameDay = ({ day }: ChartPoint) =>
    day === dayKey(businessNow()) ? `${formatDay(day)}, so far` : formatDay(day)
  const linesAt = (index: number) =>
    [points[index], previous[index]].flatMap((point) =>
      point
        ? [{ name: nameDay(point), value: formatNaira(point.amountKobo), isEarlier: point === previous[index] }]
        : [],
    )
  const maxKobo = Math.max(...[...points, ...previous].map(({ amountKobo }) => amountKobo))
  const lastClosed = Math.max(0, closed - 1)
  return (
    <ChartPlot {...{ label, points, size, maxKobo, linesAt }} spread="points">
      {({ left, baseline, x, y, at }) => {
        const line = (days: readonly ChartPoint[], first = 0) =>
          days.map(({ amountKobo }, index) => `${index ? 'L' : 'M'}${x(first + index)},${y(amountKobo)}`).join('')
        return (
          <>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1" className="text-brand">
              <stop offset="0" stopColor="currentColor" stopOpacity=".2" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0" />
            </linearGradient>
            {closed > 1 && (
              <path d={`${line(points.slice(0, closed))}V${baseline}H${left}Z`} fill={`url(#${gradient})`} />
            )}
            <g fill="none" strokeLinejoin="round" strokeLinecap="round">
              <path d={line(previous.slice(0, points.length))} className="stroke-field" strokeWidth="1.5" />
              <path d={line(points.slice(0, closed))} className="stroke-brand" strokeWidth="2" />
              {closed < points.length && (
                <path
                  d={line(points.slice(lastClosed), lastClosed)}
                  className="stroke-brand"
                  strokeWidth="2"
                  strokeDasharray="4 5"
                />
              )}
            </g>
            {at !== undefined && (
              <g transform={`translate(${x(at)} 0)`}>
                <path d={`M0 ${chartMargins.top}V${baseline}`} className="stroke-field" strokeWidth="1" />
                <circle
                  cy={y(points[at]?.amountKobo ?? 0)}
                  r="4.5"
                  className="fill-brand stroke-surface"
                  strokeWidth="2"
                />
              </g>
            )}
          </>
        )
      }}
    </ChartPlot>
  )
}
