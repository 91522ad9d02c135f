import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { ChartAxes } from './chart-axes.tsx'
import { ChartFrame, type ChartSize } from './chart-frame.tsx'
import { type ChartPoint, formatPoint, summarizeChart } from './chart-summary.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { amountScale, chartMargins } from './scale.ts'
import { useReading } from './use-reading.ts'

type ColumnChartProps = {
  /** "Paid out by day" */
  label: string
  points: readonly ChartPoint[]
  /** "Last 30 days", for the legend. */
  pointsLabel: string
}

/** Separate amounts by day or month, each a column from the baseline. A day without one stays empty. */
export const ColumnChart = ({ label, points, pointsLabel }: ColumnChartProps) => (
  <ChartFrame label={label} legend={[{ name: pointsLabel, line: 'text-brand' }]}>
    {(size) => points.length > 0 && <Plot {...{ label, points, size }} />}
  </ChartFrame>
)

/** Share of a day's width that its column fills, and the largest width of a column in pixels. */
const fill = 0.7
const maxColumn = 40

type PlotProps = { label: string; points: readonly ChartPoint[]; size: ChartSize }

function Plot({ label, points, size: { width, height } }: PlotProps) {
  const [at, setAt] = useState<number>()
  const isNarrow = width < 480
  const left = isNarrow ? 46 : 76
  const { y, ticks } = amountScale(Math.max(...points.map(({ amountKobo }) => amountKobo)), height)
  const dayWidth = (width - chartMargins.right - left) / points.length
  const x = (index: number) => left + (index + 0.5) * dayWidth
  const column = Math.max(1, Math.min(maxColumn, dayWidth * fill))
  const baseline = height - chartMargins.bottom
  const read = useReading(points.length, setAt, (clientX) => Math.floor((clientX - left) / dayWidth))
  const reading = at === undefined ? undefined : points[at]
  const value = reading && (reading.amountKobo > 0 ? formatNaira(reading.amountKobo) : 'None')
  return (
    <>
      <svg
        width={width}
        height={height}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus is needed for the arrow keys, which select a day
        tabIndex={0}
        role="img"
        aria-label={summarizeChart(label, points)}
        {...read}
        className="absolute inset-0 max-w-full touch-pan-y rounded-sm"
      >
        <ChartAxes {...{ points, width, height, left, x, y, ticks, isNarrow }} />
        {points.map(({ day, amountKobo }, index) => (
          <rect
            key={day}
            x={x(index) - column / 2}
            y={y(amountKobo)}
            width={column}
            height={baseline - y(amountKobo)}
            rx={Math.min(3, column / 4)}
            className={at === undefined || at === index ? 'fill-brand' : 'fill-brand opacity-40'}
          />
        ))}
        {at !== undefined && (
          <path d={`M${x(at)} ${chartMargins.top}V${baseline}`} className="stroke-field" strokeDasharray="2 3" />
        )}
      </svg>
      {reading && at !== undefined && value && (
        <ChartTooltip
          x={x(at)}
          width={width}
          title={label}
          lines={[{ name: formatPoint(reading.day), value, isEarlier: false }]}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {reading && `${formatPoint(reading.day)}: ${value}`}
      </p>
    </>
  )
}
