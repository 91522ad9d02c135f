import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import type { Connector, TransferOut, TransferOutcome } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { lockLedgerAccounts, postEntry } from '../../ledger/ledger.ts'
import { payoutPaid, payoutReturned, payoutStarted } from '../../ledger/settlement-entries.ts'
import { findBank } from '../lookups/lookups.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { attachLines } from './attach.ts'
import { recomputeTotals } from './create.ts'
import { calculateStampDuty, dutyOn, minimumKobo } from './duty.ts'
import { emitSettlement } from './emit.ts'
import {
  type AccountRecord,
  accountToPay,
  belowMinimum,
  describePayoutAccount,
  holdAfterReturns,
  holdOn,
} from './hold.ts'
import {
  appendSettlementEvent,
  findRecipientName,
  lockSettlement,
  type PayoutSettingsRecord,
  type SettlementKey,
  type SettlementRecord,
  settlementPath,
  updateSettlementRecord,
} from './move.ts'
import { putOnHold } from './put-on-hold.ts'
import { payouts } from './tables.ts'

type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>
type PayoutRecord = typeof payouts.$inferSelect

/** After this a bank that has not answered is asked what it did. */
const firstCheckMs = 30_000

/**
 * Pays a settlement that is due: writes the intent, asks the bank, writes the answer. An answer that does not come leaves it in
 * processing, for the job that asks again; under one reference a bank pays once.
 */
export async function paySettlement(write: Write, connector: Connector, key: SettlementKey): Promise<void> {
  const begun = await write((context) => startPayout(context, key))
  if (begun) await sendTransfer(write, connector, key, begun)
}

/** Asks a bank that has not answered what it did with a settlement. */
export async function checkPayout(write: Write, connector: Connector, key: SettlementKey): Promise<void> {
  const begun = await write(({ tx }) => findPendingTransfer(tx, key))
  if (!begun) return
  const outcome = await callConnector(connector.queryTransfer(begun.reference))
  // It may never have heard of it: asking again pays no second time.
  if (outcome?.kind === 'unknown') await sendTransfer(write, connector, key, begun)
  else if (outcome) await write((context) => endPayout(context, key, begun.reference, outcome))
}

async function sendTransfer(
  write: Write,
  connector: Connector,
  key: SettlementKey,
  request: TransferOut,
): Promise<void> {
  const outcome = await callConnector(connector.transfer(request))
  if (outcome) await write((context) => endPayout(context, key, request.reference, outcome))
}

/** The intent: from here on the money is on its way. Undefined where it is not to be paid now. */
export async function startPayout(context: Context, key: SettlementKey): Promise<TransferOut | undefined> {
  const { tx, now } = context
  const { settings, settlement } = await lockSettlement(tx, key)
  if (settlement.status !== 'pending') return undefined
  await lockLedgerAccounts(tx, [merchantAccount(settlement.ownerId, 'available')])
  const account = await accountToPay(tx, settlement)
  const due = await deductSince(context, settings, settlement)
  const held =
    (await holdOn(tx, key.merchantId, account)) ??
    (await holdAfterReturns(tx, due, account!)) ??
    (due.totalKobo < minimumKobo ? belowMinimum : undefined)
  if (held) {
    await putOnHold(context, due, held)
    return undefined
  }
  return send(context, settings, due, account!, now)
}

/** What refunds and disputes took of the available balance since it was gathered. */
async function deductSince({ tx, now }: Context, settings: PayoutSettingsRecord, settlement: SettlementRecord) {
  // What comes back into the balance today waits for the next day; what left it is deducted whenever it did.
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
): Promise<TransferOut> {
  const { tx, mode } = context
  const { merchantId, id, reference, totalKobo, narration } = settlement
  const { stampDutyBearer } = settings
  const attempt = settlement.attempts + 1
  const { amountKobo } = dutyOn(totalKobo, stampDutyBearer)
  const { bankId, accountNumber, accountName } = account
  const [payout] = await tx
    .insert(payouts)
    .values({
      merchantId,
      settlementId: id,
      attempt,
      reference: `${reference}-${attempt}`,
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

const toTransfer = (
  { reference, amountKobo, bankId, accountNumber }: PayoutRecord,
  narration: string,
): TransferOut => ({
  reference,
  amountKobo,
  account: { bankCode: findBank(bankId)!.code, accountNumber },
  narration,
})

/** The try the bank was asked for and has not answered. */
export async function findPendingTransfer(tx: Context['tx'], key: SettlementKey): Promise<TransferOut | undefined> {
  const { settlement } = await lockSettlement(tx, key)
  if (settlement.status !== 'processing') return undefined
  return toTransfer((await findPayout(tx, settlement))!, settlement.narration)
}

async function findPayout(tx: Context['tx'], { merchantId, id, attempts }: SettlementRecord) {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.settlementId, id), eq(payouts.attempt, attempts)))
  return payout
}

/** The one door for what a bank says of a try. Said twice, or of a try that is over, it changes nothing. */
export async function endPayout(context: Context, key: SettlementKey, reference: string, outcome: TransferOutcome) {
  const { settlement } = await lockSettlement(context.tx, key)
  const payout = await findPayout(context.tx, settlement)
  if (settlement.status !== 'processing' || payout?.reference !== reference) return
  if (outcome.kind === 'paid') await succeed(context, settlement, payout, outcome.bankReference)
  else if (outcome.kind === 'returned') await fail(context, settlement, payout, outcome.message)
}

const toPayoutEntry = (settlement: SettlementRecord, payout: PayoutRecord) => ({
  ...payout,
  id: settlement.id,
  ownerId: settlement.ownerId,
  reference: settlement.reference,
})

async function succeed(context: Context, settlement: SettlementRecord, payout: PayoutRecord, bankReference: string) {
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
    `${amount} paid to ${describePayoutAccount(payout)}. The bank’s number is ${bankReference}`,
  )
  await sendNotification(context, paid.merchantId, {
    kind: 'settlement',
    title: whose ? `${amount} was paid to ${whose}` : `${amount} was paid to your bank account`,
    text: `${whose ? 'The' : 'Your'} bank shows it as ${paid.narration}.`,
    path: settlementPath(paid),
  })
  await emitSettlement(context, paid, 'paid')
}

async function fail(context: Context, settlement: SettlementRecord, payout: PayoutRecord, reason: string) {
  const { tx, mode, now } = context
  await postEntry(tx, payoutReturned(mode, toPayoutEntry(settlement, payout), now))
  await endPayoutAttempt(tx, payout, { status: 'returned', message: reason, endedAt: now })
  const whose = await findRecipientName(tx, settlement)
  const balance = whose ? `the balance of ${whose}` : 'your balance'
  const todo = whose
    ? `Check the bank account of ${whose}, or enter another one under Split payments before that.`
    : 'Check your primary bank account, or make another one your primary account in Settings before that.'
  const message = `${reason}. The money is back in ${balance} and is sent again on the next working day. ${todo}`
  const failed = await updateSettlementRecord(tx, settlement, {
    status: 'failed',
    failureMessage: message,
    nextAt: null,
  })
  const amount = formatNaira(payout.amountKobo)
  await appendSettlementEvent(tx, failed, now, 'failed', `${reason}: ${amount} is back in ${balance}`)
  await emitSettlement(context, failed, 'failed')
  const account = await accountToPay(tx, failed)
  const held = account && (await holdAfterReturns(tx, failed, account))
  // What is on hold is notified of as that, and not as one more payout that failed.
  if (held) return putOnHold(context, failed, held)
  await sendNotification(context, failed.merchantId, {
    kind: 'settlement',
    title: `A payout of ${amount}${whose ? ` to ${whose}` : ''} failed`,
    text: message,
    path: settlementPath(failed),
  })
}

const endPayoutAttempt = (tx: Context['tx'], { reference }: PayoutRecord, to: Partial<PayoutRecord>) =>
  tx.update(payouts).set(to).where(eq(payouts.reference, reference))
