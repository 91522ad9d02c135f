import { chargeFor, chargeForNet, type FeeBreakdown, type PricedChannel } from '@adire/contract/fees.ts'
import { formatNaira, parseNaira } from '@adire/contract/money.ts'

/** What the calculator prices: channels of one price stand together. */
export type QuotedChannel = Extract<PricedChannel, 'card_local' | 'direct_debit'>

export type QuoteFeeBearer = 'merchant' | 'customer'

export interface QuoteInput {
  amount: string
  channel: QuotedChannel
  bearer: QuoteFeeBearer
}

/** What can be charged at once; the contract's limits say the same and would bring every other limit along. */
const least = 100_00
const most = 50_000_000_00

export const amountBounds = `From ${formatNaira(least)} to ${formatNaira(most)}`

/** The price of what was typed, or what is wrong with it. The fee is the contract's own, as every payment is charged. */
export function quoteFee({ amount, channel, bearer }: QuoteInput): FeeBreakdown | string {
  const kobo = parseNaira(amount)
  if (kobo === undefined || kobo < least || kobo > most) return `Enter an amount. ${amountBounds}`
  return bearer === 'customer' ? chargeForNet(channel, kobo) : chargeFor(channel, kobo)
}

/** The lines of the answer, by the name each has in the page. */
export const quoteLines = ({ amountKobo, feeKobo, vatKobo, netKobo }: FeeBreakdown) =>
  ({
    paid: formatNaira(amountKobo),
    fee: formatNaira(feeKobo),
    vat: formatNaira(vatKobo),
    net: formatNaira(netKobo),
  }) as const

/** What was asked, or an example where nothing was. */
export const toQuoteInput = (given: { amount?: string; channel?: string; bearer?: string }): QuoteInput => ({
  amount: (given.amount ?? '50,000').slice(0, 30),
  channel: given.channel === 'direct_debit' ? 'direct_debit' : 'card_local',
  bearer: given.bearer === 'customer' ? 'customer' : 'merchant',
})
