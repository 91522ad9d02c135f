import { calculateDiscountKobo } from '@adire/contract/coupons.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { getPriceEffect } from '@adire/contract/plans.ts'
import type { PriceEffect } from '@adire/contract/plans-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { monthlyKobo } from '../subscriptions/calendar.ts'
import { mailSubscribers } from '../subscriptions/jobs.ts'
import { renewingCondition, runningList } from '../subscriptions/list.ts'
import { findPlanRecord } from '../subscriptions/move.ts'

/** Longer statement timeout for updates of a hundred thousand subscriptions. */
export const longStatement = `set local statement_timeout = '60s'`

/** SQL condition: subscriptions whose next charge uses the new price. Excludes those that end or change plan before. */
const affected = `merchant_id = $1 and plan_id = $2 and status in ('active', 'attention') and next_plan_id is null`

/** SQL: new price of all units of a subscription. */
const newPrice = '$3::bigint * quantity'

interface Found {
  subscribers: number
  renewing: number
  first: Date | null
  unaffected: number
}

export async function getPriceEffectHandler(
  context: MerchantContext,
  input: ParsedInput<typeof getPriceEffect>,
): Promise<PriceEffect> {
  const { tx, merchant } = context
  const plan = await findPlanRecord(context.tx, { merchantId: context.merchant.id, id: input.id })
  const { rows } = await tx.$client.query<Found>(
    `select count(*) filter (where ${affected} and amount_kobo <> ${newPrice}) as subscribers,
            count(*) filter (where ${affected} and amount_kobo <> ${newPrice} and ${renewingCondition}) as renewing,
            min(period_ends_at) filter (where ${affected} and amount_kobo <> ${newPrice} and paused_at is null) as first,
            count(*) filter (where not (${affected} and amount_kobo <> ${newPrice})) as unaffected
     from subscriptions where merchant_id = $1 and plan_id = $2 and status in ${runningList}`,
    [merchant.id, plan.id, input.amountKobo],
  )
  const found = rows[0]!
  const amounts = await sumAmounts(context, plan.id, input.amountKobo)
  return {
    subscribers: found.subscribers,
    renewing: found.renewing,
    monthlyNowKobo: monthlyKobo(plan.interval, amounts.nowKobo),
    monthlyThenKobo: monthlyKobo(plan.interval, amounts.thenKobo),
    differenceKobo: input.amountKobo - plan.amountKobo,
    firstChargeAt: found.first?.toISOString() ?? null,
    unaffected: found.unaffected,
  }
}

interface SameTerms {
  quantity: number
  percentOff: number | null
  amountOffKobo: number | null
  subscribers: number
  now: number
  addOns: number
}

/** SQL columns: the terms of a running discount, null without one. */
const runningTerms = `
  case when discount_charges_left is distinct from 0 then percent_off end as "percentOff",
  case when discount_charges_left is distinct from 0 then amount_off_kobo end as "amountOffKobo"`

/** Amounts of the next charges of the affected subscriptions that renew, now and at the new price, with their discounts. */
async function sumAmounts({ tx, merchant }: MerchantContext, planId: string, amountKobo: number) {
  const { rows } = await tx.$client.query<SameTerms>(
    `select ${runningTerms}, quantity, count(*)::int as subscribers, sum(amount_kobo - discount_kobo + add_ons_kobo)::bigint as now,
            sum(add_ons_kobo)::bigint as "addOns"
     from subscriptions where ${affected} and amount_kobo <> ${newPrice} and ${renewingCondition}
     group by 1, 2, 3`,
    [merchant.id, planId, amountKobo],
  )
  return {
    nowKobo: rows.reduce((sum, row) => sum + row.now, 0),
    thenKobo: rows.reduce((sum, row) => {
      const priceKobo = amountKobo * row.quantity
      return sum + row.subscribers * (priceKobo - calculateDiscountKobo(priceKobo, row)) + row.addOns
    }, 0),
  }
}

/** Applies a plan's new price to all its subscribers from the next charge on, and notifies them. Open invoices do not change. */
export async function repriceSubscriptions(
  context: MerchantContext,
  planId: string,
  amountKobo: number,
): Promise<void> {
  const { tx, merchant, now } = context
  await tx.$client.query(longStatement)
  await requireChargeable(context, planId, amountKobo)
  const { rowCount } = await tx.$client.query(
    `with repriced as (
       update subscriptions set amount_kobo = ${newPrice} where ${affected} and amount_kobo <> ${newPrice} returning merchant_id, id, quantity
     )
     insert into timeline_events (merchant_id, subject, subject_id, at, kind, text)
     select merchant_id, 'subscription', id, $4, 'price_changed',
            $5 || case when quantity > 1 then ', for each of ' || quantity || ' units' else '' end from repriced`,
    [merchant.id, planId, amountKobo, now, `The price becomes ${formatNaira(amountKobo)} with the next charge`],
  )
  await updateDiscounts(context, planId, amountKobo)
  if (rowCount)
    await enqueueJob(
      tx,
      mailSubscribers,
      { merchantId: merchant.id, planId, template: 'price_changed' },
      { merchantId: merchant.id, runAt: now },
    )
}

/** @throws 422 at `amountKobo` if the units of a subscription, with a setup fee that is due, would cost more than the largest charge */
async function requireChargeable({ tx, merchant }: MerchantContext, planId: string, amountKobo: number): Promise<void> {
  const { rows } = await tx.$client.query<{ quantity: number }>(
    `select quantity from subscriptions
     where ${affected} and ${newPrice} + add_ons_kobo + case when charges = 0 then setup_fee_kobo else 0 end > $4
     order by quantity desc limit 1`,
    [merchant.id, planId, amountKobo, limits.chargeMaximumKobo],
  )
  if (rows[0])
    throw problem.field(
      'amountKobo',
      `A subscriber with ${rows[0].quantity} units would pay more than ${formatNaira(limits.chargeMaximumKobo)}`,
    )
}

/** Discounts on the new price. The subscriptions are locked by the update of the price. */
async function updateDiscounts({ tx, merchant }: MerchantContext, planId: string, amountKobo: number): Promise<void> {
  const { rows } = await tx.$client.query<Omit<SameTerms, 'subscribers' | 'now' | 'addOns'>>(
    `select distinct ${runningTerms}, quantity from subscriptions
     where ${affected} and amount_kobo = ${newPrice} and coupon_id is not null and discount_charges_left is distinct from 0`,
    [merchant.id, planId, amountKobo],
  )
  for (const terms of rows)
    await tx.$client.query(
      `update subscriptions set discount_kobo = $6
       where ${affected} and amount_kobo = ${newPrice} and coupon_id is not null and discount_charges_left is distinct from 0
         and percent_off is not distinct from $4 and amount_off_kobo is not distinct from $5 and quantity = $7`,
      [
        merchant.id,
        planId,
        amountKobo,
        terms.percentOff,
        terms.amountOffKobo,
        calculateDiscountKobo(amountKobo * terms.quantity, terms),
        terms.quantity,
      ],
    )
}
