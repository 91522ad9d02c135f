import { type ChargePrice, priceChargeKobo } from '../charge-price.ts'

/** Price of a charge without another agreement: 1.5 %, and ₦100 from ₦2,500 on, at most ₦2,000. */
export const publishedPrice: ChargePrice = {
  basisPoints: 150,
  flatKobo: 10_000,
  flatFromKobo: 250_000,
  maximumKobo: 200_000,
}

/** Price of a charge of a foreign card: 3.9 % and ₦100. */
const foreignPrice: ChargePrice = { basisPoints: 390, flatKobo: 10_000, flatFromKobo: 0, maximumKobo: null }

/** Fee of a charge, in kobo. `country`: of the card, as two letters; a local charge has none or NG. */
export const chargeFeeKobo = (amountKobo: number, country: string | null, agreed: ChargePrice): number =>
  priceChargeKobo(amountKobo, country && country.toUpperCase() !== 'NG' ? foreignPrice : agreed)

/** Fee of a transfer, in kobo: ₦10 up to ₦5,000, ₦25 up to ₦50,000, else ₦50. */
export function transferFeeKobo(amountKobo: number): number {
  if (amountKobo <= 500_000) return 1_000
  return amountKobo <= 5_000_000 ? 2_500 : 5_000
}
