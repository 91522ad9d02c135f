export type TooltipLine = { name: string; value: string; isEarlier: boolean }

type ChartTooltipProps = {
  /** Position of the crosshair, in pixels of the chart. */
  x: number
  width: number
  title: string
  lines: readonly TooltipLine[]
}

const tooltipWidth = 220
const distance = 14

/** Tooltip beside the crosshair, on the side with room. Positioned through `element.style`, which the CSP allows. */
export function ChartTooltip({ x, width, title, lines }: ChartTooltipProps) {
  const right = x + distance
  const left = right + tooltipWidth <= width ? right : Math.max(0, x - distance - tooltipWidth)
  return (
    <div
      ref={(element) => {
        if (element) element.style.transform = `translateX(${left}px)`
      }}
      aria-hidden="true"
      className="pointer-events-none absolute top-2 left-0 w-[220px] rounded-md bg-raised px-3 py-2.5 shadow-e2"
    >
      <p className="mb-1.5 text-xs text-muted">{title}</p>
      {lines.map(({ name, value, isEarlier }) => (
        <p key={name} className="flex flex-col text-xs">
          <span className="flex items-center gap-2 text-muted">
            <span className={`w-3 border-t-2 ${isEarlier ? 'border-field' : 'border-brand'}`} />
            {name}
          </span>
          <span className={`figures pl-5 text-base ${isEarlier ? 'text-ink-2' : 'font-medium'}`}>{value}</span>
        </p>
      ))}
    </div>
  )
}
