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
      <g className="figures fill-muted" fontSize="12" textAnchor="end">
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
      <g className="figures fill-muted" fontSize="12" textAnchor="middle">
        {labelledPoints(points, width - left).map((index) => {
          const text = formatShortPoint(points[index]?.day ?? '')
          return (
            <text key={index} x={labelCentre(x(index), text, width)} y={height - 6}>
              {text}
            </text>
          )
        })}
      </g>
    </>
  )
}

/** Half the width of a character, in units of the chart's size. */
const halfCharacter = 3.4

/** A label is centred below its point, and stays within the chart. */
function labelCentre(pointX: number, text: string, width: number): number {
  const half = text.length * halfCharacter
  return Math.max(half, Math.min(pointX, width - half))
}

const labelledPoints = (points: readonly { day: string }[], width: number) =>
  (isMonth(points[0]?.day ?? '') ? labelledMonths : labelledDays)(points.length, width)
