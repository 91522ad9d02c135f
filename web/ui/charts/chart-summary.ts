import { formatNaira } from '@adire/contract/money.ts'
import { formatDay } from '../date.ts'

/** `day` is a calendar day in Lagos, "2026-03-18". */
export type ChartPoint = { day: string; amountKobo: number }

/** Accessible text of a chart: its days and its highest amount. */
export function summarizeChart(label: string, points: readonly ChartPoint[]): string {
  const highest = points.reduce((best, point) => (point.amountKobo > best.amountKobo ? point : best))
  const [first, last] = [points[0], points.at(-1)]
  return (
    `${label} from ${formatDay(first?.day ?? '')} to ${formatDay(last?.day ?? '')}, highest on ${formatDay(highest.day)} ` +
    `with ${formatNaira(highest.amountKobo)}. Arrow keys read the days.`
  )
}
