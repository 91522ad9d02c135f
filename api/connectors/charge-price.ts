import type { ProcessorSettings } from './settings.ts'

/** Price that a processor charges for a charge. Amounts are in kobo. */
export interface ChargePrice {
  /** Share of the amount, in hundredths of a percent; with VAT it may be a fraction. */
  basisPoints: number
  /** Added to the fee of amounts from `flatFromKobo`. */
  flatKobo: number
  flatFromKobo: number
  /** The highest fee; null if there is no limit. */
  maximumKobo: number | null
}

/** Fee of a charge, in kobo. */
export function priceChargeKobo(amountKobo: number, price: ChargePrice): number {
  const share = Math.round((amountKobo * price.basisPoints) / 10_000)
  const feeKobo = share + (amountKobo >= price.flatFromKobo ? price.flatKobo : 0)
  return price.maximumKobo === null ? feeKobo : Math.min(feeKobo, price.maximumKobo)
}

/**
 * Agreed price of a setting; undefined if it is not set.
 * @throws Error if it is not four numbers
 */
export function readChargePrice(settings: ProcessorSettings, name: string): ChargePrice | undefined {
  const given = settings[name]
  if (given === undefined) return undefined
  const words = given.split(',').map((one) => one.trim())
  const numbers = words.map((one, index) =>
    (index === 0 ? /^\d{1,5}(\.\d{1,2})?$/ : /^\d{1,12}$/).test(one) ? Number(one) : Number.NaN,
  )
  const [basisPoints = Number.NaN, flatKobo, flatFromKobo, maximumKobo] = numbers
  if (numbers.length !== 4 || numbers.some(Number.isNaN) || basisPoints > 10_000)
    throw new Error(
      `${name} is "${given}"; it must be four numbers: hundredths of a percent, the flat fee in kobo, the amount in kobo from which it is charged, and the highest fee in kobo, like 150,10000,250000,200000`,
    )
  return { basisPoints, flatKobo: flatKobo!, flatFromKobo: flatFromKobo!, maximumKobo: maximumKobo! }
}
