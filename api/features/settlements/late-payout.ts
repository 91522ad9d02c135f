import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import { listProcessors } from '../../connectors/connector-for.ts'
import type { TransferOutcome } from '../../connectors/payouts.ts'
import { processorName } from '../../connectors/processors.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { reverseEntry } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { latePayoutDuty, latePayoutUndone } from '../../ledger/settlement-entries.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { describePayoutAccount } from './hold.ts'
import {
  appendSettlementEvent,
  findRecipientName,
  lockSettlement,
  type SettlementKey,
  settlementPath,
  updateSettlementRecord,
} from './move.ts'
import type { OpenPayouts } from './pending-transfer.ts'
import { latePayouts, payouts } from './tables.ts'
import { isLatePayout, sumProviderDuty, takeLatePayouts } from './take-late-payouts.ts'

/** A payout attempt: its settlement, and its number. */
type AttemptKey = SettlementKey & { attempt: number }

/**
 * Queries the processor about a payout attempt that came back: it may have paid it since, and then the owner has the money twice. May be
 * repeated. Returns the outcome; undefined without an answer.
 */
export async function checkReturnedPayout(
  write: UnitOfWork['write'],
  open: OpenPayouts,
  key: AttemptKey,
): Promise<TransferOutcome | undefined> {
  const found = await write((context) => findReturnedPayout(context, key))
  if (!found) return { kind: 'unknown' }
  const { processor, reference } = found.payout
  const outcome = await callConnector(open(processor).payouts.query(reference))
  if (outcome?.kind === 'paid') await write((context) => recordLatePayout(context, key, outcome.bankReference))
  if (outcome?.kind === 'returned') await write((context) => undoLatePayout(context, key, outcome.message))
  return outcome
}

/**
 * A returned attempt with its settlement, both locked; undefined if the attempt was not returned, or its processor is no longer configured.
 */
async function findReturnedPayout(context: Context, { attempt, ...key }: AttemptKey) {
  const { tx } = context
  const { settlement } = await lockSettlement(tx, key)
  const [found] = await tx
    .select({ payout: payouts, late: latePayouts })
    .from(payouts)
    .leftJoin(
      latePayouts,
      and(
        eq(latePayouts.merchantId, payouts.merchantId),
        eq(latePayouts.settlementId, payouts.settlementId),
        eq(latePayouts.attempt, payouts.attempt),
      ),
    )
    .where(and(eq(payouts.merchantId, key.merchantId), eq(payouts.settlementId, key.id), eq(payouts.attempt, attempt)))
  if (!found || !listProcessors(context, 'payouts').includes(found.payout.processor)) return undefined
  const isSentBack = settlement.returnedAt !== null && attempt === settlement.attempts
  return found.payout.status === 'returned' || isSentBack ? { settlement, ...found } : undefined
}

async function recordLatePayout(context: Context, key: AttemptKey, bankReference: string): Promise<void> {
  const { tx, mode, now } = context
  const found = await findReturnedPayout(context, key)
  if (!found || (found.late && found.late.undoneAt === null)) return
  const { settlement, payout } = found
  const { merchantId, ownerId, id: settlementId } = settlement
  const { attempt, amountKobo, stampDutyKobo, stampDutyBearer, reference } = payout
  const dutyKobo = stampDutyBearer === 'merchant' ? stampDutyKobo : 0
  const [recorded] = await tx
    .insert(latePayouts)
    .values({ merchantId, settlementId, attempt, ownerId, amountKobo, dutyKobo, paidAt: now })
    .onConflictDoUpdate({
      target: [latePayouts.merchantId, latePayouts.settlementId, latePayouts.attempt],
      set: { paidAt: now, undoneAt: null },
    })
    .returning()
  const entry = { ...recorded!, id: settlementId, reference: settlement.reference }
  const providerDutyKobo = stampDutyKobo - dutyKobo
  if (providerDutyKobo > 0) await postEntry(tx, latePayoutDuty(mode, entry, providerDutyKobo, now))
  await takeLatePayouts(context, settlement)
  // An older one of the same owner is taken first.
  const [late] = await tx.select().from(latePayouts).where(isLatePayout({ merchantId, settlementId, attempt }))
  const dueKobo = amountKobo + dutyKobo
  const { takenKobo } = late!
  const amount = formatNaira(amountKobo)
  await appendSettlementEvent(
    tx,
    settlement,
    now,
    'paid_late',
    `${amount} that had come back was paid to ${describePayoutAccount(payout)} after all. Session ID ${bankReference}`,
  )
  if (settlement.status === 'failed')
    await updateSettlementRecord(tx, settlement, { failureMessage: 'The bank has paid it after all' })
  const whose = await findRecipientName(tx, settlement)
  const rest = takenKobo < dueKobo ? `, and ${formatNaira(dueKobo - takenKobo)} is taken from the next proceeds` : ''
  await sendNotification(context, merchantId, {
    kind: 'settlement',
    title: `A payout of ${amount}${whose ? ` to ${whose}` : ''} that had come back was paid after all`,
    text: `Its money was back in ${whose ? `the balance of ${whose}` : 'your balance'}. ${formatNaira(takenKobo)} was taken from there${rest}.`,
    path: settlementPath(settlement),
  })
  const processor = processorName(payout.processor)
  await emailOperator(
    context,
    {
      title: 'A payout was paid after it had come back',
      text: `${processor} reported that this payout had come back, and has paid it since. What the balance of the business does not cover is taken from its next proceeds, and is an item of the reconciliation until then. Ask ${processor} why.`,
      rows: [
        ['Reference', reference],
        ['Amount', amount],
        ['Still to be taken', formatNaira(dueKobo - takenKobo)],
      ],
    },
    `payout-paid-late:${reference}:${now.toISOString()}`,
  )
}

/** Gives back what was taken for a late payout, because the bank has sent it back again. Otherwise changes nothing. */
async function undoLatePayout(context: Context, key: AttemptKey, reason: string): Promise<void> {
  const { tx, mode, now } = context
  const found = await findReturnedPayout(context, key)
  if (!found?.late || found.late.undoneAt !== null) return
  const { settlement, payout, late } = found
  const { reference, id } = settlement
  const taken = { ...late, id, reference }
  for (const entry of latePayoutUndone(mode, taken, now)) await postEntry(tx, entry)
  const providerDutyKobo = await sumProviderDuty(tx, mode, taken)
  if (providerDutyKobo > 0) await postEntry(tx, reverseEntry(latePayoutDuty(mode, taken, providerDutyKobo, now)))
  await tx
    .update(latePayouts)
    .set({ undoneAt: now, takenKobo: 0, entries: late.entries + 1 })
    .where(isLatePayout(late))
  const text = `${describePayoutAccount(payout)} sent ${formatNaira(payout.amountKobo)} back: ${reason}`
  await appendSettlementEvent(tx, settlement, now, 'sent_back', text)
}
