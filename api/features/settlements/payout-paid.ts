import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { payoutPaid } from '../../ledger/settlement-entries.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { emitSettlement } from './emit.ts'
import { describePayoutAccount } from './hold.ts'
import {
  appendSettlementEvent,
  findRecipientName,
  type SettlementRecord,
  settlementPath,
  updateSettlementRecord,
} from './move.ts'
import { listPayoutDetails } from './payout-details.ts'
import type { PayoutRecord } from './payout-record.ts'
import { endPayoutAttempt, toPayoutEntry } from './payout-record.ts'

/** The bank paid: the payout has left the platform for good. */
export async function recordPaidPayout(
  context: Context,
  settlement: SettlementRecord,
  payout: PayoutRecord,
  bankReference: string,
) {
  const { tx, mode, now } = context
  await postEntry(tx, payoutPaid(mode, toPayoutEntry(settlement, payout), now))
  await endPayoutAttempt(tx, payout, { status: 'paid', bankReference, endedAt: now })
  const paid = await updateSettlementRecord(tx, settlement, {
    status: 'success',
    bankReference,
    paidAt: now,
    nextAt: null,
  })
  const amount = formatNaira(payout.amountKobo)
  const whose = await findRecipientName(tx, paid)
  await appendSettlementEvent(
    tx,
    paid,
    now,
    'paid',
    `${amount} paid to ${describePayoutAccount(payout)}. Session ID ${bankReference}`,
  )
  await sendNotification(context, paid.merchantId, {
    kind: 'settlement',
    title: whose ? `${amount} was paid to ${whose}` : `${amount} was paid to your bank account`,
    text: `Bank narration: ${paid.narration}.`,
    path: settlementPath(paid),
    rows: listPayoutDetails(paid, payout, whose),
    isAboutRecipient: whose !== undefined,
  })
  await emitSettlement(context, paid, 'settlement.paid')
}
