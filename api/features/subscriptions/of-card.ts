import { runningStatuses } from '@adire/contract/subscriptions.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { SubscriptionRecord } from './move.ts'
import { subscriptions } from './tables.ts'

/** The running subscriptions that a saved card pays for, locked. */
export const lockSubscriptionsOfCard = (tx: Tx, card: { merchantId: string; customerId: string; id: string }) =>
  tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.merchantId, card.merchantId),
        eq(subscriptions.customerId, card.customerId),
        eq(subscriptions.savedCardId, card.id),
        inArray(subscriptions.status, runningStatuses),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .for('update')

/** Whether a running subscription is charged again. Its payer is notified when its card or account is about to fail. */
export const isChargedAgain = ({ status }: Pick<SubscriptionRecord, 'status'>) => status !== 'non_renewing'
