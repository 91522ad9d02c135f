import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { merchants } from './tables.ts'

/**
 * Locks the merchant of a request until the end of the transaction, so that of two requests at once the second finds what the first has
 * changed. Payments do not wait for it.
 */
export async function lockMerchant({ tx, merchant }: Pick<MerchantContext, 'tx' | 'merchant'>): Promise<void> {
  await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
}
