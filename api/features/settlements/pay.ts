import { arrivalMs, callConnector } from '../../connectors/call-connector.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import type { UnitOfWork } from '../../context.ts'
import { alertOfWaitingPayout } from './alert-of-waiting-payout.ts'
import { endPayout } from './end-payout.ts'
import { findPayoutStop } from './hold.ts'
import { checkReturnedPayout } from './late-payout.ts'
import type { SettlementKey } from './move.ts'
import { findPendingTransfer, type OpenPayouts, type PayoutAttempt } from './pending-transfer.ts'
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
const mostQueried = 10

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
  for (let attempt = attempts; attempt > Math.max(0, attempts - mostQueried); attempt--) {
    const outcome = await checkReturnedPayout(write, open, { ...key, attempt })
    if (outcome === undefined || outcome.kind === 'pending') return false
  }
  return true
}

/** Queries the bank for the outcome of a payout attempt. */
export async function checkPayout(write: UnitOfWork['write'], open: OpenPayouts, key: SettlementKey): Promise<void> {
  const attempt = await write(({ tx }) => findPendingTransfer(tx, key))
  if (!attempt) return
  const connector = open(attempt.processor)
  const outcome = await callConnector(connector.payouts.query(attempt.reference))
  // The bank may not know the transfer: requesting it again does not pay twice.
  if (outcome?.kind === 'unknown') await sendAgainUnlessStopped(write, connector, key, attempt)
  else if (outcome) await write((context) => endPayout(context, key, attempt.reference, outcome))
  await write(async (context) => {
    const waiting = await findPendingTransfer(context.tx, key)
    if (waiting?.reference === attempt.reference) await alertOfWaitingPayout(context, attempt)
  })
}

/** Sends a transfer again that the bank does not know. If payouts were stopped meanwhile, it is returned, once no request can still arrive. */
async function sendAgainUnlessStopped(
  write: UnitOfWork['write'],
  connector: ConnectorWith<'payouts'>,
  key: SettlementKey,
  attempt: PayoutAttempt,
): Promise<void> {
  const stop = await write(({ tx }) => findPayoutStop(tx, key.merchantId))
  if (!stop) return sendTransfer(write, connector, key, attempt, arrivalMs)
  await write(async (context) => {
    if (context.now.getTime() - attempt.requestedAt.getTime() < arrivalMs) return
    const message = 'Payouts were stopped before the bank had it'
    await endPayout(context, key, attempt.reference, { kind: 'returned', message })
  })
}

/**
 * Requests the transfer and stores the outcome. `earlierMs`: for so long an earlier request may still arrive at the bank; until then a
 * request that was not sent does not end the attempt.
 */
async function sendTransfer(
  write: UnitOfWork['write'],
  { payouts }: ConnectorWith<'payouts'>,
  key: SettlementKey,
  { processor: _, requestedAt, ...request }: PayoutAttempt,
  earlierMs = 0,
): Promise<void> {
  const outcome = await callConnector(payouts.send(request))
  if (!outcome) return
  await write(async (context) => {
    const mayArrive = context.now.getTime() - requestedAt.getTime() < earlierMs
    if (outcome.kind === 'returned' && outcome.isUnsent && mayArrive) return
    await endPayout(context, key, request.reference, outcome)
  })
}
