import { groupDigits } from './group-digits.ts'

/** Kobo as `1,234.50`; a part of a kobo is rounded. The minus sign is U+2212, which is as wide as a digit. */
export function formatNairaNumber(kobo: number): string {
  const amountKobo = Math.round(Math.abs(kobo))
  const text = `${groupDigits(Math.floor(amountKobo / 100))}.${String(amountKobo % 100).padStart(2, '0')}`
  return kobo < 0 ? `\u2212${text}` : text
}

/** Kobo as `NGN 1,234.50`, with a no-break space so that an amount never breaks across lines. */
export const formatNaira = (kobo: number): string =>
  kobo < 0 ? `\u2212NGN\u00a0${formatNairaNumber(-kobo)}` : `NGN\u00a0${formatNairaNumber(kobo)}`

const units = [
  ['', 100],
  ['K', 1e5],
  ['M', 1e8],
  ['B', 1e11],
  ['T', 1e14],
] as const

/** Kobo as `4.8M`, for axes and bars only; show the exact value next to it or in a tooltip. */
export function formatNairaCompact(kobo: number): string {
  const tenthsOf = (unitKobo: number) => Math.round(Math.abs(kobo) / (unitKobo / 10))
  // What would be rounded to a thousand of a unit is one of the next unit.
  const [suffix, unitKobo] = units.find(([, unit]) => tenthsOf(unit) < 10_000) ?? units[4]
  return `${kobo < 0 ? '-' : ''}${tenthsOf(unitKobo) / 10}${suffix}`
}

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
