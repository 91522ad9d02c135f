import { and, eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import type { Purchase } from '../payments/events.ts'
import { payerUrl } from './payer-url.ts'
import { plans, subscriptions } from './tables.ts'

interface OfSubscription {
  merchantId: string
  subscriptionId: string | null
}

async function findSubscriptionOfPayment(tx: Tx, { merchantId, subscriptionId }: OfSubscription) {
  if (!subscriptionId) return undefined
  const [found] = await tx
    .select({
      id: subscriptions.id,
      code: subscriptions.code,
      accessCode: subscriptions.accessCode,
      planId: plans.id,
      planName: plans.name,
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.merchantId, merchantId), eq(plans.id, subscriptions.planId)))
    .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.id, subscriptionId)))
  return found
}

export async function subscriptionPaymentParts(tx: Tx, payment: OfSubscription & { isCardCheck: boolean }) {
  const found = await findSubscriptionOfPayment(tx, payment)
  if (!found) return { subscription: null }
  const { accessCode: _, ...subscription } = found
  return { subscription: { ...subscription, isCardCheck: payment.isCardCheck } }
}

export async function describeSubscriptionPurchase(
  tx: Tx,
  payment: OfSubscription,
  config: Pick<ApiConfig, 'publicUrl'>,
): Promise<Purchase | undefined> {
  const found = await findSubscriptionOfPayment(tx, payment)
  if (!found) return undefined
  return {
    text: `for ${found.planName}`,
    rows: [['Plan', found.planName]],
    action: { label: 'View subscription', url: payerUrl(config, found) },
  }
}
