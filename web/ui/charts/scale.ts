import { formatNairaCompact } from '@adire/contract/money.ts'

export const chartMargins = { top: 10, bottom: 28, right: 6 }
const labelWidth = 92

/** Scale from kobo to pixels: from 0 to a round number above the largest amount, in three to five round steps. */
export function amountScale(highestKobo: number, height: number): { y: (kobo: number) => number; ticks: number[] } {
  const highest = Math.max(highestKobo, 100_00)
  const power = 10 ** Math.floor(Math.log10(highest / 5))
  const step = [1, 2, 2.5, 5, 10].map((round) => round * power).find((round) => highest / round <= 5)!
  const steps = Math.ceil(highest / step)
  const bottom = height - chartMargins.bottom
  return {
    y: (kobo) => bottom - (kobo / (step * steps)) * (bottom - chartMargins.top),
    ticks: Array.from({ length: steps + 1 }, (_, count) => count * step),
  }
}

/** Axis label: "NGN 4M", or "4M" if there is no room. */
export function axisLabel(kobo: number, isNarrow: boolean): string {
  return isNarrow ? formatNairaCompact(kobo) : `NGN ${formatNairaCompact(kobo)}`
}

/** Indexes of the days with a label: the first, the last, and as many as fit between them, evenly spaced. */
export function labelledDays(count: number, width: number): number[] {
  if (count < 2) return [0]
  const labels = Math.min(count, Math.max(2, Math.floor(width / labelWidth)))
  return Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / (labels - 1)))
}

const monthWidth = 40

/** Positions of the labelled months, evenly spaced back from the last. */
export function labelledMonths(count: number, width: number): number[] {
  const step = Math.ceil((count * monthWidth) / Math.max(width, 1))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}
