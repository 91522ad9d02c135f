/** Paystack's price of a local payment, in kobo: 1.5 %, and ₦100 from ₦2,500 on, at most ₦2,000. */
export const paymentFeesKobo = (amountKobo: number): number =>
  Math.min(Math.round(amountKobo * 0.015) + (amountKobo >= 250_000 ? 10_000 : 0), 200_000)

/** Paystack's price of a transfer, in kobo: ₦10 up to ₦5,000, ₦25 up to ₦50,000, else ₦50. */
export function transferFeesKobo(amountKobo: number): number {
  if (amountKobo <= 500_000) return 1_000
  return amountKobo <= 5_000_000 ? 2_500 : 5_000
}
