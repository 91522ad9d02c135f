import type { TransferOutcome } from '../../connectors/payouts.ts'
import type { Context } from '../../context.ts'
import type { SettlementKey } from './move.ts'
import { recordPaidPayout } from './payout-paid.ts'
import { recordReturnedPayout } from './payout-returned.ts'
import { lockPendingPayout } from './pending-transfer.ts'

/** Entry point for every bank outcome of a payout attempt. Repeated outcomes, and outcomes of earlier attempts, change nothing. */
export async function endPayout(context: Context, key: SettlementKey, reference: string, outcome: TransferOutcome) {
  const pending = await lockPendingPayout(context.tx, key)
  if (pending?.payout.reference !== reference) return
  const { settlement, payout } = pending
  if (outcome.kind === 'paid') await recordPaidPayout(context, settlement, payout, outcome.bankReference)
  else if (outcome.kind === 'returned') await recordReturnedPayout(context, settlement, payout, outcome)
}
