import { formatNaira } from '@adire/contract/money.ts'
import { intervalNames } from '@adire/contract/plans.ts'
import { cardConsent } from '@adire/contract/subscriber-consent.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { accessCodeAlphabet, randomText } from '../../random-text.ts'
import { merchants } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { StartedSubscription } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { saveSubscriptionCard } from '../saved-cards/saved-cards.ts'
import { afterPaid } from './after-paid.ts'
import { stepFrom } from './calendar.ts'
import { emitSubscription } from './emit.ts'
import { enqueueSubscriptionEmail } from './mails.ts'
import {
  addSubscriptionInvoice,
  addSubscriptionRecord,
  appendSubscriptionEvent,
  dayAtLagos,
  findPlanRecord,
  type PlanRecord,
} from './move.ts'
import type { subscriptions } from './tables.ts'

const dayMs = 24 * 3_600_000

/** Creates a subscription after the first payment for a plan, or the card check before a trial, has succeeded. */
export async function beginSubscription(
  context: Context,
  payment: PaymentRecord,
  token: string | undefined,
): Promise<StartedSubscription> {
  const { tx, now } = context
  const { merchantId, customerId, customerEmail, customerName, paymentLinkId, amountKobo: paidKobo } = payment
  const plan = await findPlanRecord(tx, { merchantId, id: payment.planId! })
  const savedCardId = token ? await saveSubscriptionCard(context, payment, token) : null
  const period = payment.isCardCheck ? trialFrom(now, plan) : firstPeriodFrom(now, plan, paidKobo)
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
    consentText: await consentTo(context, plan, period),
    ...period,
    createdAt: now,
  })
  const every = `${formatNaira(subscription.amountKobo)} ${intervalNames[plan.interval].toLowerCase()}`
  const trial = subscription.isTrial ? `, after a trial until ${dayAtLagos(subscription.periodEndsAt)}` : ''
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
  { amountKobo, isTrial, periodEndsAt }: { amountKobo: number; isTrial: boolean; periodEndsAt: Date },
): Promise<string> {
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const from = isTrial ? periodEndsAt.toISOString() : null
  return cardConsent({ businessName: business!.name, amountKobo, interval, chargeLimit, from })
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

/** First period. The amount paid is the subscription's price, even if the plan's price has changed meanwhile. */
const firstPeriodFrom = (now: Date, plan: PlanRecord, paidKobo: number) => ({
  amountKobo: paidKobo,
  isTrial: false,
  anchorAt: now,
  step: 0,
  periodStartsAt: now,
  periodEndsAt: stepFrom(now, plan.interval, 1),
  stretchStartsAt: now,
  stretchKobo: paidKobo,
  charges: 1,
  invoices: 1,
  collectedKobo: paidKobo,
})

const firstInvoice = (
  subscription: typeof subscriptions.$inferSelect,
  plan: PlanRecord,
  { id: paymentId }: PaymentRecord,
  now: Date,
) => ({
  kind: 'period' as const,
  status: 'success' as const,
  planId: plan.id,
  planName: plan.name,
  startsAt: subscription.periodStartsAt,
  endsAt: subscription.periodEndsAt,
  priceKobo: subscription.amountKobo,
  amountKobo: subscription.amountKobo,
  creditKobo: 0,
  dueKobo: subscription.amountKobo,
  attempts: 1,
  paymentId,
  paidAt: now,
  createdAt: now,
})
