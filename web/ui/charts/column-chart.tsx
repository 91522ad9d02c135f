import { formatNaira } from '@adire/contract/money.ts'
import { ChartFrame, type ChartSize } from './chart-frame.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { type ChartPoint, formatPoint } from './chart-summary.ts'
import { chartMargins } from './scale.ts'

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

function Plot({ label, points, size }: PlotProps) {
  const linesAt = (index: number) =>
    points.slice(index, index + 1).map(({ day, amountKobo }) => ({
      name: formatPoint(day),
      value: amountKobo > 0 ? formatNaira(amountKobo) : 'None',
      isEarlier: false,
    }))
  const maxKobo = Math.max(...points.map(({ amountKobo }) => amountKobo))
  return (
    <ChartPlot {...{ label, points, size, maxKobo, linesAt }} spread="columns">
      {({ x, y, at, baseline, dayWidth }) => {
        const column = Math.max(1, Math.min(maxColumn, dayWidth * fill))
        return (
          <>
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
          </>
        )
      }}
    </ChartPlot>
  )
}
