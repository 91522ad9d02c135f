import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { merchants } from './tables.ts'

/** Bearer of the fee of an invoice or link that names none. */
export async function findDefaultFeeBearer({ tx, merchant }: MerchantContext) {
  const [found] = await tx
    .select({ feeBearer: merchants.feeBearer })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return found!.feeBearer
}
