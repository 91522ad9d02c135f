import { formatNairaCompact } from '@adire/contract/money.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'

export const chartHeight = 260
export const margins = { top: 10, bottom: 28, right: 6 }

/** Kobo to pixels, from 0 to a round number above the largest, in about four steps. */
export function amountScale(highestKobo: number): { y: ScaleLinear<number, number>; ticks: number[] } {
  const y = scaleLinear()
    .domain([0, Math.max(highestKobo, 100_00)])
    .nice(4)
    .range([chartHeight - margins.bottom, margins.top])
  return { y, ticks: y.ticks(4) }
}

/** "NGN 4M", or "4M" where there is no room. */
export function axisLabel(kobo: number, isNarrow: boolean): string {
  return isNarrow ? formatNairaCompact(kobo) : `NGN ${formatNairaCompact(kobo)}`
}

/** Which days get a label: as many as fit, evenly, from the first on. */
export function labelledDays(count: number, width: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / 92))))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
