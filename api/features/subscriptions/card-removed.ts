import { runningStatuses } from '@adire/contract/subscriptions.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { toActor } from '../audit/audit.ts'
import { enqueueSubscriptionEmail } from './mails.ts'
import { appendSubscriptionEvent, updateSubscriptionRecord } from './move.ts'
import { subscriptions } from './tables.ts'

/** Takes a removed card from the running subscriptions of its customer, whose payer is asked for another one. */
export async function loseSavedCard(
  context: MerchantContext,
  card: { merchantId: string; id: string; last4: string },
): Promise<void> {
  const { tx, now } = context
  const charged = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.merchantId, card.merchantId),
        eq(subscriptions.savedCardId, card.id),
        inArray(subscriptions.status, runningStatuses),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .for('update')
  for (const subscription of charged) {
    await updateSubscriptionRecord(tx, subscription, { savedCardId: null })
    const text = `${toActor(context).name} removed the card ending ${card.last4}: the customer was asked for another one`
    await appendSubscriptionEvent(tx, subscription, now, 'card_removed', text)
    if (subscription.status !== 'non_renewing') await enqueueSubscriptionEmail(context, subscription, 'card_removed')
  }
}
