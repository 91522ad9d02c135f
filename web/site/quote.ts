import { type Charge, chargeFor, chargeForNet, type PricedChannel } from '@adire/contract/fees.ts'
import { formatNaira, parseNaira } from '@adire/contract/money.ts'

/** What the calculator prices: channels of one price stand together. */
export type Priced = Extract<PricedChannel, 'card_local' | 'direct_debit'>

export type Bearer = 'merchant' | 'customer'

export interface Asked {
  amount: string
  channel: Priced
  bearer: Bearer
}

/** What can be charged at once; the contract's limits say the same and would bring every other limit along. */
const least = 100_00
const most = 50_000_000_00

export const bounds = `From ${formatNaira(least)} to ${formatNaira(most)}`

/** The price of what was typed, or what is wrong with it. The fee is the contract's own, as every payment is charged. */
export function quote({ amount, channel, bearer }: Asked): Charge | string {
  const kobo = parseNaira(amount)
  if (kobo === undefined || kobo < least || kobo > most) return `Enter an amount. ${bounds}`
  return bearer === 'customer' ? chargeForNet(channel, kobo) : chargeFor(channel, kobo)
}

/** The lines of the answer, by the name each has in the page. */
export const quoteLines = ({ amountKobo, feeKobo, vatKobo, netKobo }: Charge) =>
  ({
    paid: formatNaira(amountKobo),
    fee: formatNaira(feeKobo),
    vat: formatNaira(vatKobo),
    net: formatNaira(netKobo),
  }) as const

/** What was asked, or an example where nothing was. */
export const askedFrom = (given: { amount?: string; channel?: string; bearer?: string }): Asked => ({
  amount: (given.amount ?? '50,000').slice(0, 30),
  channel: given.channel === 'direct_debit' ? 'direct_debit' : 'card_local',
  bearer: given.bearer === 'customer' ? 'customer' : 'merchant',
})
