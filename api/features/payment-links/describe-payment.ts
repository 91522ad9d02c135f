import { formatNaira } from '@adire/contract/money.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
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

/** URL of a published link to a plan: the given one if possible, else the newest. Null if there is none. */
export async function findSignUpPage(
  tx: Tx,
  { merchantId, planId, paymentLinkId }: OfLink & { planId: string },
  { publicUrl }: Pick<ApiConfig, 'publicUrl'>,
): Promise<string | null> {
  const [link] = await tx
    .select({ slug: paymentLinks.slug })
    .from(paymentLinks)
    .where(
      and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.planId, planId), eq(paymentLinks.status, 'active')),
    )
    .orderBy(desc(sql`${paymentLinks.id} is not distinct from ${paymentLinkId}::uuid`), desc(paymentLinks.createdAt))
    .limit(1)
  return link ? `${publicUrl}/pay/page/${link.slug}` : null
}

export async function describeLinkPurchase(
  tx: Tx,
  { merchantId, paymentLinkId, quantity, priceKobo }: OfLink & { quantity: number; priceKobo: number },
): Promise<Purchase | undefined> {
  if (!paymentLinkId) return undefined
  const [page] = await tx
    .select({ name: paymentLinks.name, notifies: paymentLinks.notificationEmail })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.merchantId, merchantId), eq(paymentLinks.id, paymentLinkId)))
  const units = `${quantity} × ${formatNaira(priceKobo / quantity)}`
  return page && { page, ...(quantity > 1 && { rows: [['Quantity', units]] }) }
}
