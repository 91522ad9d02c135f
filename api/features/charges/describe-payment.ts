import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { charges } from './tables.ts'

/** Reference and metadata of each charge, by its id. */
export async function loadChargeLabels(tx: Tx, merchantId: string, ids: readonly string[]) {
  const found = await tx
    .select({ id: charges.id, reference: charges.reference, metadata: charges.metadata })
    .from(charges)
    .where(and(eq(charges.merchantId, merchantId), inArray(charges.id, [...ids])))
  return new Map(found.map(({ id, ...labels }) => [id, labels]))
}

export async function chargePaymentParts(
  tx: Tx,
  { merchantId, chargeId }: { merchantId: string; chargeId: string | null },
) {
  const charge = chargeId === null ? undefined : (await loadChargeLabels(tx, merchantId, [chargeId])).get(chargeId)
  return { charge: charge ?? null }
}
