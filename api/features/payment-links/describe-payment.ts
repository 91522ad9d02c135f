import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { Purchase } from '../payments/events.ts'
import { paymentLinks } from './tables.ts'

interface OfLink {
  merchantId: string
  paymentLinkId: string | null
}

async function findLinkName(tx: Tx, { merchantId, paymentLinkId }: OfLink) {
  if (!paymentLinkId) return null
  const [link] = await tx
    .select({ id: paymentLinks.id, name: paymentLinks.name })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId)))
  return link ?? null
}

/** Name and id of the payment link of a payment or a subscription; null if there is none. */
export const loadPaymentLink = async (tx: Tx, payment: OfLink) => ({ paymentLink: await findLinkName(tx, payment) })

export async function describeLinkPurchase(
  tx: Tx,
  { merchantId, paymentLinkId }: OfLink,
): Promise<Purchase | undefined> {
  if (!paymentLinkId) return undefined
  const [page] = await tx
    .select({ name: paymentLinks.name, notifies: paymentLinks.notificationEmail })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId)))
  return page && { page }
}
