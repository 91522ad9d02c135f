/** Payment channel for pricing. Local cards, transfer, USSD, QR and pay-with-bank have the same price. */
export type PricedChannel =
  | 'card_local'
  | 'card_international'
  | 'bank_transfer'
  | 'ussd'
  | 'qr'
  | 'bank_account'
  | 'dedicated_virtual_account'
  | 'direct_debit'

interface Price {
  /** Rate in hundredths of a percent. */
  bps: number
  flatKobo: number
  /** Amounts below this pay no flat fee. */
  waiveFlatBelowKobo: number
  capKobo: number | null
}

const standard: Price = { bps: 150, flatKobo: 100_00, waiveFlatBelowKobo: 2_500_00, capKobo: 2_000_00 }

export const channelPrices: Record<PricedChannel, Price> = {
  card_local: standard,
  bank_transfer: standard,
  ussd: standard,
  qr: standard,
  bank_account: standard,
  card_international: { bps: 390, flatKobo: 100_00, waiveFlatBelowKobo: 0, capKobo: null },
  dedicated_virtual_account: { bps: 100, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: 300_00 },
  direct_debit: { bps: 50, flatKobo: 0, waiveFlatBelowKobo: 0, capKobo: 1_000_00 },
}

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
export function chargeFor(channel: PricedChannel, amountKobo: number): FeeBreakdown {
  const price = channelPrices[channel]
  const flat = amountKobo >= price.waiveFlatBelowKobo ? price.flatKobo : 0
  const feeKobo = Math.min(share(amountKobo, price.bps) + flat, price.capKobo ?? Number.POSITIVE_INFINITY)
  const vatKobo = share(feeKobo, vatBps)
  return { amountKobo, feeKobo, vatKobo, netKobo: amountKobo - feeKobo - vatKobo }
}

/**
 * Smallest amount whose net is at least the price, for a payer who bears the fee. The net drops at the amount from
 * which the flat fee applies, so amounts below it are searched first.
 */
export function chargeForNet(channel: PricedChannel, priceKobo: number): FeeBreakdown {
  const step = channelPrices[channel].waiveFlatBelowKobo
  const below = step > 0 ? least(channel, priceKobo, 0, step) : step
  return chargeFor(channel, below < step ? below : least(channel, priceKobo, step, priceKobo * 2 + 1_000_000))
}

/**
 * Smallest amount in `from` to before `to` that is enough, or `to`. An amount that is enough may be followed by one
 * that is not, when fee and VAT are both rounded up at the same kobo, but never by two: the net before rounding rises
 * by at least 0.95 per kobo, and rounding moves it by at most 1.04. So the binary search finds the smallest amount,
 * or one that is two more.
 */
function least(channel: PricedChannel, priceKobo: number, from: number, to: number): number {
  const isEnough = (amountKobo: number) => chargeFor(channel, amountKobo).netKobo >= priceKobo
  let low = from
  let high = to
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle + 1
  }
  return low - 2 >= from && isEnough(low - 2) ? low - 2 : low
}
