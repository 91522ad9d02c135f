import { formatNaira } from '@adire/contract/money.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { StartedSubscription } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { dropCard } from '../saved-cards/revoke.ts'
import { saveSubscriptionCard } from '../saved-cards/saved-cards.ts'
import { afterPaid } from './after-paid.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { dropAccount } from './debit-account.ts'
import { chargeFailed } from './dunning.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { restartPeriodThatIsOver } from './lapsed-periods.ts'
import {
  appendPlanChangedEvent,
  appendSubscriptionEvent,
  findPlanRecord,
  type InvoiceRecord,
  isInvoiceClosed,
  lockSubscription,
  lockWithInvoice,
  type PlanRecord,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { recountChange } from './open-refunds.ts'
import { releaseCoupon } from './payer-coupon.ts'
import { discountAfterOne } from './period-price.ts'
import { startSubscription } from './start.ts'

/**
 * Applies a successful payment to its subscription, in the payment's transaction: creates the subscription, pays its invoice, or
 * changes its card. `token` is the processor's token for later charges of the card.
 */
export async function applyPaymentToSubscription(
  context: Context,
  payment: PaymentRecord,
  { token }: { token?: string },
): Promise<StartedSubscription | undefined> {
  if (!payment.planId) return undefined
  if (!payment.subscriptionId) return startSubscription(context, payment, token)
  const { merchantId, subscriptionId, subscriptionInvoiceId } = payment
  const key = { merchantId, id: subscriptionId }
  const { subscription, invoice } = subscriptionInvoiceId
    ? await lockWithInvoice(context.tx, key, subscriptionInvoiceId)
    : { subscription: await lockSubscription(context.tx, key), invoice: undefined }
  const changed =
    token && !payment.savedCardId ? await replaceCard(context, subscription, payment, token) : subscription
  if (invoice) await payInvoice(context, changed, { payment, invoice })
  return undefined
}

/** Applies a failed or abandoned attempt to its subscription. */
export async function failSubscription(
  context: Context,
  payment: PaymentRecord,
  reason: DeclineReason | 'abandoned',
): Promise<void> {
  const { merchantId, subscriptionId, subscriptionInvoiceId } = payment
  await releaseCoupon(context.tx, payment)
  if (!subscriptionId || !subscriptionInvoiceId) return
  const key = { merchantId, id: subscriptionId }
  const { subscription, invoice } = await lockWithInvoice(context.tx, key, subscriptionInvoiceId)
  if (invoice.status !== 'pending' || invoice.paymentId !== payment.id) return
  await chargeFailed(context, subscription, { invoice, payment, reason })
}

async function replaceCard(context: Context, subscription: SubscriptionRecord, payment: PaymentRecord, token: string) {
  const { tx, now } = context
  if (subscription.endedAt) return subscription
  const savedCardId = await saveSubscriptionCard(context, payment, token)
  const changed = await updateSubscriptionRecord(tx, subscription, { savedCardId, mandateId: null })
  await dropCard(tx, subscription.merchantId, subscription.savedCardId)
  await dropAccount(context, subscription, 'A card is charged instead')
  await appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'card_changed',
    `The customer changed the card to the one ending ${payment.cardLast4}`,
  )
  await enqueueSubscriptionEmail(context, subscription, 'card_changed')
  return changed
}

async function payInvoice(
  context: Context,
  subscription: SubscriptionRecord,
  { payment, invoice }: { payment: PaymentRecord; invoice: InvoiceRecord },
): Promise<void> {
  const { tx } = context
  const collectedKobo = subscription.collectedKobo + payment.amountKobo
  if (isInvoiceClosed(invoice) || subscription.endedAt) {
    await updateSubscriptionRecord(tx, subscription, { collectedKobo })
    if (!isInvoiceClosed(invoice)) await paid(context, subscription, invoice, payment)
    await notifyOfOverpayment(context, subscription, payment)
    return
  }
  const change = { collectedKobo, openInvoiceId: null }
  if (invoice.kind === 'change') return payChange(context, subscription, { payment, invoice, change })
  await paid(context, subscription, invoice, payment)
  await afterPaid(context, await restartOverduePeriod(context, subscription, invoice), change)
  await emitSubscription(context, subscription, 'subscription.renewed')
}

async function payChange(
  context: Context,
  subscription: SubscriptionRecord,
  { payment, invoice, change }: { payment: PaymentRecord; invoice: InvoiceRecord; change: Partial<SubscriptionRecord> },
): Promise<void> {
  const { tx, now } = context
  const { leftKobo, countedRefunds } = await recountChange(context, subscription, invoice)
  await paid(context, subscription, await updateSubscriptionInvoiceRecord(tx, invoice, { countedRefunds }), payment)
  await applyChange(context, await updateSubscriptionRecord(tx, subscription, change), invoice, leftKobo)
  if (leftKobo <= 0) return
  const text = `A refund failed while the change was charged: ${formatNaira(leftKobo)} that the change did not credit because of it is credited now`
  await appendSubscriptionEvent(tx, subscription, now, 'refund_failed', text)
}

async function paid(
  { tx, now }: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  payment: PaymentRecord,
) {
  await updateSubscriptionInvoiceRecord(tx, invoice, {
    status: 'success',
    paymentId: payment.id,
    paidAt: now,
    failureCode: null,
    failureMessage: null,
    nextAttemptAt: null,
    lastChanceAt: null,
  })
  await appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'paid',
    `${formatNaira(payment.amountKobo)} paid for ${invoice.planName}`,
  )
}

/** Notifies the merchant of a late charge: the subscription had ended or was paid while the bank still processed it. */
async function notifyOfOverpayment(context: Context, subscription: SubscriptionRecord, payment: PaymentRecord) {
  const amount = formatNaira(payment.amountKobo)
  const text = `${amount} was paid for a subscription that had ended or was already paid. Refund it, or agree with the customer what it is for.`
  await appendSubscriptionEvent(context.tx, subscription, context.now, 'overpaid', text)
  await sendNotification(context, subscription.merchantId, {
    kind: 'payment',
    title: `${amount} was paid late`,
    text,
    path: `/transactions/${payment.id}`,
  })
}

/**
 * Restarts an overdue period at the time of payment if its end has passed, so that the payer does not pay for time without
 * service. A period whose first charge succeeded keeps its dates, even if our charge was late.
 */
export async function restartOverduePeriod(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionRecord> {
  return invoice.firstFailedAt ? restartPeriodThatIsOver(context, subscription, invoice) : subscription
}

/**
 * Applies a plan change from the start of the time that was paid for. `leftKobo` becomes the credit; below zero, it was not charged, so that a
 * later change does not credit it.
 */
export async function applyChange(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: Pick<InvoiceRecord, 'planId' | 'quantity' | 'priceKobo' | 'amountKobo' | 'startsAt' | 'endsAt'>,
  leftKobo: number,
): Promise<SubscriptionRecord> {
  const { tx, now } = context
  const [old, plan] = [
    await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId }),
    await findPlanRecord(tx, { merchantId: subscription.merchantId, id: invoice.planId }),
  ]
  const discount = await findDiscountOnPlan(tx, subscription, plan.id)
  const changed = await updateSubscriptionRecord(tx, subscription, {
    planId: plan.id,
    nextPlanId: null,
    quantity: invoice.quantity,
    nextQuantity: null,
    amountKobo: invoice.priceKobo,
    ...discount,
    chargeLimit: plan.id === old.id ? subscription.chargeLimit : limitAfter(subscription, plan),
    creditKobo: Math.max(0, leftKobo),
    stretchStartsAt: invoice.startsAt,
    stretchKobo: Math.max(0, invoice.amountKobo + Math.min(0, leftKobo)),
    periodEndsAt: invoice.endsAt,
    // With another interval, a new period starts here and counts as a charge.
    ...(plan.interval !== old.interval &&
      !subscription.isTrial && {
        anchorAt: invoice.startsAt,
        step: 0,
        periodStartsAt: invoice.startsAt,
        charges: subscription.charges + 1,
        ...discountAfterOne(discount),
      }),
  })
  await appendPlanChangedEvent(
    tx,
    subscription,
    now,
    { plan: old, quantity: subscription.quantity },
    { plan, quantity: invoice.quantity },
  )
  await enqueueSubscriptionEmail(context, changed, 'plan_changed')
  await emitSubscription(context, changed, 'subscription.updated')
  return subscription.endedAt ? changed : afterPaid(context, changed)
}

/** Charge limit after a plan change: earlier charges do not count towards the new plan's limit. */
const limitAfter = ({ charges }: SubscriptionRecord, { chargeLimit }: PlanRecord) =>
  chargeLimit === null ? null : charges + chargeLimit
