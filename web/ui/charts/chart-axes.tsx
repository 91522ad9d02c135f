import { formatShortPoint, isMonth } from './chart-summary.ts'
import { axisLabel, labelledDays, labelledMonths } from './scale.ts'

type ChartAxesProps = {
  points: readonly { day: string }[]
  width: number
  height: number
  left: number
  x: (index: number) => number
  y: (kobo: number) => number
  ticks: readonly number[]
  isNarrow: boolean
}

export function ChartAxes({ points, width, height, left, x, y, ticks, isNarrow }: ChartAxesProps) {
  return (
    <>
      <g className="figures fill-muted text-xs" textAnchor="end">
        {ticks.map((kobo) => (
          <g key={kobo} transform={`translate(0 ${y(kobo)})`}>
            <path
              d={`M${left} .5H${width}`}
              className="stroke-line-strong"
              strokeDasharray={kobo ? '2 4' : undefined}
            />
            <text x={left - 12} dy=".32em">
              {axisLabel(kobo, isNarrow)}
            </text>
          </g>
        ))}
      </g>
      <g className="figures fill-muted text-xs">
        {labelledPoints(points, width - left).map((index) => (
          <text key={index} x={x(index)} y={height - 6} textAnchor={anchorOf(index, points.length)}>
            {formatShortPoint(points[index]?.day ?? '')}
          </text>
        ))}
      </g>
    </>
  )
}

/** The first and the last label stay within the chart. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}

const labelledPoints = (points: readonly { day: string }[], width: number) =>
  (isMonth(points[0]?.day ?? '') ? labelledMonths : labelledDays)(points.length, width)
