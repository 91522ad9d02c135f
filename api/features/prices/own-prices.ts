import type { Channel } from '@adire/contract/channels/channels.ts'
import type { Price } from '@adire/contract/channels/definition.ts'
import { amountForNet, priceOf } from '@adire/contract/fees.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import { readOnce } from '../../read-once.ts'

/** Prices of a business that differ from the published ones, by channel. */
export type OwnPrices = Partial<Record<Channel, Price>>

/** Price of a channel that was agreed with a business, as `agreedPricesSql` reads it. */
export type AgreedPrice = Price & { channel: Channel; feeBearer: FeeBearer }

/** SQL that reads the agreed prices of a business on a Lagos day. Both are SQL, such as parameters. */
export const agreedPricesSql = (merchantId: string, day: string) =>
  `select price.channel, price.bps, price.flat_kobo as "flatKobo", price.waive_flat_below_kobo as "waiveFlatBelowKobo",
          price.cap_kobo as "capKobo", price.fee_bearer as "feeBearer"
   from merchants business
   join prices price on price.merchant_id = coalesce(business.test_merchant_id, business.id)
   where business.id = ${merchantId} and price.starts_on <= ${day}::date
     and (price.ends_on is null or price.ends_on >= ${day}::date)`

/** Agreed prices of a business that apply on a Lagos day. `merchantId` may be the test or the live business. */
export async function findAgreedPrices(tx: Tx, merchantId: string, day: string): Promise<AgreedPrice[]> {
  const { rows } = await tx.$client.query<AgreedPrice>({
    name: 'agreed_prices',
    text: agreedPricesSql('$1', '$2'),
    values: [merchantId, day],
  })
  return rows
}

/**
 * Agreed prices of a business at an instant of its business clock, to be stored on a payment that starts. Null if it
 * has the published prices, as most have.
 */
export async function findOwnPrices(
  context: Pick<Context, 'tx' | 'now' | 'reads'>,
  merchantId: string,
): Promise<OwnPrices | null> {
  const { tx, now } = context
  return toOwnPrices(
    await readOnce(context, `prices:${merchantId}`, () => findAgreedPrices(tx, merchantId, lagosDay(now))),
  )
}

/** Agreed prices as they are stored on a payment; null if there are none. */
export function toOwnPrices(agreed: readonly AgreedPrice[]): OwnPrices | null {
  if (agreed.length === 0) return null
  return Object.fromEntries(agreed.map(({ channel, feeBearer: _, ...price }) => [channel, price]))
}

/** Price of a channel: the business's own, otherwise the published one. */
export const priceIn = (own: OwnPrices | null, channel: Channel): Price => own?.[channel] ?? priceOf(channel)

/** Different prices of the channels. Most businesses have one for all of them. */
export function listDifferentPrices(own: OwnPrices | null, channels: readonly Channel[]): Price[] {
  const known = new Map<string, Price>()
  for (const { bps, flatKobo, waiveFlatBelowKobo, capKobo } of channels.map((channel) => priceIn(own, channel)))
    known.set([bps, flatKobo, waiveFlatBelowKobo, capKobo].join(), { bps, flatKobo, waiveFlatBelowKobo, capKobo })
  return [...known.values()]
}

/**
 * Amount in kobo that a payer pays through any of the channels: the price, with a fee that the payer bears. One amount
 * for all channels, because it is shown before the payer chooses one; so it is sufficient for the most expensive.
 */
export const amountToPay = (
  own: OwnPrices | null,
  { channels, feeBearer, priceKobo }: { channels: readonly Channel[]; feeBearer: FeeBearer; priceKobo: number },
): number => (feeBearer === 'customer' ? amountForNet(listDifferentPrices(own, channels), priceKobo) : priceKobo)
