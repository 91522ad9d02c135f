import { formatNaira } from '@adire/contract/money.ts'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatDay, formatShortDay } from '../date.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { monotonePath } from './curve.ts'
import { amountScale, axisLabel, chartHeight, chartMargins, labelledDays } from './scale.ts'

/** `day` is a calendar day in Lagos, "2026-03-18". */
export type ChartPoint = { day: string; amountKobo: number }

type AreaChartProps = {
  /** "Gross volume" */
  label: string
  points: readonly ChartPoint[]
  /** The same days of the previous period, in order. */
  previous?: readonly ChartPoint[]
  /** "Last 30 days" and "Previous 30 days", for the legend and the tooltip. */
  pointsLabel: string
  previousLabel?: string
}

export function AreaChart({
  label,
  points,
  previous = [],
  pointsLabel,
  previousLabel = 'Previous period',
}: AreaChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const legend = [
    { name: pointsLabel, dashed: false },
    ...(previous.length ? [{ name: previousLabel, dashed: true }] : []),
  ]
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="font-semibold">{label}</span>
        <span className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
          {legend.map(({ name, dashed }) => (
            <span key={name} className="flex items-center gap-2">
              <svg width="16" height="2" aria-hidden="true" className={dashed ? 'text-field' : 'text-brand'}>
                <path d="M0 1h16" stroke="currentColor" strokeWidth="2" strokeDasharray={dashed ? '4 3' : undefined} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div ref={frame} className="relative h-[260px]">
        {width > 0 && points.length > 0 && <Plot {...{ label, points, previous, pointsLabel, previousLabel, width }} />}
      </div>
    </figure>
  )
}

function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return width
}

type PlotProps = Required<AreaChartProps> & { width: number }

function Plot({ label, points, previous, pointsLabel, previousLabel, width }: PlotProps) {
  const gradient = useId()
  const [at, setAt] = useState<number>()
  const isNarrow = width < 480
  const left = isNarrow ? 36 : 62
  const { y, ticks } = amountScale(Math.max(...[...points, ...previous].map(({ amountKobo }) => amountKobo)))
  const dayWidth = (width - chartMargins.right - left) / Math.max(1, points.length - 1)
  const x = (index: number) => left + index * dayWidth
  const baseline = chartHeight - chartMargins.bottom
  const path = (days: readonly ChartPoint[]) =>
    monotonePath(days.map(({ amountKobo }, index) => [x(index), y(amountKobo)]))
  const reading = at === undefined ? undefined : points[at]
  const before = at === undefined ? undefined : previous[at]
  const read = useReading(points.length, setAt, (clientX) => Math.round((clientX - left) / dayWidth))

  return (
    <>
      <svg
        width={width}
        height={chartHeight}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus is needed for the arrow keys, which select a day
        tabIndex={0}
        role="img"
        aria-label={summary(label, points)}
        {...read}
        className="max-w-full touch-pan-y rounded-sm"
      >
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1" className="text-brand">
          <stop offset="0" stopColor="currentColor" stopOpacity=".2" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
        <Axes {...{ points, width, left, x, y, ticks, isNarrow }} />
        <path d={`${path(points)}V${baseline}H${left}Z`} fill={`url(#${gradient})`} />
        <path
          d={path(previous.slice(0, points.length))}
          fill="none"
          className="stroke-field"
          strokeWidth="1.5"
          strokeDasharray="3 4"
        />
        <path
          d={path(points)}
          fill="none"
          className="stroke-brand"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {reading && at !== undefined && (
          <g transform={`translate(${x(at)} 0)`}>
            <path d={`M0 ${chartMargins.top}V${baseline}`} className="stroke-field" strokeWidth="1" />
            <circle cy={y(reading.amountKobo)} r="4.5" className="fill-brand stroke-surface" strokeWidth="2" />
          </g>
        )}
      </svg>
      {reading && at !== undefined && (
        <ChartTooltip
          x={x(at)}
          width={width}
          title={formatDay(reading.day)}
          lines={[
            { name: pointsLabel, value: formatNaira(reading.amountKobo) },
            ...(before ? [{ name: previousLabel, value: formatNaira(before.amountKobo), dashed: true }] : []),
          ]}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {reading && `${formatDay(reading.day)}, ${formatNaira(reading.amountKobo)}`}
        {before && `, ${previousLabel} ${formatNaira(before.amountKobo)}`}
      </p>
    </>
  )
}

type AxesProps = {
  points: readonly ChartPoint[]
  width: number
  left: number
  x: (index: number) => number
  y: (kobo: number) => number
  ticks: readonly number[]
  isNarrow: boolean
}

function Axes({ points, width, left, x, y, ticks, isNarrow }: AxesProps) {
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
        {labelledDays(points.length, width - left).map((index) => (
          <text key={index} x={x(index)} y={chartHeight - 6} textAnchor={index ? 'middle' : 'start'}>
            {formatShortDay(points[index]?.day ?? '')}
          </text>
        ))}
      </g>
    </>
  )
}

function summary(label: string, points: readonly ChartPoint[]): string {
  const highest = points.reduce((best, point) => (point.amountKobo > best.amountKobo ? point : best))
  const [first, last] = [points[0], points.at(-1)]
  return (
    `${label} from ${formatDay(first?.day ?? '')} to ${formatDay(last?.day ?? '')}, highest on ${formatDay(highest.day)} ` +
    `with ${formatNaira(highest.amountKobo)}. Arrow keys read the days.`
  )
}

/** Selects the day to read by pointer, touch or arrow keys. */
function useReading(
  count: number,
  setAt: (at: number | undefined | ((at?: number) => number)) => void,
  indexAt: (x: number) => number,
) {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    setAt(clamp(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left)))
  return {
    onPointerMove: follow,
    onPointerDown: follow,
    onPointerLeave: () => setAt(undefined),
    onBlur: () => setAt(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAt(undefined)
      if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
      event.preventDefault()
      setAt((at) => clamp(step(event.key, at, count)))
    },
  }
}

function step(key: string, at: number | undefined, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === 'ArrowLeft' ? (at ?? count) - 1 : (at ?? -1) + 1
}
