import { vatBps } from './fees.ts'
/** Line of an invoice. The quantity has at most two decimals: 2.5 yards, 1.75 hours. */
export interface InvoiceLine {
  description: string
  quantity: number
  unitPriceKobo: number
}

/** Discount on the subtotal: an amount in kobo, or a share in hundredths of a percent. */
export type InvoiceDiscount = { kind: 'amount'; amountKobo: number } | { kind: 'percent'; basisPoints: number }

export interface InvoicePricing {
  lines: readonly InvoiceLine[]
  discount: InvoiceDiscount | null
  /** Tax rate in hundredths of a percent, applied to the subtotal less the discount. */
  taxBasisPoints: number
}

export interface InvoiceTotals {
  /** Amount of each line, in order. */
  linesKobo: number[]
  subtotalKobo: number
  discountKobo: number
  taxKobo: number
  totalKobo: number
}

/** Rounds half a kobo up. Uses integers only, so that no float holds a fraction of a kobo. */
const share = (kobo: number, part: number, total: number) =>
  Number((BigInt(kobo) * BigInt(part) * 2n + BigInt(total)) / (BigInt(total) * 2n))

export const lineKobo = ({ quantity, unitPriceKobo }: Pick<InvoiceLine, 'quantity' | 'unitPriceKobo'>) =>
  share(unitPriceKobo, Math.round(quantity * 100), 100)

/** Totals of an invoice. The server, the editor, the payment page and the PDF all use this function. */
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

/** Hundredths of a percent as text: 750 is `7.5%`. */
export const formatPercent = (basisPoints: number) => `${basisPoints / 100}%`

/** Label of the tax of an invoice: "VAT (7.5%)". A tax of another rate is not called VAT. */
export const taxLabel = (basisPoints: number) =>
  `${basisPoints === vatBps ? 'VAT' : 'Tax'} (${formatPercent(basisPoints)})`

/** Quantity as text: `1,200`, `2.5`. */
export const formatQuantity = (quantity: number) => quantity.toLocaleString('en-US', { maximumFractionDigits: 2 })
