import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { payments } from '../payments/tables.ts'
import type { SubscriptionRecord } from './move.ts'

/** Leaves charges in progress to the scheduled job `check-payments`, which queries their outcome. */
export async function leaveToQueries({ tx, now }: Context, { merchantId, id }: SubscriptionRecord): Promise<void> {
  await tx
    .update(payments)
    .set({ checkAt: new Date(now.getTime() + 30_000) })
    .where(
      and(eq(payments.merchantId, merchantId), eq(payments.subscriptionId, id), inArray(payments.status, ['pending'])),
    )
}
