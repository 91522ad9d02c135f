import { type Channel, channelDefinitions } from './channels/channels.ts'
import type { Price } from './channels/definition.ts'

/** Published prices of what cannot be paid yet. */
const plannedPrices = {
  card_international: { bps: 390, flatKobo: 100_00, waiveFlatBelowKobo: 0, capKobo: null },
  dedicated_virtual_account: { bps: 100, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: 300_00 },
} satisfies Record<string, Price>

/** What has a price. `card` is the price of Nigerian cards. */
export type Priced = Channel | keyof typeof plannedPrices

/** Price of the published list. A business may have one of its own (`api/features/prices`). */
export const priceOf = (priced: Priced): Price =>
  priced in plannedPrices
    ? plannedPrices[priced as keyof typeof plannedPrices]
    : channelDefinitions[priced as Channel].price

/** VAT on the fee, in hundredths of a percent. */
export const vatBps = 750

export interface FeeBreakdown {
  amountKobo: number
  feeKobo: number
  vatKobo: number
  /** Merchant's proceeds: amount less fee less VAT. */
  netKobo: number
}

const share = (kobo: number, bps: number) => Math.floor((kobo * bps + 5_000) / 10_000)

/** Fee and VAT on an amount. Rounded half up to the kobo: first the fee, then VAT on the rounded fee. */
export function chargeFor(price: Price, amountKobo: number): FeeBreakdown {
  const flat = amountKobo >= price.waiveFlatBelowKobo ? price.flatKobo : 0
  const feeKobo = Math.min(share(amountKobo, price.bps) + flat, price.capKobo ?? Number.POSITIVE_INFINITY)
  const vatKobo = share(feeKobo, vatBps)
  return { amountKobo, feeKobo, vatKobo, netKobo: amountKobo - feeKobo - vatKobo }
}

/**
 * Smallest amount whose net is at least `neededKobo`, for a payer who bears the fee. The net drops at the amount from
 * which the flat fee applies, so amounts below it are searched first. Fee and VAT may be at most half of any amount
 * that can be charged, which prices of businesses are checked for (`api/features/prices/price-bounds.ts`).
 */
export function chargeForNet(price: Price, neededKobo: number): FeeBreakdown {
  const step = price.waiveFlatBelowKobo
  const below = least(price, neededKobo, Math.min(step, neededKobo), step)
  if (below < step) return chargeFor(price, below)
  return chargeFor(price, least(price, neededKobo, Math.max(step, neededKobo), neededKobo * 2 + 1_000_000))
}

/**
 * Amount for a payer who bears the fee and has not chosen a channel: sufficient at each of the prices.
 * `neededKobo` itself if there are none.
 */
export const amountForNet = (prices: readonly Price[], neededKobo: number): number =>
  Math.max(neededKobo, ...prices.map((price) => chargeForNet(price, neededKobo).amountKobo))

/**
 * Smallest amount in `from` to before `to` that is enough, or `to`. An amount that is enough may be followed by one
 * that is not, when fee and VAT are both rounded up at the same kobo, but never by two: at most half of each kobo is
 * fee, so the fee does not rise at two kobo in a row. So the binary search finds the smallest amount, or one that is
 * two more.
 */
function least(price: Price, neededKobo: number, from: number, to: number): number {
  const isEnough = (amountKobo: number) => chargeFor(price, amountKobo).netKobo >= neededKobo
  let low = from
  let high = to
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle + 1
  }
  return low - 2 >= from && isEnough(low - 2) ? low - 2 : low
}
