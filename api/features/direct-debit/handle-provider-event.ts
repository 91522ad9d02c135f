import type { MandateStatus } from '@adire/contract/direct-debit-schemas.ts'
import type { ProviderStatus } from '../../connectors/mandates.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { notifyInDigest } from '../notifications/digest.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { emitMandate } from './emit.ts'
import { followMandate, mandateStatusChanged } from './enqueue.ts'
import { cancelAtBank, mailMandate } from './mails.ts'
import {
  appendMandateEvent,
  bankReference,
  lastInstant,
  type MandateKey,
  type MandateRecord,
  updateMandateRecord,
} from './move.ts'
import { dropPlanned, freePlanned, planNextDebit } from './plan.ts'

const hourMs = 3_600_000
/** Default delay of the next query to the bank, if the bank suggests none. */
const pauses = {
  pending_authorization: 6 * hourMs,
  pending_activation: hourMs,
  active: hourMs,
  suspended: 168 * hourMs,
}

/** Time for the bank to activate a mandate that was authorised on a page of the processor. */
const activationWindowMs = 7 * 24 * hourMs
const stopped = 'The bank does not accept debits any more'

/** True if the last day has passed. The status changes only at the next check. */
export const isOver = (mandate: Pick<MandateRecord, 'endOn'>, now: Date): boolean => {
  const last = lastInstant(mandate)
  return last !== null && last <= now
}

const earlierOf = (one: Date, other: Date | null) => (other !== null && other < one ? other : one)

/**
 * Applies a mandate status received from the bank, as a query result or a webhook. All provider statuses must go through this
 * function. The mandate must be locked. Idempotent.
 */
export async function handleProviderEvent(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus,
): Promise<MandateRecord> {
  switch (mandate.status) {
    case 'pending_authorization':
    case 'pending_activation':
      return handlePendingMandate(context, mandate, providerStatus)
    case 'active':
    case 'suspended':
      return handleActiveMandate(context, mandate, providerStatus)
    default:
      return mandate
  }
}

async function handlePendingMandate(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus,
): Promise<MandateRecord> {
  const { now } = context
  const isAwaited = mandate.status === 'pending_authorization'
  if (providerStatus.kind === 'rejected') return closeMandate(context, mandate, 'rejected', providerStatus.message)
  if (providerStatus.kind === 'closed' || providerStatus.kind === 'suspended')
    return closeMandate(context, mandate, 'cancelled', providerStatus.message)
  if (providerStatus.kind === 'awaits_bank' && mandate.authorizedAt && mandate.authorizationUrl) {
    const isLost = now.getTime() - mandate.authorizedAt.getTime() > activationWindowMs
    if (isLost) return closeMandate(context, mandate, 'cancelled', 'The bank did not activate it within 7 days')
  }
  if (providerStatus.kind === 'awaits_bank' || providerStatus.kind === 'active') {
    const arrived = isAwaited ? await authorizeMandate(context, mandate) : mandate
    return providerStatus.kind === 'active'
      ? activateMandate(context, arrived, providerStatus)
      : lookAgain(context, arrived, providerStatus.checkAgainAt)
  }
  if (isAwaited && mandate.transferExpiresAt! <= now) return expireAuthorization(context, mandate)
  const pause = pauses[mandate.status as keyof typeof pauses]
  return lookAgain(context, mandate, earlierOf(new Date(now.getTime() + pause), mandate.transferExpiresAt))
}

async function handleActiveMandate(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus,
): Promise<MandateRecord> {
  const { now } = context
  if (providerStatus.kind === 'closed' || providerStatus.kind === 'rejected')
    return closeMandate(context, mandate, 'cancelled', providerStatus.message)
  if (providerStatus.kind === 'suspended' || providerStatus.kind === 'awaits_bank')
    return mandate.status === 'active'
      ? suspendMandate(context, mandate, 'message' in providerStatus ? providerStatus.message : stopped)
      : lookAgain(context, mandate)
  if (providerStatus.kind !== 'active')
    return lookAgain(context, mandate, new Date(now.getTime() + pauses[mandate.status as 'active']))
  const active = mandate.status === 'suspended' ? await reinstateMandate(context, mandate) : mandate
  return providerStatus.ready ? makeReady(context, active) : lookAgain(context, active, providerStatus.checkAgainAt)
}

/** Schedules the next check of a mandate: at `at`, or at its end if that is earlier. */
export async function lookAgain({ tx, now }: Context, mandate: MandateRecord, at?: Date): Promise<MandateRecord> {
  const again = at ?? (mandate.status === 'suspended' ? new Date(now.getTime() + pauses.suspended) : null)
  const last = lastInstant(mandate)
  const dueAt = again ? earlierOf(again, last) : last
  const changed = await updateMandateRecord(tx, mandate, { dueAt }, now)
  // A check that is soon gets its own job, because the scheduled job runs only every minute.
  if (dueAt && dueAt.getTime() - now.getTime() < hourMs) await followMandate(tx, changed, dueAt)
  return changed
}

async function authorizeMandate(context: Context, mandate: MandateRecord) {
  const { tx, now } = context
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'authorized',
    mandate.authorizationUrl
      ? 'The customer authorised the mandate; the bank activates it'
      : 'The customer’s transfer arrived; the bank looks at the mandate',
  )
  const authorized = await updateMandateRecord(tx, mandate, { status: 'pending_activation', authorizedAt: now }, now)
  await emitMandate(context, mandate, 'mandate.authorized')
  return authorized
}

async function activateMandate(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus & { kind: 'active' },
) {
  const { tx, now } = context
  await appendMandateEvent(tx, mandate, now, 'activated', 'The bank activated the mandate')
  const active = await updateMandateRecord(tx, mandate, { status: 'active', activatedAt: now }, now)
  await emitMandate(context, active, 'mandate.activated')
  return providerStatus.ready ? makeReady(context, active) : lookAgain(context, active, providerStatus.checkAgainAt)
}

async function makeReady(context: Context, mandate: MandateRecord): Promise<MandateRecord> {
  const { tx, now } = context
  if (mandate.readyToDebit) return lookAgain(context, mandate)
  await appendMandateEvent(tx, mandate, now, 'ready', 'The bank accepts debits from now on')
  const ready = await updateMandateRecord(tx, mandate, { readyToDebit: true, readyAt: mandate.readyAt ?? now }, now)
  await enqueueSubscriptionUpdate(context, ready)
  if (!mandate.readyAt) {
    await mailTo(context, ready, 'ready')
    await notifyMandateMembers(
      context,
      ready,
      'Ready to debit',
      `The mandate of ${nameOf(ready)} can be debited from now on.`,
    )
  }
  const planned = await lookAgain(context, await planNextDebit(context, ready))
  await emitMandate(context, planned, 'mandate.ready')
  return planned
}

const expireAuthorization = (context: Context, mandate: MandateRecord) =>
  closeMandate(
    context,
    mandate,
    'authorization_expired',
    mandate.authorizationUrl
      ? 'The account was not confirmed within 48 hours'
      : 'NGN 50 did not arrive within 48 hours',
  )

async function suspendMandate(context: Context, mandate: MandateRecord, reason: string) {
  const { tx, now } = context
  await appendMandateEvent(tx, mandate, now, 'suspended', `Suspended: ${reason}`)
  const suspended = await updateMandateRecord(tx, mandate, { status: 'suspended', readyToDebit: false, reason }, now)
  const dropped = await dropPlanned(context, suspended, {
    failureCode: 'mandate_suspended',
    failureMessage: 'The bank suspended the mandate',
  })
  // Free the planned day of the schedule, so that it can be planned again if the bank lifts the suspension in time.
  const freed = await freePlanned(context, suspended)
  const lost = dropped > 0 ? ' What was planned is cancelled.' : ''
  await notifyOfMandateFailure(context, suspended, 'A mandate was suspended', `${nameOf(suspended)}: ${reason}.${lost}`)
  const waiting = await lookAgain(context, freed)
  await emitMandate(context, waiting, 'mandate.suspended')
  return waiting
}

async function reinstateMandate(context: Context, mandate: MandateRecord) {
  const { tx, now } = context
  await appendMandateEvent(tx, mandate, now, 'reinstated', 'The bank lifted the suspension')
  await notifyMandateMembers(
    context,
    mandate,
    'A mandate is active again',
    `The bank lifted the suspension of ${nameOf(mandate)}.`,
  )
  return updateMandateRecord(tx, mandate, { status: 'active', reason: null }, now)
}

type EndStatus = Extract<MandateStatus, 'rejected' | 'authorization_expired' | 'cancelled' | 'expired'>
const endings: Record<EndStatus, { title: string; code: string }> = {
  rejected: { title: 'A mandate was rejected', code: 'mandate_rejected' },
  authorization_expired: { title: 'A mandate was not authorised in time', code: 'mandate_expired' },
  cancelled: { title: 'A mandate was cancelled', code: 'mandate_cancelled' },
  expired: { title: 'A mandate has expired', code: 'mandate_expired' },
}

/**
 * Ends a locked mandate: planned debits are cancelled, debits at the bank finish. Notifies the customer and the merchant, who needs
 * no email about what they ended themselves (`isOwn`).
 */
export async function closeMandate(
  context: Context,
  mandate: MandateRecord,
  status: EndStatus,
  reason: string,
  isOwn = false,
) {
  const { tx, now } = context
  const { title, code } = endings[status]
  await appendMandateEvent(tx, mandate, now, status, `${sentences[status]}: ${reason}`)
  const over = await updateMandateRecord(
    tx,
    mandate,
    { status, readyToDebit: false, reason, sealedHolder: null, dueAt: null, endedAt: now },
    now,
  )
  await dropPlanned(context, over, { failureCode: code, failureMessage: reason })
  await mailTo(context, over, 'ended')
  await enqueueSubscriptionUpdate(context, over)
  if (mandate.consentedAt && status !== 'rejected')
    await enqueueJob(
      tx,
      cancelAtBank,
      { ...merchantKey(mandate), reference: bankReference(mandate) },
      merchantKey(mandate),
    )
  const notify = isOwn ? notifyMandateMembers : notifyOfMandateFailure
  await notify(context, over, title, `${nameOf(over)}: ${reason}.`)
  await emitMandate(context, over, status === 'authorization_expired' ? 'mandate.expired' : `mandate.${status}`)
  return over
}

const sentences: Record<EndStatus, string> = {
  rejected: 'Rejected',
  authorization_expired: 'Not authorised in time',
  cancelled: 'Cancelled',
  expired: 'Over',
}

/** Enqueued as a job, because a subscription must be locked before its mandate. */
async function enqueueSubscriptionUpdate({ tx }: Context, mandate: MandateRecord): Promise<void> {
  const { merchantId, subscriptionId } = mandate
  if (subscriptionId)
    await enqueueJob(tx, mandateStatusChanged, { merchantId, id: subscriptionId }, merchantKey(mandate))
}

export const mandateKey = ({ merchantId, id }: MandateKey) => ({ merchantId, id })
export const merchantKey = ({ merchantId }: MandateKey) => ({ merchantId })
const nameOf = ({ customerName, customerEmail }: MandateRecord) => customerName ?? customerEmail

const mailTo = (context: Context, mandate: MandateRecord, what: 'ready' | 'ended') =>
  enqueueJob(context.tx, mailMandate, { ...mandateKey(mandate), what }, merchantKey(mandate))

/** Notifies the members of a failure: in the dashboard at once, by email once a day. */
export const notifyOfMandateFailure = (context: Context, mandate: MandateRecord, title: string, text: string) =>
  notifyInDigest(context, mandate.merchantId, { kind: 'mandate', title, text, path: `/directDebit/${mandate.slug}` })

export const notifyMandateMembers = (context: Context, mandate: MandateRecord, title: string, text: string) =>
  sendNotification(context, mandate.merchantId, { kind: 'payment', title, text, path: `/directDebit/${mandate.slug}` })
