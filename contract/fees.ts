/** What a payer pays with, as priced. Local cards, transfer, USSD, QR and pay-with-bank share one price. */
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
  /** Hundredths of a percent. */
  bps: number
  flatKobo: number
  /** The flat part is waived for amounts below this. */
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

/** Value added tax on the fee, in hundredths of a percent. */
export const vatBps = 750

export interface FeeBreakdown {
  amountKobo: number
  feeKobo: number
  vatKobo: number
  /** What the merchant gets: amount less fee less VAT. */
  netKobo: number
}

const share = (kobo: number, bps: number) => Math.floor((kobo * bps + 5_000) / 10_000)

/** The fee and VAT on an amount. Rounded half up to the kobo, the fee first, then VAT on the rounded fee. */
export function chargeFor(channel: PricedChannel, amountKobo: number): FeeBreakdown {
  const price = channelPrices[channel]
  const flat = amountKobo >= price.waiveFlatBelowKobo ? price.flatKobo : 0
  const feeKobo = Math.min(share(amountKobo, price.bps) + flat, price.capKobo ?? Number.POSITIVE_INFINITY)
  const vatKobo = share(feeKobo, vatBps)
  return { amountKobo, feeKobo, vatKobo, netKobo: amountKobo - feeKobo - vatKobo }
}

/**
 * What a payer who bears the fee pays: the least amount whose net is at least the price.
 * The net falls where the flat fee sets in, so the branch below that step is tried first.
 */
export function chargeForNet(channel: PricedChannel, priceKobo: number): FeeBreakdown {
  const step = channelPrices[channel].waiveFlatBelowKobo
  const below = step > 0 ? least(channel, priceKobo, 0, step) : step
  return chargeFor(channel, below < step ? below : least(channel, priceKobo, step, priceKobo * 2 + 1_000_000))
}

/**
 * The least amount in `from` to before `to` that is enough, or `to`. An amount that is enough may be followed by one
 * that is not, where fee and VAT are both rounded up at the same kobo, but never by two: the net less its rounding
 * rises by at least 0.95 a kobo, and rounding moves it by 1.04 at most. So what the search finds is the least, or
 * two more than it.
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
