import type { Context } from '../../context.ts'
import { afterPaid } from './after-paid.ts'
import { findChargeable } from './attempt-charge.ts'
import { addChargePayment, buildCharge, leaseFor, type SubscriptionCharge } from './charge.ts'
import { appendDiscountEndedEvent } from './coupon.ts'
import { handleDeclinedCharge } from './dunning.ts'
import { emitSubscription } from './emit.ts'
import { endSubscription } from './end.ts'
import { skipLapsedPeriods } from './lapsed-periods.ts'
import {
  addSubscriptionInvoice,
  appendSubscriptionEvent,
  findRenewedPlan,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { calculateNextPeriod } from './next-period.ts'
import { takeNextPlan } from './next-plan.ts'
import { discountAfterOne } from './period-price.ts'

/**
 * Opens the next period, at the end of the last one even if the job runs late, unless that period is over. Opened and counted in one
 * transaction.
 */
export async function openPeriod(
  context: Context,
  before: SubscriptionRecord,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  const isChanging = before.nextPlanId !== null || before.nextQuantity !== null
  const subscription = await skipLapsedPeriods(context, isChanging ? await takeNextPlan(context, before) : before)
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
    ...discountAfterOne(subscription),
    invoices: invoice.number,
    creditKobo: subscription.creditKobo - creditKobo,
    isTrial: false,
    ...(payment ? leaseFor(context, invoice) : { openInvoiceId: dueKobo > 0 ? id : null }),
  })
  if (discountKobo > 0 && opened.discountChargesLeft === 0)
    await appendDiscountEndedEvent(tx, opened, now, 'The discount is used up: the next period has the full price')
  if (payer?.source && payment) return buildCharge(context, payment, { source: payer.source, attempts: 1 })
  if (payer?.obstacle) return void (await handleDeclinedCharge(context, opened, invoice, payer.obstacle))
  const coveredBy = creditKobo > 0 ? 'what was left over' : 'the coupon'
  await appendSubscriptionEvent(tx, opened, now, 'paid', `${plan.name} is covered by ${coveredBy}`)
  await afterPaid(context, opened)
  await emitSubscription(context, opened, 'subscription.renewed')
  return undefined
}
