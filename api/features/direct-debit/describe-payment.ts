import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { mandates } from './tables.ts'

export async function mandatePaymentParts(
  tx: Tx,
  { merchantId, mandateId }: { merchantId: string; mandateId: string | null },
) {
  if (!mandateId) return { mandate: null }
  const [mandate] = await tx
    .select({ slug: mandates.slug, reference: mandates.reference })
    .from(mandates)
    .where(and(eq(mandates.merchantId, merchantId), eq(mandates.id, mandateId)))
  return { mandate: mandate ?? null }
}
