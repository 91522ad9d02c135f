import { type Channel, channels } from '@adire/contract/channels/channels.ts'
import { priceOf } from '@adire/contract/fees.ts'
import type { ChannelPrice } from '@adire/contract/prices-schemas.ts'
import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { merchants } from '../merchants/tables.ts'
import { prices } from './tables.ts'

/** Prices of the business by channel: today's, on its business clock, and those that start later. */
export async function listPricesHandler({ tx, merchant, now }: MerchantContext) {
  const today = lagosDay(now)
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id))
  const open = await tx
    .select()
    .from(prices)
    .where(
      and(
        eq(prices.merchantId, business!.testMerchantId ?? merchant.id),
        or(isNull(prices.endsOn), gte(prices.endsOn, sql`${today}::date`)),
      ),
    )
    .orderBy(asc(prices.startsOn))
    .limit(500)
  const publishedPrice = (channel: Channel) => ({
    ...priceOf(channel),
    feeBearer: business!.feeBearer,
    startsOn: null,
    endsOn: null,
  })
  return {
    content: channels.map((channel): ChannelPrice => {
      const agreed = open.filter((price) => price.channel === channel)
      const current = agreed.find(({ startsOn }) => startsOn <= today)
      return {
        channel,
        ...(current ? { ...toTerms(current), isOwn: true } : { ...publishedPrice(channel), isOwn: false }),
        upcoming: agreed.filter(({ startsOn }) => startsOn > today).map(toTerms),
      }
    }),
  }
}

const toTerms = (price: typeof prices.$inferSelect) => ({
  bps: price.bps,
  flatKobo: price.flatKobo,
  waiveFlatBelowKobo: price.waiveFlatBelowKobo,
  capKobo: price.capKobo,
  feeBearer: price.feeBearer,
  startsOn: price.startsOn,
  endsOn: price.endsOn,
})
