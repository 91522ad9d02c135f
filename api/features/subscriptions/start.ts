import { dayMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { intervalNames } from '@adire/contract/plans.ts'
import { cardConsent } from '@adire/contract/subscriber-consent.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { formatLagosDay } from '../../lagos.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { merchants } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { StartedSubscription } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { saveSubscriptionCard } from '../saved-cards/saved-cards.ts'
import { afterPaid } from './after-paid.ts'
import { addIntervals } from './calendar.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import {
  addSubscriptionInvoice,
  addSubscriptionRecord,
  appendSubscriptionEvent,
  findPlanRecord,
  type PlanRecord,
} from './move.ts'
import { findPaidCoupon } from './payer-coupon.ts'
import {
  calculateDiscount,
  chargesLeftAfterOne,
  type Discount,
  describeAgreedPrice,
  noDiscount,
  toDiscount,
} from './period-price.ts'
import type { subscriptions } from './tables.ts'

/** Creates a subscription after the first payment for a plan, or the card check before a trial, has succeeded. */
export async function startSubscription(
  context: Context,
  payment: PaymentRecord,
  token: string | undefined,
): Promise<StartedSubscription> {
  const { tx, now } = context
  const { merchantId, customerId, customerEmail, customerName, paymentLinkId } = payment
  const plan = await findPlanRecord(tx, { merchantId, id: payment.planId! })
  const savedCardId = token ? await saveSubscriptionCard(context, payment, token) : null
  const coupon = await findPaidCoupon(tx, payment)
  // A card check with a discount is of a first period that costs nothing.
  const isTrial = payment.isCardCheck && payment.discountKobo === null
  const agreedPlan = { ...plan, amountKobo: payment.planAmountKobo ?? plan.amountKobo }
  const period = isTrial ? trialFrom(now, agreedPlan) : firstPeriodFrom(now, plan, payment)
  const agreed = coupon ? toDiscount(coupon) : noDiscount
  const { setupFeeKobo } = payment
  const subscription = await addSubscriptionRecord(tx, {
    merchantId,
    code: `SUB_${randomText(16)}`,
    accessCode: randomText(32, accessCodeAlphabet),
    status: 'active',
    planId: plan.id,
    paymentLinkId,
    customerId: customerId!,
    customerEmail,
    customerName,
    savedCardId,
    chargeLimit: plan.chargeLimit,
    setupFeeKobo,
    consentText: await consentTo(context, plan, { ...period, setupFeeKobo, discount: agreed }),
    ...period,
    discount: isTrial ? agreed : { ...agreed, discountChargesLeft: chargesLeftAfterOne(agreed) },
    createdAt: now,
  })
  const every = coupon
    ? `${describeAgreedPrice(subscription, plan.interval)} with the coupon ${coupon.name}`
    : `${formatNaira(subscription.amountKobo)} ${intervalNames[plan.interval].toLowerCase()}`
  const trial = subscription.isTrial ? `, after a trial until ${formatLagosDay(subscription.periodEndsAt)}` : ''
  await appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'started',
    `${customerEmail} subscribed to ${plan.name}: ${every}${trial}`,
  )
  const invoice = subscription.isTrial
    ? undefined
    : await addSubscriptionInvoice(tx, { ...subscription, invoices: 0 }, firstInvoice(subscription, plan, payment, now))
  await afterPaid(context, subscription)
  await enqueueSubscriptionEmail(context, subscription, 'started')
  await sendNotification(context, merchantId, {
    kind: 'payment',
    title: `A new subscription to ${plan.name}`,
    text: `${customerName ?? customerEmail} pays ${every}${trial}.`,
    path: `/subscriptions/${subscription.id}`,
  })
  await emitSubscription(context, subscription, 'subscription.created')
  return { subscriptionId: subscription.id, subscriptionInvoiceId: invoice?.id ?? null }
}

/** Consent text, as displayed above the pay button. */
async function consentTo(
  { tx }: Context,
  { merchantId, interval, chargeLimit }: PlanRecord,
  period: { amountKobo: number; setupFeeKobo: number; isTrial: boolean; periodEndsAt: Date; discount: Discount },
): Promise<string> {
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const { amountKobo, setupFeeKobo, isTrial, periodEndsAt, discount } = period
  return cardConsent({
    businessName: business!.name,
    amountKobo,
    setupFeeKobo,
    interval,
    chargeLimit,
    discountKobo: calculateDiscount(discount, amountKobo),
    discountCharges: discount.discountChargesLeft,
    from: isTrial ? periodEndsAt.toISOString() : null,
  })
}

export function trialFrom(now: Date, plan: PlanRecord) {
  const endsAt = new Date(now.getTime() + plan.trialDays * dayMs)
  return {
    amountKobo: plan.amountKobo,
    isTrial: true,
    trialEndsAt: endsAt,
    anchorAt: endsAt,
    step: -1,
    periodStartsAt: now,
    periodEndsAt: endsAt,
    stretchStartsAt: now,
    stretchKobo: 0,
    charges: 0,
    invoices: 0,
  }
}

/** First period. Its price is what was paid and discounted without the setup fee, even if the plan's price has changed meanwhile. */
function firstPeriodFrom(now: Date, plan: PlanRecord, payment: PaymentRecord) {
  const paidKobo = payment.isCardCheck ? 0 : payment.amountKobo
  const periodKobo = paidKobo - payment.setupFeeKobo
  return {
    amountKobo: periodKobo + (payment.discountKobo ?? 0),
    isTrial: false,
    anchorAt: now,
    step: 0,
    periodStartsAt: now,
    periodEndsAt: addIntervals(now, plan.interval, 1),
    stretchStartsAt: now,
    stretchKobo: periodKobo,
    charges: 1,
    invoices: 1,
    collectedKobo: paidKobo,
  }
}

const firstInvoice = (
  subscription: typeof subscriptions.$inferSelect,
  plan: PlanRecord,
  { id: paymentId, discountKobo }: PaymentRecord,
  now: Date,
) => ({
  kind: 'period' as const,
  status: 'success' as const,
  planId: plan.id,
  planName: plan.name,
  quantity: subscription.quantity,
  startsAt: subscription.periodStartsAt,
  endsAt: subscription.periodEndsAt,
  priceKobo: subscription.amountKobo,
  discountKobo: discountKobo ?? 0,
  amountKobo: subscription.stretchKobo,
  setupFeeKobo: subscription.setupFeeKobo,
  creditKobo: 0,
  dueKobo: subscription.stretchKobo + subscription.setupFeeKobo,
  attempts: 1,
  paymentId,
  paidAt: now,
  createdAt: now,
})
