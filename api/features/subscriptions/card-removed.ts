import type { MerchantContext } from '../../context.ts'
import { readActorName } from '../auth/actor-name.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { appendSubscriptionEvent, updateSubscriptionRecord } from './move.ts'
import { isChargedAgain, lockSubscriptionsOfCard } from './of-card.ts'

/** Takes a removed card from the running subscriptions of its customer, whose payer is asked for another one. */
export async function detachSavedCard(
  context: MerchantContext,
  card: { merchantId: string; customerId: string; id: string; last4: string },
): Promise<void> {
  const { tx, now } = context
  const removed = `${await readActorName(context)} removed the card ending ${card.last4}`
  for (const subscription of await lockSubscriptionsOfCard(tx, card)) {
    const isCharged = isChargedAgain(subscription)
    const text = isCharged ? `${removed}: the customer was asked for another one` : removed
    await updateSubscriptionRecord(tx, subscription, { savedCardId: null })
    await appendSubscriptionEvent(tx, subscription, now, 'card_removed', text)
    if (isCharged) await enqueueSubscriptionEmail(context, subscription, 'card_removed')
  }
}
