import { runningStatuses } from '@adire/contract/subscriptions.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { notifications } from '../notifications/tables.ts'
import { savedCards, subscriptionEvents, subscriptions } from './tables.ts'

interface Customer {
  merchantId: string
  customerId: string
}

const ofCustomer = ({ merchantId, customerId }: Customer) =>
  and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.customerId, customerId))

/** Number of the customer's running subscriptions, which block an erasure: the merchant must end them first. */
export const countRunningSubscriptions = (tx: Tx, customer: Customer): Promise<number> =>
  tx.$count(subscriptions, and(ofCustomer(customer), inArray(subscriptions.status, runningStatuses)))

export const listCustomerSubscriptions = (tx: Tx, customer: Customer, most: number) =>
  tx
    .select({
      code: subscriptions.code,
      status: subscriptions.status,
      amountKobo: subscriptions.amountKobo,
      charges: subscriptions.charges,
      collectedKobo: subscriptions.collectedKobo,
      createdAt: subscriptions.createdAt,
      endedAt: subscriptions.endedAt,
    })
    .from(subscriptions)
    .where(ofCustomer(customer))
    .orderBy(desc(subscriptions.createdAt))
    .limit(most)

/** Erases the customer's personal data from their subscriptions; charges are kept for accounting. */
export async function eraseFromSubscriptions(
  tx: Tx,
  customer: Customer,
  email: string,
  placeholder: string,
): Promise<void> {
  const { merchantId, customerId } = customer
  const erased = await tx
    .update(subscriptions)
    .set({ customerEmail: placeholder, customerName: null, endNote: null })
    .where(ofCustomer(customer))
    .returning({ id: subscriptions.id })
  await tx.delete(savedCards).where(and(eq(savedCards.merchantId, merchantId), eq(savedCards.customerId, customerId)))
  const ids = erased.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(subscriptionEvents)
    .set({ text: sql`replace(${subscriptionEvents.text}, ${email}, 'The customer')` })
    .where(and(eq(subscriptionEvents.merchantId, merchantId), inArray(subscriptionEvents.subscriptionId, ids)))
  const paths = ids.map((id) => `/subscriptions/${id}`)
  await tx
    .delete(notifications)
    .where(and(eq(notifications.merchantId, merchantId), inArray(notifications.path, paths)))
}
