const naira = /* @__PURE__ */ new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const compact = /* @__PURE__ */ new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Kobo in, `1,234.50` out. A minus is U+2212, as wide as a digit. */
export function formatNairaNumber(kobo: number): string {
  const text = naira.format(Math.abs(kobo) / 100)
  return kobo < 0 ? `\u2212${text}` : text
}

/** Kobo in, `NGN 1,234.50` out, with a no-break space so that an amount never breaks across lines. */
export const formatNaira = (kobo: number): string =>
  kobo < 0 ? `\u2212NGN\u00a0${formatNairaNumber(-kobo)}` : `NGN\u00a0${formatNairaNumber(kobo)}`

/** Kobo in, `4.8M` out: for axes and bars only; the exact value stands beside it or in its tooltip. */
export const formatNairaCompact = (kobo: number): string => compact.format(kobo / 100)

/** `"1,234.5"` in, 123450 kobo out; undefined when it is not an amount of naira with at most two decimals. */
export function parseNaira(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '').replace(/^NGN/i, '')
  if (!/^\d{1,13}(\.\d{0,2})?$/.test(plain)) return undefined
  const [integerPart, decimals = ''] = plain.split('.')
  return Number(integerPart) * 100 + Number(decimals.padEnd(2, '0'))
}
