/** One line of an invoice. A quantity has two decimals at most: 2.5 yards, 1.75 hours. */
export interface InvoiceLine {
  description: string
  quantity: number
  unitPriceKobo: number
}

/** Taken off the sum of the lines: so much, or so many hundredths of a percent of it. */
export type InvoiceDiscount = { kind: 'amount'; amountKobo: number } | { kind: 'percent'; basisPoints: number }

export interface InvoicePricing {
  lines: readonly InvoiceLine[]
  discount: InvoiceDiscount | null
  /** Hundredths of a percent, on what is left after the discount. */
  taxBasisPoints: number
}

export interface InvoiceTotals {
  /** What each line comes to, in their order. */
  linesKobo: number[]
  subtotalKobo: number
  discountKobo: number
  taxKobo: number
  totalKobo: number
}

/** Half a kobo is rounded up. In whole numbers throughout: no float ever holds a fraction of a kobo. */
const share = (kobo: number, part: number, total: number) =>
  Number((BigInt(kobo) * BigInt(part) * 2n + BigInt(total)) / (BigInt(total) * 2n))

export const lineKobo = ({ quantity, unitPriceKobo }: Pick<InvoiceLine, 'quantity' | 'unitPriceKobo'>) =>
  share(unitPriceKobo, Math.round(quantity * 100), 100)

/** What an invoice comes to; the same on the server, in the editor, on the page that is paid and on paper. */
export function invoiceTotals({ lines, discount, taxBasisPoints }: InvoicePricing): InvoiceTotals {
  const linesKobo = lines.map(lineKobo)
  const subtotalKobo = linesKobo.reduce((sum, kobo) => sum + kobo, 0)
  const discountKobo = Math.min(subtotalKobo, discountOn(subtotalKobo, discount))
  const taxKobo = share(subtotalKobo - discountKobo, taxBasisPoints, 10_000)
  return { linesKobo, subtotalKobo, discountKobo, taxKobo, totalKobo: subtotalKobo - discountKobo + taxKobo }
}

function discountOn(subtotalKobo: number, discount: InvoiceDiscount | null): number {
  if (!discount) return 0
  return discount.kind === 'amount' ? discount.amountKobo : share(subtotalKobo, discount.basisPoints, 10_000)
}

/** Hundredths of a percent as a person reads them: 750 is `7.5%`. */
export const formatPercent = (basisPoints: number) => `${basisPoints / 100}%`

/** A quantity as a person reads it: `1,200`, `2.5`. */
export const formatQuantity = (quantity: number) => quantity.toLocaleString('en-US', { maximumFractionDigits: 2 })
