import type { Restrictions } from '@adire/contract/restrictions-schemas.ts'
import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { isTradingStopped } from '../merchants/trading.ts'
import { findRestrictions } from '../restrictions/set.ts'
import { businessOwner, matchingOwner } from './move.ts'
import { payoutSettings } from './tables.ts'

export const getRestrictionsHandler = ({ tx, merchant }: MerchantContext) => loadRestrictions(tx, merchant.id)

/** Restrictions of a business, with those of its payouts. */
export async function loadRestrictions(tx: Tx, merchantId: string): Promise<Restrictions> {
  const found = await findRestrictions(tx, merchantId)
  const [settings] = await tx
    .select({ blockedFor: payoutSettings.blockedFor })
    .from(payoutSettings)
    .where(matchingOwner(businessOwner(merchantId)))
  const [request] = await tx
    .select({ status: goLiveRequests.status })
    .from(goLiveRequests)
    .innerJoin(merchants, eq(merchants.testMerchantId, goLiveRequests.merchantId))
    .where(eq(merchants.id, merchantId))
  const stopped = isTradingStopped(request?.status) ? `Your business is ${request!.status}` : null
  return {
    paymentsStoppedFor: found?.paymentsFrozenFor ?? stopped,
    payoutsStoppedFor: settings?.blockedFor ?? stopped,
    maxPaymentKobo: found?.maxPaymentKobo ?? null,
    maxDayKobo: found?.maxDayKobo ?? null,
  }
}
