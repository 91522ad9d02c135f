import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import type { SettlementRecord } from './move.ts'
import { latePayouts, settlements } from './tables.ts'

/** Settlement with the time at which its last payout was paid although it had come back. */
export type ListedSettlement = SettlementRecord & { paidLateAt: Date | null }

export const listedSettlementColumns = { ...getTableColumns(settlements), paidLateAt: latePayouts.paidAt }

/** Join condition: the last payout of a settlement came back and was paid all the same, unless the bank has sent that back, too. */
export const lastPayoutIsLate = and(
  eq(latePayouts.merchantId, settlements.merchantId),
  eq(latePayouts.settlementId, settlements.id),
  eq(latePayouts.attempt, settlements.attempts),
  isNull(latePayouts.undoneAt),
)

/** Settlements with `paidLateAt`. */
export const selectListedSettlements = (tx: Tx) =>
  tx.select(listedSettlementColumns).from(settlements).leftJoin(latePayouts, lastPayoutIsLate)

export async function findPaidLateAt(tx: Tx, { merchantId, id }: SettlementRecord): Promise<Date | null> {
  const [found] = await selectListedSettlements(tx).where(
    and(eq(settlements.merchantId, merchantId), eq(settlements.id, id)),
  )
  return found!.paidLateAt
}
