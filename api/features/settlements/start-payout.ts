import { formatNaira } from '@adire/contract/money.ts'
import { chooseProcessor, toProcessorReference } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { lockLedgerAccounts, postEntry } from '../../ledger/ledger.ts'
import { payoutStarted } from '../../ledger/settlement-entries.ts'
import { attachLines } from './attach.ts'
import { calculateStampDuty, deductStampDuty, minimumKobo } from './duty.ts'
import {
  type AccountRecord,
  belowMinimum,
  describePayoutAccount,
  findHold,
  findPayoutAccount,
  holdAfterReturns,
  providerHold,
} from './hold.ts'
import {
  appendSettlementEvent,
  lockSettlement,
  type PayoutSettingsRecord,
  type SettlementKey,
  type SettlementRecord,
  updateSettlementRecord,
} from './move.ts'
import { type PayoutAttempt, toTransfer } from './pending-transfer.ts'
import { putOnHold } from './put-on-hold.ts'
import { recomputeTotals } from './recompute-totals.ts'
import { payouts } from './tables.ts'
import { takeLatePayouts } from './take-late-payouts.ts'

/** Time until a bank without a response is queried for the outcome, in ms. */
const firstCheckMs = 30_000

/** Records a payout attempt; from then on the money is in transit. Undefined if the settlement must not be paid now. */
export async function startPayout(context: Context, key: SettlementKey): Promise<PayoutAttempt | undefined> {
  const { tx, now } = context
  const { settings, settlement } = await lockSettlement(tx, key)
  if (settlement.status !== 'pending') return undefined
  await takeLatePayouts(context, settlement)
  await lockLedgerAccounts(tx, key.merchantId, [merchantAccount(settlement.ownerId, 'available')])
  const account = await findPayoutAccount(tx, settlement)
  const due = await deductSince(context, settings, settlement)
  const held =
    providerHold(settlement) ??
    (await findHold(tx, key.merchantId, account)) ??
    (await holdAfterReturns(tx, due, account!)) ??
    (due.totalKobo < minimumKobo ? belowMinimum : undefined)
  if (held) {
    await putOnHold(context, due, held)
    return undefined
  }
  return send(context, settings, due, account!, now)
}

/** Deducts refunds and disputes that used the available balance since the settlement was created. */
async function deductSince({ tx, now }: Context, settings: PayoutSettingsRecord, settlement: SettlementRecord) {
  // Cutoff at the epoch: money that came back today waits for the next day, but everything that went out is deducted.
  const cutoff = new Date(0)
  await attachLines(tx, { ...settings, account: 'available', cutoff, now }, settlement.id)
  return recomputeTotals(tx, settings, settlement)
}

async function send(
  context: Context,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  account: AccountRecord,
  now: Date,
): Promise<PayoutAttempt> {
  const { tx, mode } = context
  const processor = chooseProcessor(context, 'payouts')
  const { merchantId, id, reference, totalKobo, narration } = settlement
  const { stampDutyBearer } = settings
  const attempt = settlement.attempts + 1
  const { amountKobo } = deductStampDuty(totalKobo, stampDutyBearer)
  const { bankId, accountNumber, accountName } = account
  const [payout] = await tx
    .insert(payouts)
    .values({
      merchantId,
      settlementId: id,
      attempt,
      processor,
      reference: toProcessorReference(processor, `${reference}-${attempt}`),
      bankId,
      accountNumber,
      accountName,
      amountKobo,
      stampDutyKobo: calculateStampDuty(totalKobo),
      stampDutyBearer,
      status: 'requested',
      requestedAt: now,
    })
    .returning()
  await postEntry(tx, payoutStarted(mode, { ...payout!, id, reference, ownerId: settlement.ownerId }, now))
  await updateSettlementRecord(tx, settlement, {
    status: 'processing',
    attempts: attempt,
    bankAccountId: account.id,
    bankId,
    accountNumber,
    accountName,
    failureMessage: null,
    notifiedHold: null,
    nextAt: new Date(now.getTime() + firstCheckMs),
    checks: 0,
  })
  await appendSettlementEvent(
    tx,
    settlement,
    now,
    'sent',
    `${formatNaira(amountKobo)} sent to ${describePayoutAccount(account)}`,
  )
  return toTransfer(payout!, narration)
}
