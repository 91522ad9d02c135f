import { hourMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { createSubscription } from '@adire/contract/subscription-actions.ts'
import { runningStatuses } from '@adire/contract/subscriptions.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatLagosDay, startOfDay } from '../../lagos.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import { requireTrading } from '../restrictions/trading.ts'
import { findCardHolder, type SavedCardRecord, takeCardForSubscription } from '../saved-cards/saved-cards.ts'
import { chargeStoredPayment } from './charge-stored.ts'
import { redeemCoupon } from './coupon.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import {
  addSubscriptionRecord,
  appendSubscriptionEvent,
  describePlan,
  lockPlanRecord,
  type PlanRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { openPeriod } from './open-period.ts'
import { requireNear } from './pause.ts'
import { describeAgreedPrice, nextDueKobo, toDiscount } from './period-price.ts'
import { trialFrom } from './start.ts'
import { subscriptions } from './tables.ts'

type Input = ParsedInput<typeof createSubscription>

/** Scheduled subscriptions start at 09:00 Lagos time. */
const startHourMs = 9 * hourMs

interface CreatedSubscription {
  id: string
  /** The first charge, of a subscription that starts now. */
  paymentId: string | null
}

/**
 * Subscribes a customer with a saved card. The lock of the plan makes two requests at once wait for each other; after a crash the
 * scheduled job repeats the stored charge.
 */
export const createSubscriptionHandler = {
  /** @throws 503 unavailable, before anything is stored, without a processor for the mode */
  async prepare(unitOfWork: UnitOfWork<MerchantContext>): Promise<void> {
    connectorFor(unitOfWork, 'savedCards')
  },
  /**
   * @throws 404 plan_not_found, saved_card_not_found, coupon_not_found; 409 plan_closed, price_changed, card_not_covered,
   *   already_subscribed, coupon_not_redeemable, payments_stopped, day_limit_reached; 422
   *   payer_refused, payment_limit_exceeded, or at `startsOn` and `trialDays`; 403; 429 email_limit_reached
   */
  async create(context: MerchantContext, input: Input): Promise<CreatedSubscription> {
    const { tx, merchant, now } = context
    const plan = await requireOpenPlan(context, input)
    const card = await takeCardForSubscription(context, merchant.id, input.savedCardId)
    const holder = await requireNewSubscriber(context, card, plan)
    await takeCustomerEmail(context, merchant.id, holder.email)
    const start = startOf(input, plan, now)
    const coupon =
      input.couponId && (await redeemCoupon(context, { merchantId: merchant.id, id: input.couponId }, plan.id))
    const subscription = await addSubscriptionRecord(tx, {
      merchantId: merchant.id,
      code: `SUB_${randomText(16)}`,
      accessCode: randomText(32, accessCodeAlphabet),
      planId: plan.id,
      quantity: input.quantity ?? 1,
      customerId: card.customerId,
      customerEmail: holder.email,
      customerName: holder.name,
      savedCardId: card.id,
      setupFeeKobo: plan.setupFeeKobo,
      chargeLimit: plan.chargeLimit,
      consentText: card.consentText,
      discount: coupon ? toDiscount(coupon) : undefined,
      ...start,
      createdAt: now,
    })
    await requireTrading(context, merchant.id, nextDueKobo(subscription))
    const price = describeAgreedPrice(subscription, plan.interval)
    const from = now < start.periodEndsAt ? ` from ${formatLagosDay(start.periodEndsAt)}` : ''
    const text = `${await readActorName(context)} subscribed ${holder.email} to ${describePlan(plan, subscription.quantity)}: ${price}${from}, with the saved card ending ${card.last4}`
    await appendSubscriptionEvent(tx, subscription, now, 'started', text)
    await recordAuditEvent(context, {
      action: 'subscription.created',
      object: subscription.code,
      after: { plan: plan.name, customer: holder.email, firstChargeOn: formatLagosDay(start.periodEndsAt) },
    })
    await enqueueSubscriptionEmail(context, subscription, 'added', true)
    await emitSubscription(context, subscription, 'subscription.created')
    if (now < start.periodEndsAt) {
      // Sets the time of the notice, too.
      await updateSubscriptionRecord(tx, subscription, { dueAt: start.periodEndsAt })
      return { id: subscription.id, paymentId: null }
    }
    const charge = await openPeriod(context, subscription)
    return { id: subscription.id, paymentId: charge?.key.id ?? null }
  },
  async finish(unitOfWork: UnitOfWork<MerchantContext>, { id, paymentId }: CreatedSubscription) {
    if (paymentId) await chargeStoredPayment(unitOfWork, paymentId)
    return unitOfWork.write((context) => retrieveSubscription(context, id))
  },
}

async function requireOpenPlan(
  { tx, merchant }: MerchantContext,
  { planId, quantity = 1, amountKobo, setupFeeKobo = 0 }: Input,
): Promise<PlanRecord> {
  const plan = await lockPlanRecord(tx, { merchantId: merchant.id, id: planId })
  if (plan.status !== 'active') throw problem.conflict('plan_closed', 'This plan does not accept new subscribers')
  const priceKobo = plan.amountKobo * quantity
  if (priceKobo + plan.setupFeeKobo > limits.chargeMaximumKobo)
    throw problem.field('quantity', `That is more than ${formatNaira(limits.chargeMaximumKobo)} in one charge`)
  if (priceKobo !== amountKobo)
    throw problem.conflict(
      'price_changed',
      `${describePlan(plan, quantity)} now costs ${formatNaira(priceKobo)}. Confirm the new price.`,
    )
  if (plan.setupFeeKobo !== setupFeeKobo)
    throw problem.conflict(
      'price_changed',
      plan.setupFeeKobo > 0
        ? `${plan.name} has a setup fee of ${formatNaira(plan.setupFeeKobo)}. Confirm it.`
        : `${plan.name} has no setup fee. Confirm the new price.`,
    )
  return plan
}

async function requireNewSubscriber({ tx }: MerchantContext, card: SavedCardRecord, plan: PlanRecord) {
  const holder = await findCardHolder(tx, card)
  if (holder.status === 'blacklisted')
    throw problem.field('savedCardId', 'You have blocked payments from this customer', 'payer_refused')
  const running = and(
    eq(subscriptions.merchantId, card.merchantId),
    eq(subscriptions.customerId, card.customerId),
    eq(subscriptions.planId, plan.id),
    inArray(subscriptions.status, runningStatuses),
  )
  if ((await tx.$count(subscriptions, running)) > 0)
    throw problem.conflict('already_subscribed', `${holder.name ?? holder.email} is already subscribed to ${plan.name}`)
  return holder
}

/** Status and first period: charged now, free until the end of a trial, or not started until a day. */
function startOf({ startsOn, trialDays, amountKobo }: Input, plan: PlanRecord, now: Date) {
  const price = { amountKobo, charges: 0, invoices: 0, stretchKobo: 0, step: -1 }
  if (startsOn) {
    requireNear('startsOn', startsOn, now)
    if (trialDays) throw problem.field('trialDays', 'Use a start day or a free trial, not both')
    const startsAt = new Date(startOfDay(startsOn).getTime() + startHourMs)
    return { ...price, ...periodUntil(startsAt, now), status: 'pending' as const, isTrial: false }
  }
  const days = trialDays ?? plan.trialDays
  if (days > 0) {
    const trial = trialFrom(now, { ...plan, trialDays: days })
    return { ...trial, amountKobo, status: 'active' as const }
  }
  return { ...price, ...periodUntil(now, now), status: 'active' as const, isTrial: false }
}

const periodUntil = (at: Date, now: Date) => ({
  anchorAt: at,
  periodStartsAt: now,
  periodEndsAt: at,
  stretchStartsAt: now,
})
