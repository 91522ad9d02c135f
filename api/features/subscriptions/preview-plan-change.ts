import type { PlanChangePreview } from '@adire/contract/subscriptions-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { findSubscription, type SubscriptionRecord } from './move.ts'
import { findOpenRefunds, withoutOpenRefunds } from './open-refunds.ts'
import { calculateDiscount, chargesLeftAfterOne, nextDueKobo } from './period-price.ts'
import { calculatePlanChangeCost } from './plan-change-cost.ts'
import { type PlanChange, type PreviewInput, requirePlanChange } from './require-plan-change.ts'

export async function previewPlanChangeHandler(
  context: MerchantContext,
  input: PreviewInput,
): Promise<PlanChangePreview> {
  const { tx, merchant, now } = context
  const found = await findSubscription(tx, { merchantId: merchant.id, id: input.id })
  const plans = await requirePlanChange(context, found, input)
  const subscription = withoutOpenRefunds(found, await findOpenRefunds(context, found, input.when))
  const { plan, quantity, priceKobo } = plans
  const response = {
    plan: { id: plan.id, code: plan.code, name: plan.name, interval: plan.interval },
    quantity,
    amountKobo: priceKobo,
    when: input.when,
    previewedAt: now.toISOString(),
    creditKobo: subscription.creditKobo,
  }
  const cost = calculatePlanChangeCost(subscription, plans, input.when, now)
  return {
    ...response,
    unusedKobo: cost.unusedKobo,
    newPeriodKobo: cost.newPeriodKobo,
    dueNowKobo: cost.dueNowKobo,
    creditLeftKobo: cost.creditLeftKobo,
    nextPaymentAt: cost.endsAt.toISOString(),
    nextPaymentKobo: nextDueKobo({
      ...subscription,
      amountKobo: priceKobo,
      discountKobo: nextDiscount(subscription, plans, input.when),
      creditKobo: cost.creditLeftKobo,
    }),
  }
}

/** Discount on the charge after the change. A change that starts a new period uses one of the reduced charges. */
function nextDiscount(
  { isTrial }: SubscriptionRecord,
  { old, plan, priceKobo, discount }: PlanChange,
  when: PreviewInput['when'],
) {
  const isNewPeriod = when === 'now' && !isTrial && plan.interval !== old.interval
  const discountChargesLeft = isNewPeriod ? chargesLeftAfterOne(discount) : discount.discountChargesLeft
  return calculateDiscount({ ...discount, discountChargesLeft }, priceKobo)
}
