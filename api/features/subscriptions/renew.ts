import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { payments } from '../payments/tables.ts'
import { obstacleOf } from './account.ts'
import { stepFrom } from './calendar.ts'
import { beginCharge, type Charge, chargeOf, leaseMs } from './charge.ts'
import { giveUp, refused } from './dunning.ts'
import { emitSubscription } from './emit.ts'
import { end } from './end.ts'
import {
  addInvoice,
  change,
  type InvoiceRecord,
  invoiceOf,
  ofKey,
  planOf,
  type SubscriptionKey,
  type SubscriptionRecord,
  tell,
} from './move.ts'
import { afterPaid } from './settle.ts'
import { sourceOf } from './source.ts'
import { subscriptions } from './tables.ts'

/**
 * Does what is due about one subscription and answers what is to be charged, if anything: whoever asked charges it after
 * this transaction. One that somebody else holds just now is left to them.
 */
export async function keepUp(context: Context, key: SubscriptionKey): Promise<Charge | undefined> {
  const { tx, now } = context
  const [held] = await tx.select().from(subscriptions).where(ofKey(key)).for('update', { skipLocked: true })
  if (!held?.dueAt || held.dueAt > now) return undefined
  if (held.endedAt || held.pausedAt) return void (await change(tx, held, { dueAt: null }))
  if (held.openInvoiceId) return goOn(context, held, await invoiceOf(tx, held, held.openInvoiceId))
  if (now < held.periodEndsAt) return void (await change(tx, held, { dueAt: held.periodEndsAt }))
  if (held.status === 'non_renewing') {
    const status = held.endReason === 'limit_reached' ? 'completed' : 'cancelled'
    return void (await end(context, held, { status }))
  }
  return openPeriod(context, held)
}

/** An invoice is open: its charge was cut off, or it is to be tried again, or given up. */
async function goOn(context: Context, held: SubscriptionRecord, invoice: InvoiceRecord): Promise<Charge | undefined> {
  const { tx, now } = context
  if (invoice.status === 'pending') return takeUp(context, held, invoice)
  const { nextAttemptAt, lastChanceAt } = invoice
  if (nextAttemptAt && nextAttemptAt <= now) return tryCharge(context, held, invoice)
  if (!nextAttemptAt && lastChanceAt && lastChanceAt <= now) return void (await giveUp(context, held, invoice))
  return void (await change(tx, held, { dueAt: nextAttemptAt ?? lastChanceAt }))
}

/** Whoever began this charge was cut off: the same charge is asked for again. What a bank works on is waited for. */
async function takeUp(context: Context, held: SubscriptionRecord, invoice: InvoiceRecord): Promise<Charge | undefined> {
  const { tx, now } = context
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.merchantId, held.merchantId), eq(payments.id, invoice.paymentId!)))
  const source = payment && (await sourceOf(tx, payment))
  if (!source || payment.status !== 'pending') return void (await change(tx, held, { dueAt: null }))
  await change(tx, held, { dueAt: new Date(now.getTime() + leaseMs) })
  return chargeOf(context, payment, { source, attempts: invoice.attempts })
}

export async function tryCharge(context: Context, held: SubscriptionRecord, invoice: InvoiceRecord) {
  const source = await sourceOf(context.tx, held)
  const obstacle = source ? 'account' in source && obstacleOf(source.account, invoice.dueKobo) : 'no_card'
  if (source && !obstacle) return beginCharge(context, held, { invoice, source })
  await refused(context, held, { ...invoice, attempts: invoice.attempts + 1 }, obstacle || 'no_card')
  return undefined
}

/** The next period begins where the last one ended, whenever that is seen. It is opened and counted in one transaction. */
export async function openPeriod(context: Context, before: SubscriptionRecord): Promise<Charge | undefined> {
  const { tx, now } = context
  const held = before.nextPlanId ? await takeNextPlan(context, before, before.nextPlanId) : before
  const plan = await planOf(tx, held.merchantId, held.planId)
  if (plan.status === 'deleted')
    return void (await end(context, held, { status: 'cancelled', endReason: 'plan_deleted' }))
  const step = held.step + 1
  const startsAt = stepFrom(held.anchorAt, plan.interval, step)
  const endsAt = stepFrom(held.anchorAt, plan.interval, step + 1)
  const creditKobo = Math.min(held.creditKobo, held.amountKobo)
  const dueKobo = held.amountKobo - creditKobo
  const invoice = await addInvoice(tx, held, {
    kind: 'period',
    status: dueKobo > 0 ? 'pending' : 'success',
    planId: plan.id,
    planName: plan.name,
    startsAt,
    endsAt,
    priceKobo: held.amountKobo,
    amountKobo: held.amountKobo,
    creditKobo,
    dueKobo,
    attempts: 0,
    paidAt: dueKobo > 0 ? null : now,
    createdAt: now,
  })
  const opened = await change(tx, held, {
    step,
    periodStartsAt: startsAt,
    periodEndsAt: endsAt,
    stretchStartsAt: startsAt,
    stretchKobo: held.amountKobo,
    charges: held.charges + 1,
    invoices: invoice.number,
    creditKobo: held.creditKobo - creditKobo,
    isTrial: false,
    openInvoiceId: dueKobo > 0 ? invoice.id : null,
  })
  if (dueKobo > 0) return tryCharge(context, opened, invoice)
  await tell(tx, opened, now, 'paid', `${plan.name} is covered by what was left over`)
  await afterPaid(context, opened)
  await emitSubscription(context, opened, 'subscription.renewed')
  return undefined
}

/** A change that waited for this moment. A plan of another interval counts its periods from here. */
async function takeNextPlan(context: Context, held: SubscriptionRecord, nextPlanId: string) {
  const { tx, now } = context
  const [old, plan] = [await planOf(tx, held.merchantId, held.planId), await planOf(tx, held.merchantId, nextPlanId)]
  if (plan.status === 'deleted') {
    await tell(tx, held, now, 'plan_kept', `${plan.name} is no longer there: it goes on with ${old.name}`)
    return change(tx, held, { nextPlanId: null })
  }
  await tell(tx, held, now, 'plan_changed', `The plan changed from ${old.name} to ${plan.name}`)
  return change(tx, held, {
    planId: plan.id,
    nextPlanId: null,
    amountKobo: plan.amountKobo,
    chargeLimit: plan.chargeLimit === null ? null : held.charges + plan.chargeLimit,
    ...(plan.interval !== old.interval && { anchorAt: held.periodEndsAt, step: -1 }),
  })
}
