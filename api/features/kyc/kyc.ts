import { eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { merchants } from '../merchants/tables.ts'
import { requiredTypes } from './requirements.ts'

export async function listKycTypesHandler({ tx, merchant }: MerchantContext) {
  const [business] = await tx
    .select({ typeId: merchants.businessTypeId })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return { content: requiredTypes(business?.typeId ?? null) }
}
