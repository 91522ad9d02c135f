import { planMoves } from '@adire/contract/plans.ts'
import { subscriptionMoves } from '@adire/contract/subscriptions.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { oncePerConnection, prepareInsert, prepareUpdate } from '../../database/row-statements.ts'
import { readOnce } from '../../read-once.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline, type ObjectKey } from '../lifecycle/timeline.ts'
import { calculateNoticeAt } from './calendar.ts'
import { calculateDiscount, type Discount, noDiscount } from './period-price.ts'
import { plans, subscriptionInvoices, subscriptions } from './tables.ts'

export type SubscriptionRecord = typeof subscriptions.$inferSelect
export type InvoiceRecord = typeof subscriptionInvoices.$inferSelect
export type PlanRecord = typeof plans.$inferSelect
export type SubscriptionKey = ObjectKey

export const ofSubscription = ({ merchantId, id }: SubscriptionKey) =>
  and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, id))

const lifecycle = defineLifecycle(subscriptions, {
  name: 'subscription',
  moves: subscriptionMoves,
  topic: 'payments',
})
export const findSubscription = lifecycle.find
export const lockSubscription = lifecycle.lock
/** Adds a subscription, with the discount of its coupon, if any. */
export const addSubscriptionRecord = (
  tx: Tx,
  { discount = noDiscount, ...row }: typeof subscriptions.$inferInsert & { discount?: Discount | undefined },
) => lifecycle.add(tx, { ...row, ...discount, discountKobo: calculateDiscount(discount, row.amountKobo) })

/**
 * Updates a locked subscription, the discount on its next period, and the time of its renewal notice.
 * @throws 409 subscription_move_refused
 */
export function updateSubscriptionRecord(tx: Tx, subscription: SubscriptionRecord, to: Partial<SubscriptionRecord>) {
  const after = { ...subscription, ...to }
  const discountKobo = calculateDiscount(after, after.amountKobo)
  return lifecycle.update(tx, subscription, { ...to, discountKobo, noticeAt: calculateNoticeAt(after) })
}

export const subscriptionTimeline = defineTimeline('subscription')
export const appendSubscriptionEvent = subscriptionTimeline.append

/** Plan and quantity: "Team", "Team, quantity 3". */
export const describePlan = ({ name }: Pick<PlanRecord, 'name'>, quantity: number) =>
  quantity === 1 ? name : `${name}, quantity ${quantity}`

interface Terms {
  plan: PlanRecord
  quantity: number
}

/** Event of a subscription that takes another plan or quantity. */
export const appendPlanChangedEvent = (tx: Tx, subscription: SubscriptionRecord, now: Date, from: Terms, to: Terms) =>
  from.plan.id === to.plan.id
    ? appendSubscriptionEvent(
        tx,
        subscription,
        now,
        'quantity_changed',
        `The quantity changed from ${from.quantity} to ${to.quantity}`,
      )
    : appendSubscriptionEvent(
        tx,
        subscription,
        now,
        'plan_changed',
        `The plan changed from ${describePlan(from.plan, from.quantity)} to ${describePlan(to.plan, to.quantity)}`,
      )

const planLifecycle = defineLifecycle(plans, { name: 'plan', moves: planMoves, topic: 'payments' })
export const findPlanRecord = planLifecycle.find
export const findPlanIfPresent = planLifecycle.findIfPresent
/** No other change of the plan and no sign-up happens meanwhile. */
export const lockPlanRecord = planLifecycle.lock
export const addPlanRecord = planLifecycle.add
export const updatePlanRecord = planLifecycle.update
export const mayMovePlan = planLifecycle.mayMove

/** The plan of a subscription that is renewed, which the renewal does not change. */
export const findRenewedPlan = (
  context: Pick<Context, 'tx' | 'reads'>,
  { merchantId, planId }: Pick<SubscriptionRecord, 'merchantId' | 'planId'>,
): Promise<PlanRecord> =>
  readOnce(context, `plan:${planId}`, () => findPlanRecord(context.tx, { merchantId, id: planId }))

const ofInvoice = ({ merchantId, subscriptionId, id }: Pick<InvoiceRecord, 'merchantId' | 'subscriptionId' | 'id'>) =>
  and(
    eq(subscriptionInvoices.merchantId, merchantId),
    eq(subscriptionInvoices.subscriptionId, subscriptionId),
    eq(subscriptionInvoices.id, id),
  )

/** An invoice of a locked subscription; the lock also protects the invoice. */
export async function findSubscriptionInvoice(tx: Tx, { merchantId, id }: SubscriptionKey, invoiceId: string) {
  const [invoice] = await tx
    .select()
    .from(subscriptionInvoices)
    .where(ofInvoice({ merchantId, subscriptionId: id, id: invoiceId }))
  if (!invoice) throw new Error(`Subscription ${id} has no invoice ${invoiceId}`)
  return invoice
}

const bothOnce = oncePerConnection((tx) =>
  tx
    .select({ subscription: subscriptions, invoice: subscriptionInvoices })
    .from(subscriptions)
    .innerJoin(
      subscriptionInvoices,
      and(
        eq(subscriptionInvoices.merchantId, subscriptions.merchantId),
        eq(subscriptionInvoices.subscriptionId, subscriptions.id),
        eq(subscriptionInvoices.id, sql.placeholder('invoiceId')),
      ),
    )
    .where(
      and(eq(subscriptions.merchantId, sql.placeholder('merchantId')), eq(subscriptions.id, sql.placeholder('id'))),
    )
    .for('update')
    .prepare('lock_with_invoice'),
)

/**
 * Locks a subscription with one of its invoices. Both are locked, so that a wait for the lock ends with the newest of both.
 * @throws Error if there is no such invoice
 */
export async function lockWithInvoice(tx: Tx, { merchantId, id }: SubscriptionKey, invoiceId: string) {
  const [found] = await bothOnce(tx).execute({ merchantId, id, invoiceId })
  if (!found) throw new Error(`Subscription ${id} has no invoice ${invoiceId}`)
  return found
}

/** Whether nothing is owed for an invoice any more: it is paid, or closed by the merchant. */
export const isInvoiceClosed = ({ status }: InvoiceRecord) => status !== 'pending' && status !== 'failed'

export async function updateSubscriptionInvoiceRecord(tx: Tx, invoice: InvoiceRecord, to: Partial<InvoiceRecord>) {
  return (await updateInvoice(tx, invoice, to)) as InvoiceRecord
}

const updateInvoice = prepareUpdate(subscriptionInvoices, {
  merchantId: subscriptionInvoices.merchantId,
  subscriptionId: subscriptionInvoices.subscriptionId,
  id: subscriptionInvoices.id,
})
const insertInvoice = prepareInsert(subscriptionInvoices)

type NewInvoice = Omit<
  typeof subscriptionInvoices.$inferInsert,
  'merchantId' | 'subscriptionId' | 'number' | 'couponId'
>

/** Adds the next invoice to a locked subscription, with the coupon of its discount. Numbered by the subscription's count, so that numbers are unique. */
export async function addSubscriptionInvoice(
  tx: Tx,
  subscription: SubscriptionRecord,
  invoice: NewInvoice,
): Promise<InvoiceRecord> {
  const { merchantId, id: subscriptionId, invoices } = subscription
  const couponId = invoice.discountKobo ? subscription.couponId : null
  const row = { ...invoice, couponId, merchantId, subscriptionId, number: invoices + 1 }
  return (await insertInvoice(tx, row)) as InvoiceRecord
}
