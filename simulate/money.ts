/**
 * Fees of a payment, calculated from the price list and not by the product's code: 1.5 % and NGN 100, the NGN 100 from NGN 2,500 on,
 * NGN 2,000 at most; a direct debit 0.5 %, NGN 1,000 at most; plus 7.5 % VAT on the fee. Each is rounded half up.
 */
export function calculateFees(amountKobo: number, channel: string): { fee: number; vat: number; net: number } {
  const exact = BigInt(amountKobo)
  const halfUp = (kobo: bigint, thousandths: bigint) => (kobo * thousandths * 2n + 1000n) / 2000n
  const isDebit = channel === 'direct_debit'
  let fee = halfUp(exact, isDebit ? 5n : 15n)
  if (!isDebit && exact >= 250_000n) fee += 10_000n
  const cap = isDebit ? 100_000n : 200_000n
  if (fee > cap) fee = cap
  const vat = halfUp(fee, 75n)
  return { fee: Number(fee), vat: Number(vat), net: Number(exact - fee - vat) }
}

/** Gross amount if the payer bears the fee: tries each kobo upwards to the first amount whose net is the price. */
export function grossFor(priceKobo: number, channel: string): number {
  for (let amount = priceKobo; ; amount++) if (calculateFees(amount, channel).net >= priceKobo) return amount
}

export const dutyOn = (kobo: number) => (kobo >= 1_000_000 ? 5_000 : 0)

/**
 * Divides an amount by weight: each part is rounded down, and the remaining kobo go to the parts with the largest remainders,
 * the first of equals first.
 */
export function inParts(amountKobo: number, weights: readonly number[]): number[] {
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
