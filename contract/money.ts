import { groupDigits } from './group-digits.ts'

/** Kobo as `1,234.50`. The minus sign is U+2212, which is as wide as a digit. */
export function formatNairaNumber(kobo: number): string {
  const amountKobo = Math.abs(kobo)
  const text = `${groupDigits(Math.floor(amountKobo / 100))}.${String(amountKobo % 100).padStart(2, '0')}`
  return kobo < 0 ? `\u2212${text}` : text
}

/** Kobo as `NGN 1,234.50`, with a no-break space so that an amount never breaks across lines. */
export const formatNaira = (kobo: number): string =>
  kobo < 0 ? `\u2212NGN\u00a0${formatNairaNumber(-kobo)}` : `NGN\u00a0${formatNairaNumber(kobo)}`

/** Kobo as `4.8M`, for axes and bars only; show the exact value next to it or in a tooltip. */
export function formatNairaCompact(kobo: number): string {
  // What would be rounded to a thousand of a unit is one of the next unit.
  const { suffix, unitKobo } = units.find((unit) => tenthsOf(kobo, unit) < 10_000) ?? largestUnit
  return `${tenthsOf(kobo, { unitKobo }) / 10}${suffix}`
}

const largestUnit = { suffix: 'T', unitKobo: 1e14 }
const units = [
  { suffix: '', unitKobo: 100 },
  { suffix: 'K', unitKobo: 1e5 },
  { suffix: 'M', unitKobo: 1e8 },
  { suffix: 'B', unitKobo: 1e11 },
]

const tenthsOf = (kobo: number, { unitKobo }: { unitKobo: number }) => Math.round(kobo / (unitKobo / 10))

/**
 * Amount in kobo from text: `"1,234.5"` is 123450. Undefined when the text is not an amount of naira with at most two
 * decimals.
 */
export function parseNaira(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '').replace(/^NGN/i, '')
  if (!/^\d{1,13}(\.\d{0,2})?$/.test(plain)) return undefined
  const [integerPart, decimals = ''] = plain.split('.')
  return Number(integerPart) * 100 + Number(decimals.padEnd(2, '0'))
}
