import { minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { changeSubscriptionPlan } from '@adire/contract/subscriptions.ts'
import { problem } from '../../http/problem.ts'
import { addIntervals } from './calendar.ts'
import type { SubscriptionRecord } from './move.ts'
import { calculateDiscount } from './period-price.ts'
import { calculateProration } from './proration.ts'
import type { PlanChange, PreviewInput } from './require-plan-change.ts'

/** Cost of a plan change. During a trial, or from the next period on, nothing is due now. */
export function calculatePlanChangeCost(
  subscription: SubscriptionRecord,
  plans: PlanChange,
  when: PreviewInput['when'],
  now: Date,
) {
  const { old, plan, priceKobo, discount } = plans
  const { periodStartsAt, periodEndsAt, creditKobo } = subscription
  if (when === 'next_period' || subscription.isTrial)
    return { unusedKobo: 0, newPeriodKobo: 0, dueNowKobo: 0, creditLeftKobo: creditKobo, endsAt: periodEndsAt }
  const isSame = plan.interval === old.interval
  const startsAt = isSame ? periodStartsAt : now
  const endsAt = isSame ? periodEndsAt : addIntervals(now, plan.interval, 1)
  const fresh = { startsAt, endsAt, costKobo: priceKobo - calculateDiscount(discount, priceKobo) }
  return { ...calculateProration(toCurrentStretch(subscription), fresh, creditKobo, now), endsAt }
}

/** The present period since its start or the last plan change, with what it cost. */
export const toCurrentStretch = ({ stretchStartsAt, periodEndsAt, stretchKobo }: SubscriptionRecord) => ({
  startsAt: stretchStartsAt,
  endsAt: periodEndsAt,
  costKobo: stretchKobo,
})

/** How long the amounts of a preview are valid. */
const previewMs = 10 * minuteMs
/** Without `previewedAt`, the confirmed amount may be lower than the amount due now by this ratio. */
const tolerance = 0.01

export type PlanChangeInput = ParsedInput<typeof changeSubscriptionPlan>

/**
 * The confirmed cost of a change, and the time at which it was calculated.
 * @throws 409 price_changed if the preview is too old, is of an earlier period, or had another amount
 */
export function requireConfirmedCost(
  subscription: SubscriptionRecord,
  plans: PlanChange,
  { when, previewedAt, dueNowKobo }: PlanChangeInput,
  now: Date,
) {
  const at = previewedAt === undefined ? now : new Date(previewedAt)
  const isPreviewValid = at <= now && now.getTime() - at.getTime() <= previewMs && at >= subscription.stretchStartsAt
  const cost = calculatePlanChangeCost(subscription, plans, when, isPreviewValid ? at : now)
  const maxKobo = dueNowKobo === undefined ? Number.POSITIVE_INFINITY : dueNowKobo
  const isAsConfirmed =
    previewedAt === undefined
      ? cost.dueNowKobo <= maxKobo * (1 + tolerance)
      : isPreviewValid && (dueNowKobo === undefined || cost.dueNowKobo === dueNowKobo)
  if (!isAsConfirmed)
    throw problem.conflict('price_changed', `${formatNaira(cost.dueNowKobo)} is now due. Check the change again.`)
  return { ...cost, dueNowKobo: Math.min(cost.dueNowKobo, maxKobo), at }
}
