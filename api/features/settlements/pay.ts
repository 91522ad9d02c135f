import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { ask } from '../../connectors/ask.ts'
import type { Connector, TransferOut, TransferOutcome } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { hold, post } from '../../ledger/ledger.ts'
import { payoutPaid, payoutReturned, payoutStarted } from '../../ledger/settlement-entries.ts'
import { bankOf } from '../lookups/lookups.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { attach } from './attach.ts'
import { dutyOn, dutyOwed, minimumKobo } from './duty.ts'
import { emitSettlement } from './emit.ts'
import { reckon } from './gather.ts'
import { type AccountRecord, accountToPay, belowMinimum, holdAfterReturns, holdOn, placeOf } from './hold.ts'
import {
  type BookRecord,
  change,
  holdSettlement,
  pathOf,
  type SettlementKey,
  type SettlementRecord,
  tell,
  whoseOf,
} from './move.ts'
import { putOnHold } from './put-on-hold.ts'
import { payouts } from './tables.ts'

type Write = <T>(work: (context: Context) => Promise<T>) => Promise<T>
type PayoutRecord = typeof payouts.$inferSelect

/** After this a bank that has not answered is asked what it did. */
const firstCheckMs = 30_000

/**
 * Pays a settlement that is due: writes the intent, asks the bank, writes the answer. An answer that does not come leaves it in
 * processing, for the job that asks again; under one reference a bank pays once.
 */
export async function pay(write: Write, connector: Connector, key: SettlementKey): Promise<void> {
  const begun = await write((context) => startPayout(context, key))
  if (begun) await askBank(write, connector, key, begun)
}

/** Asks a bank that has not answered what it did with a settlement. */
export async function askAgain(write: Write, connector: Connector, key: SettlementKey): Promise<void> {
  const begun = await write(({ tx }) => askedPayout(tx, key))
  if (!begun) return
  const said = await ask(connector.queryTransfer(begun.reference))
  // It may never have heard of it: asking again pays no second time.
  if (said?.kind === 'unknown') await askBank(write, connector, key, begun)
  else if (said) await write((context) => endPayout(context, key, begun.reference, said))
}

async function askBank(write: Write, connector: Connector, key: SettlementKey, request: TransferOut): Promise<void> {
  const said = await ask(connector.transfer(request))
  if (said) await write((context) => endPayout(context, key, request.reference, said))
}

/** The intent: from here on the money is on its way. Undefined where it is not to be paid now. */
export async function startPayout(context: Context, key: SettlementKey): Promise<TransferOut | undefined> {
  const { tx, now } = context
  const { book, settlement } = await holdSettlement(tx, key)
  if (settlement.status !== 'pending') return undefined
  await hold(tx, [merchantAccount(settlement.ownerId, 'available')])
  const account = await accountToPay(tx, settlement)
  const due = await deductSince(context, book, settlement)
  const held =
    (await holdOn(tx, key.merchantId, account)) ??
    (await holdAfterReturns(tx, due, account!)) ??
    (due.totalKobo < minimumKobo ? belowMinimum : undefined)
  if (held) {
    await putOnHold(context, due, held)
    return undefined
  }
  return send(context, book, due, account!, now)
}

/** What refunds and disputes took of the available balance since it was gathered. */
async function deductSince({ tx, now }: Context, book: BookRecord, settlement: SettlementRecord) {
  // What comes back into the balance today waits for the next day; what left it is deducted whenever it did.
  const cutoff = new Date(0)
  await attach(tx, { ...book, account: 'available', cutoff, now }, settlement.id)
  return reckon(tx, book, settlement)
}

async function send(
  context: Context,
  book: BookRecord,
  settlement: SettlementRecord,
  account: AccountRecord,
  now: Date,
): Promise<TransferOut> {
  const { tx, mode } = context
  const { merchantId, id, reference, totalKobo, narration } = settlement
  const { stampDutyBearer } = book
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
      stampDutyKobo: dutyOwed(totalKobo),
      stampDutyBearer,
      status: 'asked',
      askedAt: now,
    })
    .returning()
  await post(tx, payoutStarted(mode, { ...payout!, id, reference, ownerId: settlement.ownerId }, now))
  await change(tx, settlement, {
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
  await tell(tx, settlement, now, 'sent', `${formatNaira(amountKobo)} sent to ${placeOf(account)}`)
  return requestOf(payout!, narration)
}

const requestOf = ({ reference, amountKobo, bankId, accountNumber }: PayoutRecord, narration: string): TransferOut => ({
  reference,
  amountKobo,
  account: { bankCode: bankOf(bankId)!.code, accountNumber },
  narration,
})

/** The try the bank was asked for and has not answered. */
export async function askedPayout(tx: Context['tx'], key: SettlementKey): Promise<TransferOut | undefined> {
  const { settlement } = await holdSettlement(tx, key)
  if (settlement.status !== 'processing') return undefined
  return requestOf((await payoutOf(tx, settlement))!, settlement.narration)
}

async function payoutOf(tx: Context['tx'], { merchantId, id, attempts }: SettlementRecord) {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.settlementId, id), eq(payouts.attempt, attempts)))
  return payout
}

/** The one door for what a bank says of a try. Said twice, or of a try that is over, it changes nothing. */
export async function endPayout(context: Context, key: SettlementKey, reference: string, said: TransferOutcome) {
  const { settlement } = await holdSettlement(context.tx, key)
  const payout = await payoutOf(context.tx, settlement)
  if (settlement.status !== 'processing' || payout?.reference !== reference) return
  if (said.kind === 'paid') await succeed(context, settlement, payout, said.bankReference)
  else if (said.kind === 'returned') await fail(context, settlement, payout, said.message)
}

const entryOf = (settlement: SettlementRecord, payout: PayoutRecord) => ({
  ...payout,
  id: settlement.id,
  ownerId: settlement.ownerId,
  reference: settlement.reference,
})

async function succeed(context: Context, settlement: SettlementRecord, payout: PayoutRecord, bankReference: string) {
  const { tx, mode, now } = context
  await post(tx, payoutPaid(mode, entryOf(settlement, payout), now))
  await endTry(tx, payout, { status: 'paid', bankReference, endedAt: now })
  const paid = await change(tx, settlement, { status: 'success', bankReference, paidAt: now, nextAt: null })
  const amount = formatNaira(payout.amountKobo)
  const whose = await whoseOf(tx, paid)
  await tell(tx, paid, now, 'paid', `${amount} paid to ${placeOf(payout)}. The bank’s number is ${bankReference}`)
  await tellMembers(context, paid.merchantId, {
    kind: 'settlement',
    title: whose ? `${amount} was paid to ${whose}` : `${amount} was paid to your bank account`,
    text: `${whose ? 'The' : 'Your'} bank shows it as ${paid.narration}.`,
    path: pathOf(paid),
  })
  await emitSettlement(context, paid, 'paid')
}

async function fail(context: Context, settlement: SettlementRecord, payout: PayoutRecord, reason: string) {
  const { tx, mode, now } = context
  await post(tx, payoutReturned(mode, entryOf(settlement, payout), now))
  await endTry(tx, payout, { status: 'returned', message: reason, endedAt: now })
  const whose = await whoseOf(tx, settlement)
  const balance = whose ? `the balance of ${whose}` : 'your balance'
  const todo = whose
    ? `Check the bank account of ${whose}, or enter another one under Split payments before that.`
    : 'Check your primary bank account, or make another one your primary account in Settings before that.'
  const message = `${reason}. The money is back in ${balance} and is sent again on the next working day. ${todo}`
  const failed = await change(tx, settlement, { status: 'failed', failureMessage: message, nextAt: null })
  const amount = formatNaira(payout.amountKobo)
  await tell(tx, failed, now, 'failed', `${reason}: ${amount} is back in ${balance}`)
  await emitSettlement(context, failed, 'failed')
  const account = await accountToPay(tx, failed)
  const held = account && (await holdAfterReturns(tx, failed, account))
  // What is on hold is notified of as that, and not as one more payout that failed.
  if (held) return putOnHold(context, failed, held)
  await tellMembers(context, failed.merchantId, {
    kind: 'settlement',
    title: `A payout of ${amount}${whose ? ` to ${whose}` : ''} failed`,
    text: message,
    path: pathOf(failed),
  })
}

const endTry = (tx: Context['tx'], { reference }: PayoutRecord, to: Partial<PayoutRecord>) =>
  tx.update(payouts).set(to).where(eq(payouts.reference, reference))
