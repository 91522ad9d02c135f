import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { savedCards } from '../saved-cards/tables.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { appendSubscriptionEvent } from './move.ts'
import { isChargedAgain, lockSubscriptionsOfCard } from './of-card.ts'

const due = { table: savedCards, at: savedCards.warnAt }

export const nextWarning = nextDue(due)

/** Scheduled job: notifies payers whose saved card expires next month, once per card. */
export const mailExpiringCards = eachDue(due, ({ write }, key) => write((context) => warn(context, key)))

async function warn(context: Context, key: { merchantId: string; id: string }): Promise<boolean> {
  const { tx, now } = context
  const ofKey = and(eq(savedCards.merchantId, key.merchantId), eq(savedCards.id, key.id))
  const [card] = await tx.select().from(savedCards).where(ofKey).for('update')
  if (!card?.warnAt || card.warnAt > now) return false
  await tx.update(savedCards).set({ warnAt: null }).where(ofKey)
  for (const subscription of (await lockSubscriptionsOfCard(tx, card)).filter(isChargedAgain)) {
    await appendSubscriptionEvent(
      tx,
      subscription,
      now,
      'card_expiring',
      `The card ending ${card.last4} expires soon: the customer was notified`,
    )
    await enqueueSubscriptionEmail(context, subscription, 'card_expiring')
    await emitSubscription(context, subscription, 'subscription.expiring_card')
  }
  return true
}
