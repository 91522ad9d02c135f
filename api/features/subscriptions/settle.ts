import { formatNaira } from '@adire/contract/money.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { tellMembers } from '../notifications/jobs.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { dropAccount } from './account.ts'
import { begin } from './begin.ts'
import { stepFrom } from './calendar.ts'
import { chargeFailed } from './dunning.ts'
import { emitSubscription } from './emit.ts'
import { mail } from './mails.ts'
import {
  change,
  changeInvoice,
  type InvoiceRecord,
  invoiceOf,
  lockSubscription,
  type PlanRecord,
  planOf,
  type SubscriptionRecord,
  tell,
} from './move.ts'
import { dropCard, saveCard } from './saved-cards.ts'

/** What a payment then is known to be for. */
export interface Subscribed {
  subscriptionId: string
  subscriptionInvoiceId: string | null
}

/**
 * What a payment that succeeded does to its subscription, in the transaction in which it succeeds: begins it, pays its
 * invoice, or changes its card. `token` is what the card may be charged by from now on.
 */
export async function settleSubscription(
  context: Context,
  payment: PaymentRecord,
  token: string | undefined,
): Promise<Subscribed | undefined> {
  if (!payment.planId) return undefined
  if (!payment.subscriptionId) return begin(context, payment, token)
  const { merchantId, subscriptionId, subscriptionInvoiceId } = payment
  let held = await lockSubscription(context.tx, { merchantId, id: subscriptionId })
  if (token && !payment.savedCardId) held = await replaceCard(context, held, payment, token)
  if (subscriptionInvoiceId) await payInvoice(context, held, { payment, invoiceId: subscriptionInvoiceId })
  return undefined
}

/** What a try that failed, or that nobody finished, does to its subscription. */
export async function failSubscription(
  context: Context,
  payment: PaymentRecord,
  reason: DeclineReason | 'abandoned',
): Promise<void> {
  const { merchantId, subscriptionId, subscriptionInvoiceId } = payment
  if (!subscriptionId || !subscriptionInvoiceId) return
  const held = await lockSubscription(context.tx, { merchantId, id: subscriptionId })
  const invoice = await invoiceOf(context.tx, held, subscriptionInvoiceId)
  if (invoice.status !== 'pending' || invoice.paymentId !== payment.id) return
  await chargeFailed(context, held, { invoice, payment, reason })
}

async function replaceCard(context: Context, held: SubscriptionRecord, payment: PaymentRecord, token: string) {
  const { tx, now } = context
  if (held.endedAt) return held
  const savedCardId = await saveCard(context, payment, token)
  const changed = await change(tx, held, { savedCardId, mandateId: null })
  await dropCard(tx, held.merchantId, held.savedCardId)
  await dropAccount(context, held, 'A card is charged instead')
  await tell(tx, held, now, 'card_changed', `The customer changed the card to the one ending ${payment.cardLast4}`)
  await mail(context, held, 'card_changed')
  return changed
}

async function payInvoice(
  context: Context,
  held: SubscriptionRecord,
  { payment, invoiceId }: { payment: PaymentRecord; invoiceId: string },
): Promise<void> {
  const { tx } = context
  const invoice = await invoiceOf(tx, held, invoiceId)
  const collectedKobo = held.collectedKobo + payment.amountKobo
  if (invoice.status === 'success' || held.endedAt) {
    await change(tx, held, { collectedKobo })
    if (invoice.status !== 'success') await paid(context, held, invoice, payment)
    await tellTooMuch(context, held, payment)
    return
  }
  await paid(context, held, invoice, payment)
  const open = await change(tx, held, { collectedKobo, openInvoiceId: null })
  if (invoice.kind === 'change') return void (await applyChange(context, open, invoice))
  await afterPaid(context, await begunAgain(context, open, invoice))
  await emitSubscription(context, open, 'subscription.renewed')
}

async function paid({ tx, now }: Context, held: SubscriptionRecord, invoice: InvoiceRecord, payment: PaymentRecord) {
  await changeInvoice(tx, invoice, {
    status: 'success',
    paymentId: payment.id,
    paidAt: now,
    failureCode: null,
    failureMessage: null,
    nextAttemptAt: null,
    lastChanceAt: null,
  })
  await tell(tx, held, now, 'paid', `${formatNaira(payment.amountKobo)} paid for ${invoice.planName}`)
}

/** It ended, or was paid, while a bank still worked on this charge. */
async function tellTooMuch(context: Context, held: SubscriptionRecord, payment: PaymentRecord) {
  const amount = formatNaira(payment.amountKobo)
  const text = `${amount} came in for a subscription that had ended or was paid already. Refund it, or agree with the customer what it is for.`
  await tell(context.tx, held, context.now, 'overpaid', text)
  await tellMembers(context, held.merchantId, {
    kind: 'payment',
    title: `${amount} came in late`,
    text,
    path: `/transactions/${payment.id}`,
  })
}

/**
 * A period that was owed so long that it would be over by now begins when it is paid: nobody pays for time in which there
 * was nothing. One that was paid without trouble keeps its dates, however late we were.
 */
async function begunAgain({ tx, now }: Context, held: SubscriptionRecord, invoice: InvoiceRecord) {
  if (!invoice.firstFailedAt || now < invoice.endsAt) return held
  const { interval } = await planOf(tx, held.merchantId, held.planId)
  const endsAt = stepFrom(now, interval, 1)
  await changeInvoice(tx, { ...invoice }, { startsAt: now, endsAt })
  return change(tx, held, { anchorAt: now, step: 0, periodStartsAt: now, periodEndsAt: endsAt, stretchStartsAt: now })
}

/** A held subscription whose present period is paid: it goes on, or runs out with the period. */
export async function afterPaid(context: Context, held: SubscriptionRecord): Promise<SubscriptionRecord> {
  const { tx, now } = context
  const plan = await planOf(tx, held.merchantId, held.planId)
  if (held.status === 'non_renewing') return change(tx, held, { dueAt: held.periodEndsAt })
  const isLast = held.chargeLimit !== null && held.charges >= held.chargeLimit
  if (isLast || plan.status === 'deleted') {
    const endReason = isLast ? 'limit_reached' : 'plan_deleted'
    const ending = await change(tx, held, { status: 'non_renewing', endReason, dueAt: held.periodEndsAt })
    const text = isLast ? 'That was the last charge' : 'The plan was deleted: there are no more charges'
    await tell(tx, held, now, 'non_renewing', text)
    await emitSubscription(context, held, 'subscription.not_renew')
    return ending
  }
  if (held.status === 'attention') await tell(tx, held, now, 'recovered', 'It is active again')
  return change(tx, held, { status: 'active', dueAt: held.periodEndsAt })
}

/** The plan is the new one from the moment on for which it was paid. */
export async function applyChange(
  context: Context,
  held: SubscriptionRecord,
  invoice: Pick<InvoiceRecord, 'planId' | 'priceKobo' | 'amountKobo' | 'startsAt' | 'endsAt'>,
  creditKobo = 0,
): Promise<SubscriptionRecord> {
  const { tx, now } = context
  const [old, plan] = [
    await planOf(tx, held.merchantId, held.planId),
    await planOf(tx, held.merchantId, invoice.planId),
  ]
  const changed = await change(tx, held, {
    planId: plan.id,
    nextPlanId: null,
    amountKobo: invoice.priceKobo,
    chargeLimit: limitAfter(held, plan),
    creditKobo,
    stretchStartsAt: invoice.startsAt,
    stretchKobo: invoice.amountKobo,
    periodEndsAt: invoice.endsAt,
    // A period of another length begins here, and counts.
    ...(plan.interval !== old.interval &&
      !held.isTrial && {
        anchorAt: invoice.startsAt,
        step: 0,
        periodStartsAt: invoice.startsAt,
        charges: held.charges + 1,
      }),
  })
  await tell(tx, held, now, 'plan_changed', `The plan changed from ${old.name} to ${plan.name}`)
  await mail(context, changed, 'plan_changed')
  return held.endedAt ? changed : afterPaid(context, changed)
}

/** What was charged before the change does not count towards the new plan's limit. */
const limitAfter = ({ charges }: SubscriptionRecord, { chargeLimit }: PlanRecord) =>
  chargeLimit === null ? null : charges + chargeLimit
