import type { Tx } from '../../database/connect.ts'
import { sumLines } from './attach.ts'
import { deductStampDuty } from './duty.ts'
import { type PayoutSettingsRecord, type SettlementRecord, updateSettlementRecord } from './move.ts'

/** Recomputes the totals of a settlement and the amount that reaches the bank. `entries`: its ledger entries. */
export async function recomputeTotals(
  tx: Tx,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  entries = settlement.entries,
) {
  const totals = await sumLines(tx, settlement)
  return updateSettlementRecord(tx, settlement, {
    ...totals,
    ...deductStampDuty(totals.totalKobo, settings.stampDutyBearer),
    entries,
  })
}
