import { formatNaira } from '@adire/contract/money.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import type { TransferOutcome } from '../../connectors/payouts.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { payoutSentBack } from '../../ledger/settlement-entries.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { emitSettlement } from './emit.ts'
import { describePayoutAccount, findPayoutAccount, holdAfterSentBack } from './hold.ts'
import {
  appendSettlementEvent,
  findRecipientName,
  lockSettlement,
  type SettlementKey,
  settlementPath,
  updateSettlementRecord,
} from './move.ts'
import { findPayout, toPayoutEntry } from './payout-record.ts'
import type { OpenPayouts } from './pending-transfer.ts'

/**
 * Queries the bank about a payout that it has confirmed, because it may have sent it back since. Its amount is then settled again with the
 * next proceeds: the settlement itself is closed, and later ones follow from it. May be repeated.
 */
export async function checkPaidPayout(
  write: UnitOfWork['write'],
  open: OpenPayouts,
  key: SettlementKey,
): Promise<void> {
  const paid = await write(({ tx }) => findPaidPayout(tx, key))
  if (!paid) return
  const outcome = await callConnector(open(paid.payout.processor).payouts.query(paid.payout.reference))
  if (outcome?.kind === 'returned') await write((context) => recordSentBack(context, key, outcome))
}

/** A settlement and its payout, if the bank has confirmed it and has not sent it back as far as we know. */
export async function findPaidPayout(tx: Context['tx'], key: SettlementKey) {
  const { settlement } = await lockSettlement(tx, key)
  if (settlement.status !== 'success' || settlement.returnedAt !== null) return undefined
  return { settlement, payout: (await findPayout(tx, settlement))! }
}

async function recordSentBack(
  context: Context,
  key: SettlementKey,
  { message: reason }: Extract<TransferOutcome, { kind: 'returned' }>,
): Promise<void> {
  const { tx, mode, now } = context
  const paid = await findPaidPayout(tx, key)
  if (!paid) return
  const { settlement, payout } = paid
  for (const entry of payoutSentBack(mode, toPayoutEntry(settlement, payout), now)) await postEntry(tx, entry)
  const returned = await updateSettlementRecord(tx, settlement, { returnedAt: now, returnReason: reason })
  const amount = formatNaira(payout.amountKobo)
  const whose = await findRecipientName(tx, returned)
  await appendSettlementEvent(
    tx,
    returned,
    now,
    'sent_back',
    `${describePayoutAccount(payout)} sent ${amount} back: ${reason}`,
  )
  const account = whose ? `to ${whose}` : 'to your bank account'
  const balance = whose ? `the balance of ${whose}` : 'your balance'
  const todo = whose
    ? `Check the bank account of ${whose} under Split payments before that.`
    : 'Check your primary bank account in Settings before that.'
  const next = await findPayoutAccount(tx, returned)
  const held = next && (await holdAfterSentBack(tx, returned, next, now))
  const then = held ? `. The next settlement is on hold: ${held.message}` : ` and part of the next settlement. ${todo}`
  await sendNotification(context, returned.merchantId, {
    kind: 'settlement',
    title: `${amount} that was paid ${account} came back`,
    text: `${reason}. The money is in ${balance}${then}`,
    path: settlementPath(returned),
  })
  await emitSettlement(context, returned, 'settlement.returned')
}
