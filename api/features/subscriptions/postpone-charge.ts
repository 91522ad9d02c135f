import { dayMs, hourMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { arePaymentsStopped, findTradingObstacle } from '../restrictions/trading.ts'
import {
  appendSubscriptionEvent,
  type InvoiceRecord,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'

/** How long a charge is postponed that the business may not make now. */
const postponeMs = 3 * hourMs

/**
 * Postpones a charge while the business may take no payments, or not so much. Returns whether it did. The timeline says so once
 * (`isFirst`).
 */
export async function postponeCharge(
  context: Context,
  subscription: SubscriptionRecord,
  amountKobo: number,
  isFirst: boolean,
) {
  const { tx, now } = context
  const obstacle = await findTradingObstacle(context, subscription.merchantId, amountKobo)
  if (!obstacle) return false
  await updateSubscriptionRecord(tx, subscription, { dueAt: new Date(now.getTime() + postponeMs) })
  if (isFirst)
    await appendSubscriptionEvent(tx, subscription, now, 'charge_put_off', `The charge waits: ${obstacle.message}`)
  return true
}

/** Postpones the last day for another card while payments of the business are stopped: nobody can add a card. Returns whether it did. */
export async function postponeLastChance(
  { tx, now }: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<boolean> {
  if (!(await arePaymentsStopped(tx, subscription.merchantId))) return false
  const lastChanceAt = new Date(now.getTime() + dayMs)
  await updateSubscriptionInvoiceRecord(tx, invoice, { lastChanceAt })
  await updateSubscriptionRecord(tx, subscription, { dueAt: lastChanceAt })
  return true
}
