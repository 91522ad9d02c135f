import { formatNaira } from '@adire/contract/money.ts'
import { processorName } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { payoutPaid } from '../../ledger/settlement-entries.ts'
import { emailOperator } from '../notifications/email-operator.ts'
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
import { toPayoutEntry, updatePayout } from './payout-record.ts'
import { withoutHold } from './put-on-hold.ts'

/** The bank paid: the payout has left the platform for good. */
export async function recordPaidPayout(
  context: Context,
  settlement: SettlementRecord,
  payout: PayoutRecord,
  bankReference: string,
) {
  const { tx, mode, now } = context
  await postEntry(tx, payoutPaid(mode, toPayoutEntry(settlement, payout), now))
  await updatePayout(tx, payout, { status: 'paid', bankReference, endedAt: now })
  const paid = await updateSettlementRecord(tx, settlement, {
    status: 'success',
    bankReference,
    paidAt: now,
    nextAt: null,
    ...withoutHold,
  })
  if (settlement.heldFor !== null) await alertOfHeldPayout(context, settlement, payout)
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

/** Emails the operator that a payout was paid although somebody held it: its processor had it already. */
const alertOfHeldPayout = (
  context: Context,
  { reference, heldFor }: SettlementRecord,
  payout: PayoutRecord,
): Promise<void> =>
  emailOperator(
    context,
    {
      title: 'A payout that was held was paid',
      text: `${processorName(payout.processor)} had this payout before it was held, and has paid it.`,
      rows: [
        ['Reference', reference],
        ['Amount', formatNaira(payout.amountKobo)],
        ['Held because', heldFor!],
      ],
    },
    `held-payout-paid:${payout.reference}`,
  )
