import { and, eq } from 'drizzle-orm'
import type { ReadContext } from '../../context.ts'
import { settlements } from './tables.ts'

/** Reason not to delete a bank account: a settlement is being paid to it. Undefined if none is. */
export async function findSettlementObstacle(
  { tx, merchant }: ReadContext,
  { id }: { id: string },
): Promise<string | undefined> {
  const [running] = await tx
    .select({ reference: settlements.reference })
    .from(settlements)
    .where(
      and(
        eq(settlements.merchantId, merchant.id),
        eq(settlements.bankAccountId, id),
        eq(settlements.status, 'processing'),
      ),
    )
    .limit(1)
  return (
    running &&
    `The settlement ${running.reference} is on its way to this account. Delete it once the bank has answered.`
  )
}
