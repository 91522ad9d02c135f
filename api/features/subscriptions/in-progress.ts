import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { SubscriptionRecord } from './move.ts'
import { subscriptionInvoices } from './tables.ts'

/** Amount in kobo of a charge that the bank is processing, also after the subscription has ended. Null if there is none. */
export async function findInProgressKobo(tx: Tx, { merchantId, id }: SubscriptionRecord): Promise<number | null> {
  const [invoice] = await tx
    .select({ dueKobo: subscriptionInvoices.dueKobo })
    .from(subscriptionInvoices)
    .where(
      and(
        eq(subscriptionInvoices.merchantId, merchantId),
        eq(subscriptionInvoices.subscriptionId, id),
        eq(subscriptionInvoices.status, 'pending'),
      ),
    )
    .orderBy(desc(subscriptionInvoices.number))
    .limit(1)
  return invoice?.dueKobo ?? null
}
