import { type SubscriptionStatus, subscriptionMoves } from '@adire/contract/subscriptions.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { calculateNoticeAt } from './calendar.ts'
import { plans, subscriptionEvents, subscriptionInvoices, subscriptions } from './tables.ts'

export type SubscriptionRecord = typeof subscriptions.$inferSelect
export type InvoiceRecord = typeof subscriptionInvoices.$inferSelect
export type PlanRecord = typeof plans.$inferSelect
export interface SubscriptionKey {
  merchantId: string
  id: string
}

export const ofKey = ({ merchantId, id }: SubscriptionKey) =>
  and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, id))

export async function findSubscription(tx: Tx, key: SubscriptionKey): Promise<SubscriptionRecord> {
  const [found] = await tx.select().from(subscriptions).where(ofKey(key))
  if (!found) throw problem.notFound('subscription')
  return found
}

/**
 * Locks a subscription until the end of the transaction, so that concurrent changes run one after the other.
 * @throws 404
 */
export async function lockSubscription(tx: Tx, key: SubscriptionKey): Promise<SubscriptionRecord> {
  const [subscription] = await tx.select().from(subscriptions).where(ofKey(key)).for('update')
  if (!subscription) throw problem.notFound('subscription')
  return subscription
}

/**
 * Updates a locked subscription. All updates must go through this function, which checks the status transition and recalculates the
 * time of the renewal notice.
 * @throws 409 subscription_move_refused
 */
export async function updateSubscriptionRecord(
  tx: Tx,
  subscription: SubscriptionRecord,
  to: Partial<SubscriptionRecord>,
): Promise<SubscriptionRecord> {
  if (to.status !== undefined && to.status !== subscription.status) requireMove(subscription.status, to.status)
  const noticeAt = calculateNoticeAt({ ...subscription, ...to })
  const [changed] = await tx
    .update(subscriptions)
    .set({ ...to, noticeAt })
    .where(ofKey(subscription))
    .returning()
  await announceTopic(tx, subscription.merchantId, 'payments')
  return changed!
}

function requireMove(from: SubscriptionStatus, to: SubscriptionStatus): void {
  if (!subscriptionMoves[from].includes(to))
    throw problem.conflict('subscription_move_refused', `A subscription that is ${from} cannot become ${to}`)
}

/** Appends an event to the subscription's timeline. */
export async function appendSubscriptionEvent(
  tx: Tx,
  { merchantId, id }: SubscriptionKey,
  at: Date,
  kind: string,
  text: string,
) {
  await tx.insert(subscriptionEvents).values({ merchantId, subscriptionId: id, at, kind, text })
}

export async function getPlanRecord(tx: Tx, merchantId: string, id: string): Promise<PlanRecord> {
  const [plan] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.merchantId, merchantId), eq(plans.id, id)))
  if (!plan) throw problem.notFound('plan')
  return plan
}

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

export async function changeInvoice(tx: Tx, invoice: InvoiceRecord, to: Partial<InvoiceRecord>) {
  const [changed] = await tx.update(subscriptionInvoices).set(to).where(ofInvoice(invoice)).returning()
  return changed!
}

/** Adds the next invoice to a locked subscription and increments its invoice count, so that numbers are unique. */
export async function addInvoice(
  tx: Tx,
  subscription: SubscriptionRecord,
  invoice: Omit<typeof subscriptionInvoices.$inferInsert, 'merchantId' | 'subscriptionId' | 'number'>,
): Promise<InvoiceRecord> {
  const { merchantId, id: subscriptionId, invoices } = subscription
  const [added] = await tx
    .insert(subscriptionInvoices)
    .values({ ...invoice, merchantId, subscriptionId, number: invoices + 1 })
    .returning()
  return added!
}

/** Formats an instant in Lagos time: "5 Dec 2026, 09:00". */
export const atLagos = (at: Date) => lagosFormat.format(at).replace('Sept', 'Sep')
const lagosFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
/** Formats a day in Lagos time: "5 Dec 2026". */
export const dayAtLagos = (at: Date) => dayFormat.format(at).replace('Sept', 'Sep')
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' })
