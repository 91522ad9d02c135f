import { chargeFor, chargeForNet, type FeeBreakdown, type Priced, priceOf } from '@adire/contract/fees.ts'
import { formatNaira, parseNaira } from '@adire/contract/money.ts'

/** Channels of the calculator; each represents all channels with the same price. */
export type QuotedChannel = Extract<Priced, 'card' | 'direct_debit'>

export type QuoteFeeBearer = 'merchant' | 'customer'

export interface QuoteInput {
  amount: string
  channel: QuotedChannel
  bearer: QuoteFeeBearer
}

/** Limits of one charge in kobo; the same as in the contract's `limits`, whose import would add all other limits to the bundle. */
const least = 100_00
const maxKobo = 50_000_000_00

export const amountBounds = `From ${formatNaira(least)} to ${formatNaira(maxKobo)}`

/** Fee of the typed amount, or an error message. Uses the contract's fee calculation, as every payment does. */
export function quoteFee({ amount, channel, bearer }: QuoteInput): FeeBreakdown | string {
  const kobo = parseNaira(amount)
  if (kobo === undefined || kobo < least || kobo > maxKobo) return `Enter an amount. ${amountBounds}`
  return bearer === 'customer' ? chargeForNet(priceOf(channel), kobo) : chargeFor(priceOf(channel), kobo)
}

/** Result lines, by their names in the page. */
export const quoteLines = ({ amountKobo, feeKobo, vatKobo, netKobo }: FeeBreakdown) =>
  ({
    paid: formatNaira(amountKobo),
    fee: formatNaira(feeKobo),
    vat: formatNaira(vatKobo),
    net: formatNaira(netKobo),
  }) as const

/** Input of the calculator; an example amount if none was given. */
export const toQuoteInput = (given: { amount?: string; channel?: string; bearer?: string }): QuoteInput => ({
  amount: (given.amount ?? '50,000').slice(0, 30),
  channel: given.channel === 'direct_debit' ? 'direct_debit' : 'card',
  bearer: given.bearer === 'customer' ? 'customer' : 'merchant',
})
