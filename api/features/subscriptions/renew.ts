import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { waitsForConfirmation } from '../payments/confirm-card.ts'
import { findPaymentIfPresent } from '../payments/move.ts'
import { findTradingObstacle } from '../restrictions/trading.ts'
import { findObstacle } from './account.ts'
import { afterPaid } from './after-paid.ts'
import { stepFrom } from './calendar.ts'
import {
  addChargePayment,
  beginCharge,
  buildCharge,
  type ChargeSource,
  countAttempts,
  leaseFor,
  leaseMs,
  type SubscriptionCharge,
} from './charge.ts'
import { appendDiscountEndedEvent, findDiscountOnPlan } from './coupon.ts'
import { giveUp, handleDeclinedCharge } from './dunning.ts'
import { emitSubscription } from './emit.ts'
import { endSubscription } from './end.ts'
import {
  addSubscriptionInvoice,
  appendPlanChangedEvent,
  appendSubscriptionEvent,
  findPlanRecord,
  findRenewedPlan,
  findSubscriptionInvoice,
  type InvoiceRecord,
  type PlanRecord,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { resumeLockedSubscription } from './pause.ts'
import { calculateDiscount, calculatePriceKobo, chargesLeftAfterOne, mostKobo } from './period-price.ts'
import { dueSetupFeeKobo } from './setup-fee.ts'
import { findSource } from './source.ts'
import { type FailureReason, subscriptions } from './tables.ts'

/**
 * Processes due subscriptions of a business and returns the charges to make; the caller makes them after this transaction.
 * Subscriptions that are locked by another transaction are skipped.
 */
export async function processDueSubscriptions(
  context: Context,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<SubscriptionCharge[]> {
  const { tx, now } = context
  const claimed = await tx
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.merchantId, merchantId), inArray(subscriptions.id, [...ids]), lte(subscriptions.dueAt, now)),
    )
    .orderBy(asc(subscriptions.dueAt), asc(subscriptions.id))
    .for('update', { skipLocked: true })
  const batch = { ...context, reads: new Map() }
  const charges: SubscriptionCharge[] = []
  for (const subscription of claimed) {
    const charge = await processDue(batch, subscription, subscription.dueAt!)
    if (charge) charges.push(charge)
  }
  return charges
}

async function processDue(
  context: Context,
  subscription: SubscriptionRecord,
  dueAt: Date,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  if (subscription.pausedAt && subscription.resumeAt && subscription.resumeAt <= now)
    return void (await resumeLockedSubscription(context, subscription, 'The end of the pause'))
  if (subscription.endedAt || subscription.pausedAt)
    return void (await updateSubscriptionRecord(tx, subscription, { dueAt: subscription.resumeAt }))
  if (subscription.openInvoiceId)
    return goOn(context, subscription, await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId))
  if (now < subscription.periodEndsAt)
    return void (await updateSubscriptionRecord(tx, subscription, { dueAt: subscription.periodEndsAt }))
  if (subscription.status === 'non_renewing') {
    const status = subscription.endReason === 'limit_reached' ? 'completed' : 'cancelled'
    return void (await endSubscription(context, subscription, { status }))
  }
  const amountKobo = mostKobo(subscription, subscription.amountKobo)
  if (await putOff(context, subscription, amountKobo, dueAt <= subscription.periodEndsAt)) return undefined
  // A pending one with a card starts on the day that the merchant chose.
  const started =
    subscription.status === 'pending'
      ? await updateSubscriptionRecord(tx, subscription, { status: 'active' })
      : subscription
  return openPeriod(context, started)
}

/** How long a charge is put off that the business may not make now. */
const putOffMs = 3 * 3_600_000

/**
 * Puts a charge off while the business may take no payments, or not so much; the period begins when it may. Returns whether it did.
 * The timeline says so once (`isFirst`).
 */
async function putOff(context: Context, subscription: SubscriptionRecord, amountKobo: number, isFirst: boolean) {
  const { tx, now } = context
  const obstacle = await findTradingObstacle(context, subscription.merchantId, amountKobo)
  if (!obstacle) return false
  await updateSubscriptionRecord(tx, subscription, { dueAt: new Date(now.getTime() + putOffMs) })
  if (isFirst)
    await appendSubscriptionEvent(tx, subscription, now, 'charge_put_off', `The charge waits: ${obstacle.message}`)
  return true
}

/** Processes an open invoice: recovers an interrupted charge, retries, or gives up. */
async function goOn(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  if (invoice.status === 'pending') return takeUp(context, subscription, invoice)
  const { nextAttemptAt, lastChanceAt } = invoice
  if (nextAttemptAt && nextAttemptAt <= now) {
    const isFirst = subscription.dueAt !== null && subscription.dueAt <= nextAttemptAt
    if (await putOff(context, subscription, invoice.dueKobo, isFirst)) return undefined
    return attemptCharge(context, subscription, invoice)
  }
  if (!nextAttemptAt && lastChanceAt && lastChanceAt <= now) return void (await giveUp(context, subscription, invoice))
  return void (await updateSubscriptionRecord(tx, subscription, { dueAt: nextAttemptAt ?? lastChanceAt }))
}

/** Repeats a charge whose process was interrupted, under the same reference. Waits if a bank is processing it, or for the holder of the card. */
async function takeUp(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  const payment = await findPaymentIfPresent(tx, { merchantId: subscription.merchantId, id: invoice.paymentId! })
  const source = payment && (await findSource(tx, payment))
  if (!source || payment.status !== 'pending' || waitsForConfirmation(payment))
    return void (await updateSubscriptionRecord(tx, subscription, { dueAt: null }))
  await updateSubscriptionRecord(tx, subscription, { dueAt: new Date(now.getTime() + leaseMs) })
  return buildCharge(context, payment, { source, attempts: countAttempts(invoice) })
}

/** The payment method of a subscription, or why it cannot be charged. */
async function findChargeable(
  { tx }: Context,
  subscription: SubscriptionRecord,
  dueKobo: number,
): Promise<{ source: ChargeSource; obstacle?: undefined } | { source?: undefined; obstacle: FailureReason }> {
  const source = await findSource(tx, subscription)
  if (!source) return { obstacle: 'no_card' }
  const obstacle = 'account' in source ? findObstacle(source.account, dueKobo) : undefined
  return obstacle ? { obstacle } : { source }
}

export async function attemptCharge(context: Context, subscription: SubscriptionRecord, invoice: InvoiceRecord) {
  const { source, obstacle } = await findChargeable(context, subscription, invoice.dueKobo)
  if (source) return beginCharge(context, subscription, { invoice, source })
  await handleDeclinedCharge(context, subscription, { ...invoice, attempts: invoice.attempts + 1 }, obstacle)
  return undefined
}

/** Opens the next period, at the end of the last one however late the job runs. Opened and counted in one transaction. */
export async function openPeriod(
  context: Context,
  before: SubscriptionRecord,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  const isChanging = before.nextPlanId !== null || before.nextQuantity !== null
  const subscription = isChanging ? await takeNextPlan(context, before) : before
  const plan = await findRenewedPlan(context, subscription)
  if (plan.status === 'deleted')
    return void (await endSubscription(context, subscription, { status: 'cancelled', endReason: 'plan_deleted' }))
  const period = calculateNextPeriod(subscription, plan)
  const { dueKobo, discountKobo, creditKobo } = period
  // The payment comes first, so that invoice and subscription are written once.
  const id = crypto.randomUUID()
  const payer = dueKobo > 0 ? await findChargeable(context, subscription, dueKobo) : undefined
  const payment =
    payer?.source &&
    (await addChargePayment(context, subscription, {
      invoice: { id, dueKobo, planName: plan.name },
      source: payer.source,
    }))
  const invoice = await addSubscriptionInvoice(tx, subscription, {
    ...period,
    id,
    kind: 'period',
    status: dueKobo > 0 ? 'pending' : 'success',
    planId: plan.id,
    planName: plan.name,
    quantity: subscription.quantity,
    attempts: payment ? 1 : 0,
    paymentId: payment?.id ?? null,
    paidAt: dueKobo > 0 ? null : now,
    createdAt: now,
  })
  const opened = await updateSubscriptionRecord(tx, subscription, {
    step: subscription.step + 1,
    periodStartsAt: period.startsAt,
    periodEndsAt: period.endsAt,
    stretchStartsAt: period.startsAt,
    stretchKobo: period.amountKobo,
    charges: subscription.charges + 1,
    discountChargesLeft: chargesLeftAfterOne(subscription),
    invoices: invoice.number,
    creditKobo: subscription.creditKobo - creditKobo,
    isTrial: false,
    ...(payment ? leaseFor(context, invoice) : { openInvoiceId: dueKobo > 0 ? id : null }),
  })
  if (discountKobo > 0 && opened.discountChargesLeft === 0)
    await appendDiscountEndedEvent(tx, opened, now, 'The discount is used up: the next period has the full price')
  if (payer?.source && payment) return buildCharge(context, payment, { source: payer.source, attempts: 1 })
  if (payer?.obstacle)
    return void (await handleDeclinedCharge(context, opened, { ...invoice, attempts: 1 }, payer.obstacle))
  const coveredBy = creditKobo > 0 ? 'what was left over' : 'the coupon'
  await appendSubscriptionEvent(tx, opened, now, 'paid', `${plan.name} is covered by ${coveredBy}`)
  await afterPaid(context, opened)
  await emitSubscription(context, opened, 'subscription.renewed')
  return undefined
}

/** Times and amounts in kobo of the period after the current one. */
function calculateNextPeriod(subscription: SubscriptionRecord, { interval }: PlanRecord) {
  const { anchorAt, step, amountKobo: priceKobo } = subscription
  const discountKobo = calculateDiscount(subscription, priceKobo)
  const amountKobo = priceKobo - discountKobo
  const setupFeeKobo = dueSetupFeeKobo(subscription)
  const { addOns, addOnsKobo } = subscription
  const totalKobo = amountKobo + addOnsKobo + setupFeeKobo
  const creditKobo = Math.min(subscription.creditKobo, totalKobo)
  return {
    startsAt: stepFrom(anchorAt, interval, step + 1),
    endsAt: stepFrom(anchorAt, interval, step + 2),
    priceKobo,
    discountKobo,
    amountKobo,
    addOns,
    addOnsKobo,
    setupFeeKobo,
    creditKobo,
    dueKobo: totalKobo - creditKobo,
  }
}

/** Applies a change of plan or quantity scheduled for the next period. With another interval, the periods are counted from here. */
async function takeNextPlan(context: Context, subscription: SubscriptionRecord) {
  const { tx, now } = context
  const { merchantId, planId, nextPlanId, quantity: before } = subscription
  const quantity = subscription.nextQuantity ?? before
  const [old, plan] = [
    await findPlanRecord(tx, { merchantId, id: planId }),
    await findPlanRecord(tx, { merchantId, id: nextPlanId ?? planId }),
  ]
  if (plan.status === 'deleted' && plan.id !== old.id) {
    await appendSubscriptionEvent(
      tx,
      subscription,
      now,
      'plan_kept',
      `${plan.name} was deleted: it stays on ${old.name}`,
    )
    return updateSubscriptionRecord(tx, subscription, { nextPlanId: null, nextQuantity: null })
  }
  await appendPlanChangedEvent(tx, subscription, now, { plan: old, quantity: before }, { plan, quantity })
  const changed = await updateSubscriptionRecord(tx, subscription, {
    planId: plan.id,
    nextPlanId: null,
    quantity,
    nextQuantity: null,
    amountKobo: calculatePriceKobo(subscription, plan, quantity),
    ...(await findDiscountOnPlan(tx, subscription, plan.id)),
    ...(plan.id !== old.id && {
      chargeLimit: plan.chargeLimit === null ? null : subscription.charges + plan.chargeLimit,
    }),
    ...(plan.interval !== old.interval && { anchorAt: subscription.periodEndsAt, step: -1 }),
  })
  await emitSubscription(context, changed, 'subscription.updated')
  return changed
}
