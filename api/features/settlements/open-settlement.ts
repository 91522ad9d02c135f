import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { SettlementOwner, SettlementRecord } from './move.ts'
import { settlements } from './tables.ts'

export async function lockOpenSettlement(
  tx: Tx,
  { merchantId, ownerId }: SettlementOwner,
): Promise<SettlementRecord | undefined> {
  const [open] = await tx
    .select()
    .from(settlements)
    .where(
      and(eq(settlements.merchantId, merchantId), eq(settlements.ownerId, ownerId), ne(settlements.status, 'success')),
    )
    .for('update')
  return open
}
