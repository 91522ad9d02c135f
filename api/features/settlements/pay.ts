import { arrivalMs, callConnector } from '../../connectors/call-connector.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import type { UnitOfWork } from '../../context.ts'
import { alertOfWaitingPayout } from './alert-of-waiting-payout.ts'
import { endPayout } from './end-payout.ts'
import { findStop } from './hold.ts'
import { checkReturnedPayout } from './late-payout.ts'
import type { SettlementKey } from './move.ts'
import { lastSentAt, updatePayout } from './payout-record.ts'
import { findPendingTransfer, lockPendingPayout, type OpenPayouts, type PayoutAttempt } from './pending-transfer.ts'
import { startPayout } from './start-payout.ts'

/**
 * Pays a due settlement: records the attempt, calls the bank, records the outcome. If no outcome arrives, the settlement stays in
 * processing for the job that queries again. The bank pays a reference only once. `attempts`: how often it was sent before.
 */
export async function paySettlement(
  write: UnitOfWork['write'],
  open: OpenPayouts,
  { attempts, ...key }: SettlementKey & { attempts: number },
): Promise<void> {
  if (!(await areEarlierOver(write, open, key, attempts))) return
  const attempt = await write((context) => startPayout(context, key))
  if (attempt) await sendTransfer(write, open(attempt.processor), key, attempt)
}

/** Maximum number of earlier attempts that are queried. After three returns from one account, its owner has to confirm it. */
const maxQueried = 10

/**
 * Whether all earlier attempts have come back for good. Some banks pay what they have reported as failed: without these queries the owner
 * would be paid twice.
 */
async function areEarlierOver(
  write: UnitOfWork['write'],
  open: OpenPayouts,
  key: SettlementKey,
  attempts: number,
): Promise<boolean> {
  for (let attempt = attempts; attempt > Math.max(0, attempts - maxQueried); attempt--) {
    const outcome = await checkReturnedPayout(write, open, { ...key, attempt })
    if (outcome === undefined || outcome.kind === 'pending') return false
  }
  return true
}

/** Queries the bank for the outcome of a payout attempt. */
export async function checkPayout(write: UnitOfWork['write'], open: OpenPayouts, key: SettlementKey): Promise<void> {
  const asked = await write(async ({ tx, now }) => ({ attempt: await findPendingTransfer(tx, key), askedAt: now }))
  const { attempt, askedAt } = asked
  if (!attempt) return
  const connector = open(attempt.processor)
  const outcome = await callConnector(connector.payouts.query(attempt.reference))
  if (outcome?.kind === 'unknown') await sendAgainUnlessStopped(write, connector, key, { ...attempt, askedAt })
  else if (outcome) await write((context) => endPayout(context, key, attempt.reference, outcome))
  await write(async (context) => {
    const waiting = await findPendingTransfer(context.tx, key)
    if (waiting?.reference === attempt.reference) await alertOfWaitingPayout(context, attempt)
  })
}

/**
 * Requests a payout again that the bank does not know, which does not pay it twice. If the settlement was put on hold since, or payouts of
 * the business were stopped, the payout is returned instead, as soon as the bank was queried when no request could arrive any more.
 */
async function sendAgainUnlessStopped(
  write: UnitOfWork['write'],
  connector: ConnectorWith<'payouts'>,
  key: SettlementKey,
  { askedAt, ...attempt }: PayoutAttempt & { askedAt: Date },
): Promise<void> {
  const earlierAt = await write(async (context) => {
    const pending = await lockPendingPayout(context.tx, key)
    if (pending?.payout.reference !== attempt.reference) return undefined
    const { settlement, payout } = pending
    const sentAt = lastSentAt(payout)
    if (!(await findStop(context.tx, settlement))) {
      await updatePayout(context.tx, payout, { sentAgainAt: context.now })
      return sentAt
    }
    if (askedAt.getTime() - sentAt.getTime() < arrivalMs) return undefined
    const message = `${settlement.heldFor === null ? 'Payouts were stopped' : 'It was held'} before the bank had it`
    await endPayout(context, key, attempt.reference, { kind: 'returned', message })
    return undefined
  })
  if (earlierAt) await sendTransfer(write, connector, key, attempt, earlierAt)
}

/**
 * `earlierAt`: when the attempt was sent before. If this request is not sent, the attempt still goes on while the earlier request may
 * arrive.
 */
async function sendTransfer(
  write: UnitOfWork['write'],
  { payouts }: ConnectorWith<'payouts'>,
  key: SettlementKey,
  { reference, amountKobo, account, narration }: PayoutAttempt,
  earlierAt?: Date,
): Promise<void> {
  const request = { reference, amountKobo, account, narration }
  const outcome = await callConnector(payouts.send(request))
  if (!outcome) return
  await write(async (context) => {
    const mayArrive = earlierAt !== undefined && context.now.getTime() - earlierAt.getTime() < arrivalMs
    if (outcome.kind === 'returned' && outcome.isUnsent && mayArrive) return
    await endPayout(context, key, reference, outcome)
  })
}
