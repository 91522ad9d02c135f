import { formatNaira } from '@adire/contract/money.ts'
import { formatDay, formatMonth, formatShortDay } from '../date.ts'

/** `day` is a calendar day in Lagos, "2026-03-18", or a month, "2026-03". */
export type ChartPoint = { day: string; amountKobo: number }

export const isMonth = (key: string) => key.length === 7

/** "18 Mar 2026", or "Mar 2026" */
export const formatPoint = (key: string) => (isMonth(key) ? formatMonth(key) : formatDay(key))
/** "18 Mar", or "Mar" */
export const formatShortPoint = (key: string) => (isMonth(key) ? formatMonth(key).slice(0, 3) : formatShortDay(key))

/** Accessible text of a chart: its days and its highest amount. */
export function summarizeChart(label: string, points: readonly ChartPoint[]): string {
  const highest = points.reduce((best, point) => (point.amountKobo > best.amountKobo ? point : best))
  const [first, last] = [points[0], points.at(-1)]
  return (
    `${label} from ${formatPoint(first?.day ?? '')} to ${formatPoint(last?.day ?? '')}, highest ${isMonth(highest.day) ? 'in' : 'on'} ${formatPoint(highest.day)} ` +
    `with ${formatNaira(highest.amountKobo)}. Arrow keys read the ${isMonth(highest.day) ? 'months' : 'days'}.`
  )
}
