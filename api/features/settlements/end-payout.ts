import type { TransferOutcome } from '../../connectors/payouts.ts'
import type { Context } from '../../context.ts'
import { lockSettlement, type SettlementKey } from './move.ts'
import { recordPaidPayout } from './payout-paid.ts'
import { findPayout } from './payout-record.ts'
import { recordReturnedPayout } from './payout-returned.ts'

/** Entry point for every bank outcome of a payout attempt. Repeated outcomes, and outcomes of earlier attempts, change nothing. */
export async function endPayout(context: Context, key: SettlementKey, reference: string, outcome: TransferOutcome) {
  const { settlement } = await lockSettlement(context.tx, key)
  const payout = await findPayout(context.tx, settlement)
  if (settlement.status !== 'processing' || payout?.reference !== reference) return
  if (outcome.kind === 'paid') await recordPaidPayout(context, settlement, payout, outcome.bankReference)
  else if (outcome.kind === 'returned') await recordReturnedPayout(context, settlement, payout, outcome)
}
