import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

/** Size in units of `zoom` pixels: with text of 200 % everything in the chart is twice as large. */
export type ChartSize = { width: number; height: number; zoom: number }

type ChartFrameProps = {
  label: string
  legend: readonly { name: string; line: string; dash?: string }[]
  /** Draws the plot, once its size is known. */
  children: (size: ChartSize) => ReactNode
}

/** Title and legend of a chart, and the area that its plot fills. */
export function ChartFrame({ label, legend, children }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  return (
    <figure className="flex flex-1 flex-col gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="font-semibold">{label}</span>
        <span className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
          {legend.map(({ name, line, dash }) => (
            <span key={name} className="flex items-center gap-2">
              <svg width="16" height="2" aria-hidden="true" className={line}>
                <path d="M0 1h16" stroke="currentColor" strokeWidth="2" strokeDasharray={dash} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div ref={frame} className="relative min-h-[260px] flex-1">
        {size.width > 0 && children(size)}
      </div>
    </figure>
  )
}

function useSize(frame: RefObject<HTMLElement | null>): ChartSize {
  const [size, setSize] = useState<ChartSize>({ width: 0, height: 0, zoom: 1 })
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      const zoom = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      setSize({ width: Math.round(width / zoom), height: Math.round(height / zoom), zoom })
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return size
}
