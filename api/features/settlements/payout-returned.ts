import { formatNaira } from '@adire/contract/money.ts'
import type { TransferOutcome } from '../../connectors/payouts.ts'
import type { Context } from '../../context.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { payoutReturned } from '../../ledger/settlement-entries.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { emitSettlement } from './emit.ts'
import { findPayoutAccount, findStop, holdAfterReturns } from './hold.ts'
import {
  appendSettlementEvent,
  findRecipientName,
  type SettlementRecord,
  settlementPath,
  updateSettlementRecord,
} from './move.ts'
import type { PayoutRecord } from './payout-record.ts'
import { toPayoutEntry, updatePayout } from './payout-record.ts'
import { putOnHold } from './put-on-hold.ts'

/** The bank returned the money: it is due again on the next working day, or on hold after too many returns. */
export async function recordReturnedPayout(
  context: Context,
  settlement: SettlementRecord,
  payout: PayoutRecord,
  { message: reason, bankReference }: Extract<TransferOutcome, { kind: 'returned' }>,
) {
  const { tx, mode, now } = context
  await postEntry(tx, payoutReturned(mode, toPayoutEntry(settlement, payout), now))
  await updatePayout(tx, payout, {
    status: 'returned',
    message: reason,
    bankReference: bankReference ?? null,
    endedAt: now,
  })
  const whose = await findRecipientName(tx, settlement)
  const balance = whose ? `the balance of ${whose}` : 'your balance'
  const todo = whose
    ? `Check the bank account of ${whose}, or enter another one under Split payments before that.`
    : 'Check your primary bank account, or make another one your primary account in Settings before that.'
  const account = await findPayoutAccount(tx, settlement)
  const held =
    (await findStop(tx, { ...settlement, status: 'failed' })) ??
    (account && (await holdAfterReturns(tx, settlement, account)))
  const then = held ? '' : ` and is sent again on the next working day. ${todo}`
  const message = `${reason}. The money is back in ${balance}${then}`
  const failed = await updateSettlementRecord(tx, settlement, {
    status: 'failed',
    failureMessage: message,
    nextAt: null,
  })
  const amount = formatNaira(payout.amountKobo)
  await appendSettlementEvent(
    tx,
    failed,
    now,
    'failed',
    `${reason}: ${amount} is back in ${balance}${bankReference ? `. Session ID ${bankReference}` : ''}`,
  )
  await emitSettlement(context, failed, 'settlement.failed')
  // A settlement put on hold has its own notification, instead of one more about a failed payout.
  if (held) return putOnHold(context, failed, held)
  await sendNotification(context, failed.merchantId, {
    kind: 'settlement',
    title: `A payout of ${amount}${whose ? ` to ${whose}` : ''} failed`,
    text: message,
    path: settlementPath(failed),
  })
}
