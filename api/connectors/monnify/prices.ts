import type { ChargePrice } from '../charge-price.ts'

/** Price of a charge without another agreement: 1.5 %, at most ₦2,000. Monnify publishes none for single channels. */
export const publishedPrice: ChargePrice = { basisPoints: 150, flatKobo: 0, flatFromKobo: 0, maximumKobo: 200_000 }

/** Fee of a disbursement, in kobo: ₦10 below ₦10,000, ₦20 below ₦50,000, else ₦40. */
export function disbursementFeeKobo(amountKobo: number): number {
  if (amountKobo < 1_000_000) return 1_000
  return amountKobo < 5_000_000 ? 2_000 : 4_000
}
