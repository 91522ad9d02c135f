/** A price: rate in hundredths of a percent, amounts in kobo. */
export interface ModelPrice {
  bps: bigint
  flat: bigint
  flatFrom: bigint
  cap: bigint
}

/**
 * The price list, and not the product's code: 1.5 % and NGN 100, the NGN 100 from NGN 2,500 on, NGN 2,000 at most; a direct debit
 * 0.5 %, NGN 1,000 at most.
 */
export const listPrice = (channel: string): ModelPrice =>
  channel === 'direct_debit'
    ? { bps: 50n, flat: 0n, flatFrom: 0n, cap: 100_000n }
    : { bps: 150n, flat: 10_000n, flatFrom: 250_000n, cap: 200_000n }

/** Fees of a payment at a price, plus 7.5 % VAT on the fee. Each is rounded half up. */
export function calculateFees(
  amountKobo: number,
  { bps, flat, flatFrom, cap }: ModelPrice,
): { fee: number; vat: number; net: number } {
  const exact = BigInt(amountKobo)
  const halfUp = (kobo: bigint, tenThousandths: bigint) => (kobo * tenThousandths * 2n + 10_000n) / 20_000n
  let fee = halfUp(exact, bps)
  if (exact >= flatFrom) fee += flat
  if (fee > cap) fee = cap
  const vat = halfUp(fee, 750n)
  return { fee: Number(fee), vat: Number(vat), net: Number(exact - fee - vat) }
}

/** Gross amount if the payer bears the fee: tries each kobo upwards to the first amount whose net is the price. */
export function grossFor(priceKobo: number, price: ModelPrice): number {
  for (let amount = priceKobo; ; amount++) if (calculateFees(amount, price).net >= priceKobo) return amount
}

export const dutyOn = (kobo: number) => (kobo >= 1_000_000 ? 5_000 : 0)

/**
 * Divides an amount by weight: each part is rounded down, and the remaining kobo go to the parts with the largest remainders,
 * the first of equals first.
 */
export function divideByWeight(amountKobo: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map(() => 0)
  const cut = weights.map((weight, index) => {
    const product = BigInt(amountKobo) * BigInt(weight)
    return { index, kobo: Number(product / BigInt(all)), rest: Number(product % BigInt(all)) }
  })
  const parts = cut.map(({ kobo }) => kobo)
  let left = amountKobo - parts.reduce((sum, part) => sum + part, 0)
  for (const { index } of cut.toSorted((one, other) => other.rest - one.rest || one.index - other.index))
    if (left-- > 0) parts[index]! += 1
  return parts
}

/** Part of a price for the time used, to the nearest kobo, half up. */
export const calculateUsedKobo = (kobo: number, goneMs: number, periodMs: number) =>
  Number((BigInt(kobo) * BigInt(goneMs) * 2n + BigInt(periodMs)) / (BigInt(periodMs) * 2n))
