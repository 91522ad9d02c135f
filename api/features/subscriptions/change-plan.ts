import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { changeSubscriptionPlan, previewPlanChange } from '@adire/contract/subscriptions.ts'
import type { PlanChangePreview } from '@adire/contract/subscriptions-schemas.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireTrading } from '../restrictions/trading.ts'
import { findObstacle } from './account.ts'
import { findChargedAddOnsKobo } from './add-ons.ts'
import { applyChange } from './apply-payment.ts'
import { stepFrom } from './calendar.ts'
import { beginCharge, chargeSubscription, type SubscriptionCharge } from './charge.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { findDebitAccount } from './debit-account.ts'
import { retrieveSubscription } from './detail.ts'
import {
  addSubscriptionInvoice,
  appendSubscriptionEvent,
  describePlan,
  findPlanRecord,
  findSubscription,
  lockSubscription,
  type PlanRecord,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { requireRenewing } from './pause.ts'
import {
  calculateDiscount,
  calculatePriceKobo,
  chargesLeftAfterOne,
  type Discount,
  mostKobo,
  nextDueKobo,
} from './period-price.ts'
import { calculateProration } from './proration.ts'
import { findSource } from './source.ts'

type PreviewInput = ParsedInput<typeof previewPlanChange>

export async function previewPlanChangeHandler(
  context: MerchantContext,
  input: PreviewInput,
): Promise<PlanChangePreview> {
  const { tx, merchant, now } = context
  const subscription = await findSubscription(tx, { merchantId: merchant.id, id: input.id })
  const plans = await requireChange(context, subscription, input)
  const { plan, quantity, priceKobo } = plans
  const response = {
    plan: { id: plan.id, code: plan.code, name: plan.name, interval: plan.interval },
    quantity,
    amountKobo: priceKobo,
    when: input.when,
    previewedAt: now.toISOString(),
    creditKobo: subscription.creditKobo,
  }
  const cost = calculateCost(subscription, plans, input.when, now)
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

interface Plans {
  old: PlanRecord
  plan: PlanRecord
  quantity: number
  /** Price of a period for all units. */
  priceKobo: number
  /** The subscription's discount, if its coupon is for the new plan. */
  discount: Discount
}

/** Discount on the charge after the change. A change that begins a new period uses one of the reduced charges. */
function nextDiscount(
  { isTrial }: SubscriptionRecord,
  { old, plan, priceKobo, discount }: Plans,
  when: PreviewInput['when'],
) {
  const isNewPeriod = when === 'now' && !isTrial && plan.interval !== old.interval
  const discountChargesLeft = isNewPeriod ? chargesLeftAfterOne(discount) : discount.discountChargesLeft
  return calculateDiscount({ ...discount, discountChargesLeft }, priceKobo)
}

async function requireChange(
  { tx }: MerchantContext,
  subscription: SubscriptionRecord,
  { planId, quantity = subscription.quantity }: PreviewInput,
): Promise<Plans> {
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
  const kobo = mostKobo(subscription, priceKobo)
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

/** Cost of a plan change. During a trial, or from the next period on, nothing is due now. */
function calculateCost(subscription: SubscriptionRecord, plans: Plans, when: PreviewInput['when'], now: Date) {
  const { old, plan, priceKobo, discount } = plans
  const { periodStartsAt, periodEndsAt, creditKobo } = subscription
  if (when === 'next_period' || subscription.isTrial)
    return { unusedKobo: 0, newPeriodKobo: 0, dueNowKobo: 0, creditLeftKobo: creditKobo, endsAt: periodEndsAt }
  const isSame = plan.interval === old.interval
  const startsAt = isSame ? periodStartsAt : now
  const endsAt = isSame ? periodEndsAt : stepFrom(now, plan.interval, 1)
  const stretch = { startsAt: subscription.stretchStartsAt, endsAt: periodEndsAt, costKobo: subscription.stretchKobo }
  const fresh = { startsAt, endsAt, costKobo: priceKobo - calculateDiscount(discount, priceKobo) }
  return { ...calculateProration(stretch, fresh, creditKobo, now), endsAt }
}

/**
 * Changes the plan: stores an invoice of the cost and charges it; the successful charge applies the change.
 * @throws 402 payment_failed; 409 price_changed, same_plan, plan_closed, above_mandate, subscription_not_active,
 *   subscription_charging, those of `requireTrading`
 */
export async function changeSubscriptionPlanHandler(unitOfWork: UnitOfWork<MerchantContext>, input: Change) {
  const intendedCharge = await unitOfWork.write((context) => intend(context, input))
  if (intendedCharge) {
    const payment = await chargeSubscription(unitOfWork, intendedCharge)
    if (payment?.status === 'failed')
      throw new Problem(402, 'payment_failed', `The card was declined: ${payment.failureMessage}. Nothing was changed.`)
  }
  return unitOfWork.write((context) => retrieveSubscription(context, input.id))
}

/** How long the amounts of a preview are valid. */
const previewMs = 10 * 60_000
/** Without `previewedAt`, the confirmed amount may be lower than the amount due now by this ratio. */
const tolerance = 0.01

type Change = ParsedInput<typeof changeSubscriptionPlan>

/**
 * The confirmed cost of a change, and the time at which it was calculated.
 * @throws 409 price_changed if the preview is too old, is of an earlier period, or had another amount
 */
function confirmedCost(
  subscription: SubscriptionRecord,
  plans: Plans,
  { when, previewedAt, dueNowKobo }: Change,
  now: Date,
) {
  const at = previewedAt === undefined ? now : new Date(previewedAt)
  const isPreviewValid = at <= now && now.getTime() - at.getTime() <= previewMs && at >= subscription.stretchStartsAt
  const cost = calculateCost(subscription, plans, when, isPreviewValid ? at : now)
  const mostKobo = dueNowKobo === undefined ? Number.POSITIVE_INFINITY : dueNowKobo
  const isAsConfirmed =
    previewedAt === undefined
      ? cost.dueNowKobo <= mostKobo * (1 + tolerance)
      : isPreviewValid && (dueNowKobo === undefined || cost.dueNowKobo === dueNowKobo)
  if (!isAsConfirmed)
    throw problem.conflict('price_changed', `${formatNaira(cost.dueNowKobo)} is now due. Check the change again.`)
  return { ...cost, dueNowKobo: Math.min(cost.dueNowKobo, mostKobo), at }
}

async function intend(context: MerchantContext, input: Change): Promise<SubscriptionCharge | undefined> {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id: input.id })
  const plans = await requireChange(context, subscription, input)
  const { old, plan, quantity, priceKobo } = plans
  const cost = confirmedCost(subscription, plans, input, now)
  const name = await readActorName(context)
  await recordAuditEvent(context, {
    action: 'subscription.plan_changed',
    object: subscription.code,
    before: { plan: describePlan(old, subscription.quantity) },
    after: { plan: describePlan(plan, quantity), when: input.when },
  })
  if (input.when === 'next_period') {
    await updateSubscriptionRecord(tx, subscription, {
      nextPlanId: plan.id === subscription.planId ? null : plan.id,
      nextQuantity: quantity === subscription.quantity ? null : quantity,
    })
    await appendSubscriptionEvent(
      tx,
      subscription,
      now,
      'plan_change_planned',
      `${name} changed ${describeChange(plans)} from the next period on`,
    )
    return undefined
  }
  if (subscription.isTrial) {
    await applyTrialChange(context, subscription, plans)
    return undefined
  }
  const invoice = await addSubscriptionInvoice(tx, subscription, {
    kind: 'change',
    status: cost.dueNowKobo > 0 ? 'pending' : 'success',
    planId: plan.id,
    planName: plan.name,
    quantity,
    startsAt: cost.at,
    endsAt: cost.endsAt,
    priceKobo,
    discountKobo: calculateDiscount(plans.discount, priceKobo),
    amountKobo: cost.newPeriodKobo,
    addOnsKobo: await findChargedAddOnsKobo(tx, subscription),
    creditKobo: cost.newPeriodKobo - cost.dueNowKobo,
    dueKobo: cost.dueNowKobo,
    attempts: 0,
    paidAt: cost.dueNowKobo > 0 ? null : now,
    createdAt: now,
  })
  const counted = await updateSubscriptionRecord(tx, subscription, { invoices: invoice.number })
  await appendSubscriptionEvent(tx, subscription, now, 'plan_change_asked', `${name} changed ${describeChange(plans)}`)
  if (cost.dueNowKobo === 0) {
    await applyChange(context, counted, invoice, cost.creditLeftKobo)
    return undefined
  }
  const source = await findSource(tx, subscription)
  if (!source) throw problem.conflict('no_card', 'There is no card to charge. The customer has to add one first.')
  if ('account' in source && findObstacle(source.account, cost.dueNowKobo))
    throw problem.conflict('account_not_debited', 'The account cannot be debited for this amount now')
  await requireTrading(context, merchant.id, cost.dueNowKobo)
  return beginCharge(context, counted, { invoice, source })
}

/** "the plan to Team, quantity 3", "the quantity to 3" */
const describeChange = ({ old, plan, quantity }: Plans) =>
  plan.id === old.id ? `the quantity to ${quantity}` : `the plan to ${describePlan(plan, quantity)}`

/** Changes the plan during a trial. Nothing was charged, so there is no proration: the trial continues, then the new plan starts. */
function applyTrialChange(
  context: MerchantContext,
  subscription: SubscriptionRecord,
  { plan, quantity, priceKobo }: Plans,
) {
  const { periodStartsAt: startsAt, periodEndsAt: endsAt, creditKobo } = subscription
  const change = { planId: plan.id, quantity, priceKobo, amountKobo: 0, startsAt, endsAt }
  return applyChange(context, subscription, change, creditKobo)
}
