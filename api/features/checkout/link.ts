import type { CheckoutPage } from '@adire/contract/checkout.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { paymentLinks } from '../payment-links/tables.ts'

/** A payment link by its address, whatever its state, with the business it collects for: one that may take payments. */
export async function findLink(tx: Tx, slug: string) {
  const [found] = await tx
    .select({ link: paymentLinks, business: merchants, live: goLiveRequests.status })
    .from(paymentLinks)
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
    .where(eq(paymentLinks.slug, slug))
  return found?.live === 'suspended' || found?.live === 'closed' ? undefined : found
}

/** A page that is open to payers, and what its payments are for. */
export interface FoundPage {
  page: CheckoutPage
  paymentLinkId: string | null
  invoiceId: string | null
}

export const closed = () =>
  new Problem(404, 'payment_page_closed', 'This page is not taking payments. Ask the business for a new link.')
