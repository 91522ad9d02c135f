import type { Context } from '../../context.ts'
import { findTradingObstacle } from '../restrictions/trading.ts'
import { appendSubscriptionEvent, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'

/** How long a charge is put off that the business may not make now. */
const putOffMs = 3 * 3_600_000

/**
 * Puts a charge off while the business may take no payments, or not so much; the period begins when it may. Returns whether it did.
 * The timeline says so once (`isFirst`).
 */
export async function putOffCharge(
  context: Context,
  subscription: SubscriptionRecord,
  amountKobo: number,
  isFirst: boolean,
) {
  const { tx, now } = context
  const obstacle = await findTradingObstacle(context, subscription.merchantId, amountKobo)
  if (!obstacle) return false
  await updateSubscriptionRecord(tx, subscription, { dueAt: new Date(now.getTime() + putOffMs) })
  if (isFirst)
    await appendSubscriptionEvent(tx, subscription, now, 'charge_put_off', `The charge waits: ${obstacle.message}`)
  return true
}
