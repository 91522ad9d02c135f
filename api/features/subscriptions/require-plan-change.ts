import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { previewPlanChange } from '@adire/contract/subscriptions.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { findDebitAccount } from './debit-account.ts'
import { findPlanRecord, type PlanRecord, type SubscriptionRecord } from './move.ts'
import { requireRenewing } from './pause.ts'
import { calculatePriceKobo, type Discount, maxNextChargeKobo } from './period-price.ts'

export type PreviewInput = ParsedInput<typeof previewPlanChange>

export interface PlanChange {
  old: PlanRecord
  plan: PlanRecord
  quantity: number
  /** Price of a period for all units. */
  priceKobo: number
  /** The subscription's discount, if its coupon is for the new plan. */
  discount: Discount
}

export async function requirePlanChange(
  { tx }: MerchantContext,
  subscription: SubscriptionRecord,
  { planId, quantity = subscription.quantity }: PreviewInput,
): Promise<PlanChange> {
  requireRenewing(subscription, 'changed')
  const plan = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: planId })
  const isPlanned = subscription.nextPlanId !== null || subscription.nextQuantity !== null
  const isSamePlan = plan.id === subscription.planId
  if (isSamePlan && quantity === subscription.quantity && !isPlanned)
    throw problem.conflict('same_plan', 'The subscription already has this plan and quantity')
  if (plan.status !== 'active' && !(isSamePlan && plan.status === 'inactive'))
    throw problem.conflict('plan_closed', 'This plan does not accept new subscribers')
  const old = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId })
  if (plan.interval !== old.interval && subscription.addOns.length > 0)
    throw problem.conflict(
      'add_ons_fix_interval',
      'A subscription with add-ons keeps its billing interval. Remove the add-ons first.',
    )
  const priceKobo = calculatePriceKobo(subscription, plan, quantity)
  const kobo = maxNextChargeKobo(subscription, priceKobo)
  if (kobo > limits.chargeMaximumKobo)
    throw problem.field('quantity', `That is more than ${formatNaira(limits.chargeMaximumKobo)} in one charge`)
  const account = await findDebitAccount(tx, subscription)
  if (account && kobo > account.limitKobo)
    throw problem.conflict(
      'above_mandate',
      `The customer allowed debits of at most ${formatNaira(account.limitKobo)}. They have to subscribe to ${plan.name} themselves.`,
    )
  return { old, plan, quantity, priceKobo, discount: await findDiscountOnPlan(tx, subscription, plan.id) }
}
