import { formatNairaCompact } from '@adire/contract/money.ts'

export const chartHeight = 260
export const chartMargins = { top: 10, bottom: 28, right: 6 }

/** Scale from kobo to pixels: from 0 to a round number above the largest amount, in three to five round steps. */
export function amountScale(highestKobo: number): { y: (kobo: number) => number; ticks: number[] } {
  const highest = Math.max(highestKobo, 100_00)
  const power = 10 ** Math.floor(Math.log10(highest / 4))
  const step = [1, 2, 2.5, 5, 10].map((round) => round * power).find((round) => highest / round <= 4)!
  const steps = Math.ceil(highest / step)
  const bottom = chartHeight - chartMargins.bottom
  return {
    y: (kobo) => bottom - (kobo / (step * steps)) * (bottom - chartMargins.top),
    ticks: Array.from({ length: steps + 1 }, (_, count) => count * step),
  }
}

/** Axis label: "NGN 4M", or "4M" if there is no room. */
export function axisLabel(kobo: number, isNarrow: boolean): string {
  return isNarrow ? formatNairaCompact(kobo) : `NGN ${formatNairaCompact(kobo)}`
}

/** Indexes of the days with a label: as many as fit, evenly spaced, starting with the first. */
export function labelledDays(count: number, width: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / 92))))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
