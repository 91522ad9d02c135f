import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { chooseProcessor, toProcessorReference } from '../../connectors/connector-for.ts'
import type { TransferOut, TransferOutcome } from '../../connectors/payouts.ts'
import type { Processor } from '../../connectors/processors.ts'
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
  providerHold,
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
import { listPayoutDetails } from './payout-details.ts'
import { putOnHold } from './put-on-hold.ts'
import { payouts } from './tables.ts'

type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>
type PayoutRecord = typeof payouts.$inferSelect
/** Opens the connector of a processor. */
export type OpenPayouts = (processor: Processor) => ConnectorWith<'payouts'>

/** A payout attempt: the transfer that its processor is to make. */
export interface PayoutAttempt extends TransferOut {
  processor: Processor
}

/** Time until a bank without a response is queried for the outcome, in ms. */
const firstCheckMs = 30_000

/**
 * Pays a due settlement: records the attempt, calls the bank, records the outcome. If no outcome arrives, the settlement stays in
 * processing for the job that queries again. The bank pays a reference only once.
 */
export async function paySettlement(write: Write, open: OpenPayouts, key: SettlementKey): Promise<void> {
  const begun = await write((context) => startPayout(context, key))
  if (begun) await sendTransfer(write, open(begun.processor), key, begun)
}

/** Queries the bank for the outcome of a payout attempt. */
export async function checkPayout(write: Write, open: OpenPayouts, key: SettlementKey): Promise<void> {
  const begun = await write(({ tx }) => findPendingTransfer(tx, key))
  if (!begun) return
  const connector = open(begun.processor)
  const outcome = await callConnector(connector.payouts.query(begun.reference))
  // The bank may not know the transfer: requesting it again does not pay twice.
  if (outcome?.kind === 'unknown') await sendTransfer(write, connector, key, begun)
  else if (outcome) await write((context) => endPayout(context, key, begun.reference, outcome))
}

async function sendTransfer(
  write: Write,
  { payouts }: ConnectorWith<'payouts'>,
  key: SettlementKey,
  { processor: _, ...request }: PayoutAttempt,
): Promise<void> {
  const outcome = await callConnector(payouts.send(request))
  if (outcome) await write((context) => endPayout(context, key, request.reference, outcome))
}

/** Records a payout attempt; from then on the money is in transit. Undefined if the settlement must not be paid now. */
export async function startPayout(context: Context, key: SettlementKey): Promise<PayoutAttempt | undefined> {
  const { tx, now } = context
  const { settings, settlement } = await lockSettlement(tx, key)
  if (settlement.status !== 'pending') return undefined
  await lockLedgerAccounts(tx, [merchantAccount(settlement.ownerId, 'available')])
  const account = await accountToPay(tx, settlement)
  const due = await deductSince(context, settings, settlement)
  const held =
    providerHold(settlement) ??
    (await holdOn(tx, key.merchantId, account)) ??
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
  const { amountKobo } = dutyOn(totalKobo, stampDutyBearer)
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

const toTransfer = (
  { processor, reference, amountKobo, bankId, accountNumber, accountName }: PayoutRecord,
  narration: string,
): PayoutAttempt => ({
  processor,
  reference,
  amountKobo,
  account: { bankCode: findBank(bankId)!.code, accountNumber, accountName },
  narration,
})

/** Transfer of the current payout attempt, if its outcome is not known yet. */
export async function findPendingTransfer(tx: Context['tx'], key: SettlementKey): Promise<PayoutAttempt | undefined> {
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

/** Entry point for every bank outcome of a payout attempt. Repeated outcomes, and outcomes of earlier attempts, change nothing. */
export async function endPayout(context: Context, key: SettlementKey, reference: string, outcome: TransferOutcome) {
  const { settlement } = await lockSettlement(context.tx, key)
  const payout = await findPayout(context.tx, settlement)
  if (settlement.status !== 'processing' || payout?.reference !== reference) return
  if (outcome.kind === 'paid') await succeed(context, settlement, payout, outcome.bankReference)
  else if (outcome.kind === 'returned') await fail(context, settlement, payout, outcome)
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

async function fail(
  context: Context,
  settlement: SettlementRecord,
  payout: PayoutRecord,
  { message: reason, bankReference }: Extract<TransferOutcome, { kind: 'returned' }>,
) {
  const { tx, mode, now } = context
  await postEntry(tx, payoutReturned(mode, toPayoutEntry(settlement, payout), now))
  await endPayoutAttempt(tx, payout, {
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
  const message = `${reason}. The money is back in ${balance} and is sent again on the next working day. ${todo}`
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
  const account = await accountToPay(tx, failed)
  const held = account && (await holdAfterReturns(tx, failed, account))
  // A settlement put on hold has its own notification, instead of one more about a failed payout.
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
