const naira = /* @__PURE__ */ new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const compact = /* @__PURE__ */ new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Kobo as `1,234.50`. The minus sign is U+2212, which is as wide as a digit. */
export function formatNairaNumber(kobo: number): string {
  const text = naira.format(Math.abs(kobo) / 100)
  return kobo < 0 ? `\u2212${text}` : text
}

/** Kobo as `NGN 1,234.50`, with a no-break space so that an amount never breaks across lines. */
export const formatNaira = (kobo: number): string =>
  kobo < 0 ? `\u2212NGN\u00a0${formatNairaNumber(-kobo)}` : `NGN\u00a0${formatNairaNumber(kobo)}`

/** Kobo as `4.8M`, for axes and bars only; show the exact value next to it or in a tooltip. */
export const formatNairaCompact = (kobo: number): string => compact.format(kobo / 100)

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
