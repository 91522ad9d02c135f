import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { charges } from './tables.ts'

export async function chargePaymentParts(
  tx: Tx,
  { merchantId, chargeId }: { merchantId: string; chargeId: string | null },
) {
  if (!chargeId) return { charge: null }
  const [charge] = await tx
    .select({ reference: charges.reference, metadata: charges.metadata })
    .from(charges)
    .where(and(eq(charges.merchantId, merchantId), eq(charges.id, chargeId)))
  return { charge: charge ?? null }
}
