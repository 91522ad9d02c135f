import { formatNaira } from '@adire/contract/money.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireTrading } from '../restrictions/trading.ts'
import { findObstacle } from './account.ts'
import { findChargedAddOnsKobo } from './add-ons.ts'
import { applyChange } from './apply-payment.ts'
import { chargeSubscription, type SubscriptionCharge, startCharge } from './charge.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import {
  addSubscriptionInvoice,
  appendSubscriptionEvent,
  describePlan,
  type InvoiceRecord,
  lockSubscription,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { findOpenRefunds, listCountedRefunds, withoutOpenRefunds } from './open-refunds.ts'
import { calculateDiscount } from './period-price.ts'
import { type PlanChangeInput, requireConfirmedCost } from './plan-change-cost.ts'
import { type PlanChange, requirePlanChange } from './require-plan-change.ts'
import { findSource } from './source.ts'

/**
 * Changes the plan: stores an invoice of the cost and charges it; the successful charge applies the change.
 * @throws 402 payment_failed; 409 price_changed, same_plan, plan_closed, above_mandate, subscription_not_active,
 *   subscription_charging, those of `requireTrading`
 */
export async function changeSubscriptionPlanHandler(unitOfWork: UnitOfWork<MerchantContext>, input: PlanChangeInput) {
  const intendedCharge = await unitOfWork.write((context) => intend(context, input))
  if (intendedCharge) {
    const payment = await chargeSubscription(unitOfWork, intendedCharge)
    if (payment?.status === 'failed')
      throw new Problem(402, 'payment_failed', `The card was declined: ${payment.failureMessage}. Nothing was changed.`)
  }
  return unitOfWork.write((context) => retrieveSubscription(context, input.id))
}

async function intend(context: MerchantContext, input: PlanChangeInput): Promise<SubscriptionCharge | undefined> {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id: input.id })
  const plans = await requirePlanChange(context, subscription, input)
  const { old, plan, quantity, priceKobo } = plans
  const open = await findOpenRefunds(context, subscription, input.when)
  const credited = withoutOpenRefunds(subscription, open)
  const cost = requireConfirmedCost(credited, plans, input, now)
  const planned = toPlannedChange(subscription, plans)
  if (input.when === 'next_period' && isPlannedAlready(subscription, planned)) return undefined
  const name = await readActorName(context)
  await recordAuditEvent(context, {
    action: 'subscription.plan_changed',
    object: subscription.code,
    before: { plan: describePlan(old, subscription.quantity) },
    after: { plan: describePlan(plan, quantity), when: input.when },
  })
  if (input.when === 'next_period') {
    // A coupon that was applied for another planned plan may not be for the present one.
    const discount = planned.nextPlanId === null ? plans.discount : {}
    await updateSubscriptionRecord(tx, subscription, { ...planned, ...discount })
    await appendSubscriptionEvent(
      tx,
      subscription,
      now,
      'plan_change_planned',
      `${name} changed ${describeChange(plans)} from the next period on`,
    )
    await enqueueSubscriptionEmail(context, subscription, 'plan_change_planned')
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
    countedRefunds: listCountedRefunds(subscription, open, cost.at),
    dueKobo: cost.dueNowKobo,
    attempts: 0,
    paidAt: cost.dueNowKobo > 0 ? null : now,
    createdAt: now,
  })
  const counted = await updateSubscriptionRecord(tx, subscription, { invoices: invoice.number })
  const text = `${name} changed ${describeChange(plans)}${describeWithheld(invoice)}`
  await appendSubscriptionEvent(tx, subscription, now, 'plan_change_asked', text)
  if (cost.dueNowKobo === 0) {
    await applyChange(context, counted, invoice, credited.creditKobo + cost.unusedKobo - cost.newPeriodKobo)
    return undefined
  }
  const source = await findSource(tx, subscription)
  if (!source) throw problem.conflict('no_card', 'There is no card to charge. The customer has to add one first.')
  if ('account' in source && findObstacle(source.account, cost.dueNowKobo))
    throw problem.conflict('account_not_debited', 'The account cannot be debited for this amount now')
  await requireTrading(context, merchant.id, cost.dueNowKobo)
  return startCharge(context, counted, { invoice, source })
}

type PlannedChange = Pick<SubscriptionRecord, 'nextPlanId' | 'nextQuantity'>

/** What changes with the next period; null for what stays. */
const toPlannedChange = ({ planId, quantity: before }: SubscriptionRecord, { plan, quantity }: PlanChange) => ({
  nextPlanId: plan.id === planId ? null : plan.id,
  nextQuantity: quantity === before ? null : quantity,
})

/** A repeated request changes nothing. */
const isPlannedAlready = (subscription: SubscriptionRecord, { nextPlanId, nextQuantity }: PlannedChange) =>
  subscription.nextPlanId === nextPlanId && subscription.nextQuantity === nextQuantity

/** "the plan to Team, quantity 3", "the quantity to 3" */
const describeChange = ({ old, plan, quantity }: PlanChange) =>
  plan.id === old.id ? `the quantity to ${quantity}` : `the plan to ${describePlan(plan, quantity)}`

const describeWithheld = ({ countedRefunds }: InvoiceRecord) => {
  const kobo = countedRefunds.reduce((sum, one) => sum + one.kobo, 0)
  return kobo > 0 ? `. ${formatNaira(kobo)} less was credited because a refund of this period is in progress` : ''
}

/** Changes the plan during a trial. Nothing was charged, so there is no proration: the trial continues, then the new plan starts. */
function applyTrialChange(
  context: MerchantContext,
  subscription: SubscriptionRecord,
  { plan, quantity, priceKobo }: PlanChange,
) {
  const { periodStartsAt: startsAt, periodEndsAt: endsAt, creditKobo } = subscription
  const change = { planId: plan.id, quantity, priceKobo, amountKobo: 0, startsAt, endsAt }
  return applyChange(context, subscription, change, creditKobo)
}
