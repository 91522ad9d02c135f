import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import type { Price } from '@adire/contract/channels/definition.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { describePriceLimits, describeRate } from '@adire/contract/price-text.ts'
import { and, asc, eq, gte, isNull, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { addDays, formatDay, lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { findBusiness, type MerchantRecord } from '../kyc/review.ts'
import { merchants } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { requirePriceBounds } from './price-bounds.ts'
import { prices } from './tables.ts'

export type PriceRecord = typeof prices.$inferSelect

export interface NewPrice extends Price {
  channels: readonly Channel[]
  feeBearer: FeeBearer
  /** First Lagos day: tomorrow or later, so that all payments of a day have one price. */
  startsOn: string
  endsOn: string | null
}

/** Maximum prices of a business and channel that have not ended. */
const maxOpen = 20

/**
 * The test business, which owns the prices, and its live business. Locks the test business, so that concurrent changes wait.
 * @throws 404 business_not_found
 */
export async function lockPricedBusinesses(tx: Tx, given: string): Promise<MerchantRecord[]> {
  const { id, testMerchantId } = await findBusiness(tx, given)
  const ownerId = testMerchantId ?? id
  const [owner] = await tx.select().from(merchants).where(eq(merchants.id, ownerId)).for('no key update')
  return [owner!, ...(await tx.select().from(merchants).where(eq(merchants.testMerchantId, ownerId)))]
}

/** Prices of a channel that have not ended before a Lagos day, by their first day. */
const listOpenPrices = (tx: Tx, merchantId: string, channel: Channel, day: string) =>
  tx
    .select()
    .from(prices)
    .where(
      and(
        eq(prices.merchantId, merchantId),
        eq(prices.channel, channel),
        or(isNull(prices.endsOn), gte(prices.endsOn, day)),
      ),
    )
    .orderBy(asc(prices.startsOn))
    .limit(maxOpen + 1)

/**
 * Agrees a price with a business for each of the channels. A price that applies on its first day ends the day before, and
 * continues after its last day.
 * @throws 404 business_not_found; 422 validation_error for days, amounts, or an upcoming price on the same days
 */
export async function setPrice(context: Context, given: string, newPrice: NewPrice, operator: string): Promise<void> {
  const { tx, now } = context
  const { channels, startsOn, endsOn, ...terms } = newPrice
  const tomorrow = addDays(lagosDay(now), 1)
  if (startsOn < tomorrow) throw problem.field('startsOn', `Use ${formatDay(tomorrow)} or a later day`)
  if (endsOn !== null && endsOn < startsOn) throw problem.field('endsOn', 'Use the first day or a later one')
  requirePriceBounds(terms)
  const businesses = await lockPricedBusinesses(tx, given)
  const merchantId = businesses[0]!.id
  for (const channel of channels) {
    const open = await listOpenPrices(tx, merchantId, channel, startsOn)
    const [before] = open.filter((price) => price.startsOn < startsOn)
    const next = open.find((price) => price.startsOn >= startsOn)
    if (next && (endsOn === null || next.startsOn <= endsOn))
      throw problem.field(
        'startsOn',
        `A price of ${channelNames[channel]} from ${formatDay(next.startsOn)} is agreed already. End it first`,
      )
    if (open.length >= maxOpen) throw problem.field('startsOn', `A channel can have at most ${maxOpen} upcoming prices`)
    const added = { merchantId, channel, startsOn, endsOn, ...terms, createdAt: now, createdBy: operator }
    if (before) await endPriceRecord(tx, before, addDays(startsOn, -1))
    await tx.insert(prices).values(added)
    if (before && endsOn !== null && (before.endsOn === null || before.endsOn > endsOn)) {
      const { id: _, ...same } = before
      await tx.insert(prices).values({ ...same, startsOn: addDays(endsOn, 1) })
    }
    await recordChange(context, businesses, operator, {
      action: 'price.set',
      channel,
      before: before && toAuditValues(before),
      after: toAuditValues(added),
    })
  }
  const days = `${formatDay(startsOn)}${endsOn === null ? ' on' : ` until ${formatDay(endsOn)}`}`
  await notifyOfPrices(context, businesses, channels, {
    title: `Your prices change on ${formatDay(startsOn)}`,
    text: `${[describeRate(terms), describePriceLimits(terms)].filter(Boolean).join('. ')} from ${days}, plus VAT`,
  })
}

/**
 * Ends the agreed price of each of the channels with a day, today or later, and removes those that would start after it. From
 * the next day on the published price applies.
 * @throws 404 business_not_found; 422 validation_error if nothing is agreed after that day, or for a day in the past
 */
export async function endPrices(
  context: Context,
  given: string,
  { channels, lastDay }: { channels: readonly Channel[]; lastDay: string },
  operator: string,
): Promise<void> {
  const { tx, now } = context
  if (lastDay < lagosDay(now)) throw problem.field('lastDay', `Use ${formatDay(lagosDay(now))} or a later day`)
  const businesses = await lockPricedBusinesses(tx, given)
  let ended = 0
  for (const channel of channels)
    for (const price of await listOpenPrices(tx, businesses[0]!.id, channel, addDays(lastDay, 1))) {
      if (price.startsOn > lastDay) await tx.delete(prices).where(matching(price))
      else await endPriceRecord(tx, price, lastDay)
      ended++
      const after = price.startsOn > lastDay ? undefined : { endsOn: lastDay }
      await recordChange(context, businesses, operator, {
        action: 'price.ended',
        channel,
        before: toAuditValues(price),
        after,
      })
    }
  if (ended === 0) throw problem.field('lastDay', 'No price is agreed after that day')
  await notifyOfPrices(context, businesses, channels, {
    title: `Your agreed prices end on ${formatDay(lastDay)}`,
    text: 'From the next day on the published prices apply',
  })
}

const matching = ({ merchantId, id }: PriceRecord) => and(eq(prices.merchantId, merchantId), eq(prices.id, id))

const endPriceRecord = (tx: Tx, price: PriceRecord, endsOn: string) =>
  tx.update(prices).set({ endsOn }).where(matching(price))

const toAuditValues = (price: Omit<typeof prices.$inferInsert, 'id'>) => ({
  bps: price.bps,
  flatKobo: price.flatKobo,
  waiveFlatBelowKobo: price.waiveFlatBelowKobo,
  capKobo: price.capKobo ?? null,
  feeBearer: price.feeBearer,
  startsOn: price.startsOn,
  endsOn: price.endsOn ?? null,
})

/**
 * Notifies the members of the live business, or of the test business if there is none. Of the kind that cannot be turned off: the
 * terms promise an email before a price rises.
 */
async function notifyOfPrices(
  context: Context,
  businesses: readonly MerchantRecord[],
  changed: readonly Channel[],
  { title, text }: { title: string; text: string },
): Promise<void> {
  const { id, mode } = businesses.at(-1)!
  const names = changed.map((channel) => channelNames[channel]).join(', ')
  await sendNotification({ ...context, mode }, id, {
    kind: 'security',
    title,
    text: `${names}: ${text}.`,
    path: '/settings/prices',
  })
}

interface Change {
  action: 'price.set' | 'price.ended'
  channel: Channel
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}

/** Records a change in the audit logs of the test and the live business, and announces it to their open dashboards. */
async function recordChange(
  context: Context,
  businesses: readonly MerchantRecord[],
  operator: string,
  { action, channel, before, after }: Change,
): Promise<void> {
  for (const { id } of businesses) {
    await recordAuditEvent(context, {
      action,
      object: channelNames[channel],
      ...(before && { before }),
      ...(after && { after }),
      merchantId: id,
      actor: { kind: 'operator', name: operator },
    })
    await announceTopic(context.tx, id, 'account')
  }
}
