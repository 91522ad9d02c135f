import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { claimOpenInvoice } from '../subscriptions/debt.ts'
import { lockSubscription } from '../subscriptions/move.ts'
import { mayChangeCard } from '../subscriptions/payer.ts'

export const cardChangeRejected = () =>
  problem.conflict('subscription_ended', 'This subscription is ending or has ended. There is nothing left to pay')

/**
 * Checks, before a card is charged, that the subscription still allows a card change, and claims its open invoice so that nothing
 * else charges it meanwhile.
 * @throws 409 subscription_ended
 */
export async function requireCardChangeAllowed(context: Context, payment: PaymentRecord): Promise<void> {
  const { merchantId, subscriptionId } = payment
  if (!subscriptionId) return
  const subscription = await lockSubscription(context.tx, { merchantId, id: subscriptionId })
  if (!mayChangeCard(subscription)) throw cardChangeRejected()
  await claimOpenInvoice(context, subscription, payment)
}
