import type { ConnectorWith } from '../../connectors/connector.ts'
import type { TransferOut } from '../../connectors/payouts.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { findBank } from '../lookups/lookups.ts'
import { lockSettlement, type SettlementKey } from './move.ts'
import { findPayout, type PayoutRecord } from './payout-record.ts'

/** Opens the connector of a processor. */
export type OpenPayouts = (processor: Processor) => ConnectorWith<'payouts'>

/** A payout attempt: the transfer that its processor is to make. */
export interface PayoutAttempt extends TransferOut {
  processor: Processor
  requestedAt: Date
}

export const toTransfer = (
  { processor, reference, amountKobo, bankId, accountNumber, accountName, requestedAt }: PayoutRecord,
  narration: string,
): PayoutAttempt => ({
  processor,
  requestedAt,
  reference,
  amountKobo,
  account: { bankCode: findBank(bankId)!.code, accountNumber, accountName },
  narration,
})

/** The current payout attempt with its settlement, locked, if its outcome is not known yet. */
export async function lockPendingPayout(tx: Context['tx'], key: SettlementKey) {
  const { settlement } = await lockSettlement(tx, key)
  if (settlement.status !== 'processing') return undefined
  return { settlement, payout: (await findPayout(tx, settlement))! }
}

/** Transfer of the current payout attempt, if its outcome is not known yet. */
export async function findPendingTransfer(tx: Context['tx'], key: SettlementKey): Promise<PayoutAttempt | undefined> {
  const pending = await lockPendingPayout(tx, key)
  return pending && toTransfer(pending.payout, pending.settlement.narration)
}
