import { type ReactNode, useState } from 'react'
import { ChartAxes } from './chart-axes.tsx'
import type { ChartSize } from './chart-frame.tsx'
import { type ChartPoint, summarizeChart } from './chart-summary.ts'
import { ChartTooltip, type TooltipLine } from './chart-tooltip.tsx'
import { amountScale, chartMargins } from './scale.ts'
import { usePointSelection } from './use-point-selection.ts'

/** Geometry of a plot, in units of the chart's size. */
export type PlotGeometry = {
  left: number
  baseline: number
  dayWidth: number
  /** Horizontal position of the point with this index. */
  x: (index: number) => number
  y: (kobo: number) => number
  /** Index of the point that the pointer or keyboard has selected; its values are in the tooltip. */
  at: number | undefined
}

type ChartPlotProps = {
  label: string
  points: readonly ChartPoint[]
  size: ChartSize
  maxKobo: number
  /** `points`: from the first to the last across the whole width. `columns`: each point in the middle of a part of its own. */
  spread: 'points' | 'columns'
  /** Lines of the tooltip at a point. */
  linesAt: (index: number) => readonly TooltipLine[]
  /** Draws the points. */
  children: (geometry: PlotGeometry) => ReactNode
}

/** Axes and points of a chart by day, with a tooltip for the point that is selected by pointer, touch or arrow keys. */
export function ChartPlot({ label, points, size, maxKobo, spread, linesAt, children }: ChartPlotProps) {
  const { width, height, zoom } = size
  const [at, setAt] = useState<number>()
  const isNarrow = width < 480
  const left = isNarrow ? 46 : 76
  const { y, ticks } = amountScale(maxKobo, height)
  const parts = spread === 'columns' ? points.length : Math.max(1, points.length - 1)
  const middle = spread === 'columns' ? 0.5 : 0
  const dayWidth = (width - chartMargins.right - left) / parts
  const x = (index: number) => left + (index + middle) * dayWidth
  const selectionEvents = usePointSelection(points.length, setAt, (clientX) =>
    Math.round((clientX / zoom - left) / dayWidth - middle),
  )
  const selected = at !== undefined && at < points.length ? at : undefined
  const lines = selected === undefined ? [] : linesAt(selected)
  return (
    <>
      <svg
        width={width * zoom}
        height={height * zoom}
        viewBox={`0 0 ${width} ${height}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus is needed for the arrow keys, which select a day
        tabIndex={0}
        role="img"
        aria-label={summarizeChart(label, points)}
        {...selectionEvents}
        className="absolute inset-0 max-w-full touch-pan-y rounded-sm"
      >
        <ChartAxes {...{ points, width, height, left, x, y, ticks, isNarrow }} />
        {children({ left, baseline: height - chartMargins.bottom, dayWidth, x, y, at: selected })}
      </svg>
      {selected !== undefined && (
        <ChartTooltip x={x(selected) * zoom} width={width * zoom} title={label} lines={lines} />
      )}
      <p className="sr-only" aria-live="polite">
        {lines.map(({ name, value }) => `${name}: ${value}`).join('; ')}
      </p>
    </>
  )
}
