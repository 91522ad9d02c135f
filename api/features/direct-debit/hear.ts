import type { MandateStatus } from '@adire/contract/direct-debit.ts'
import type { MandateSaid } from '../../connectors/connector.ts'
import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { emitMandate } from './emit.ts'
import { cancelAtBank, mailMandate } from './mails.ts'
import { change, type Key, type MandateRecord, tell } from './move.ts'
import { dropPlanned, freePlanned, keepPlanned } from './plan.ts'
import { followMandate, mandateMoved } from './promise.ts'

const hourMs = 3_600_000
/** How soon the bank is asked again where it says nothing about it. */
const pauses = {
  pending_authorization: 6 * hourMs,
  pending_activation: hourMs,
  active: hourMs,
  suspended: 168 * hourMs,
}

/** When the last day of a mandate is over; null where it has none. */
export const lastInstant = ({ endOn }: Pick<MandateRecord, 'endOn'>) =>
  endOn === null ? null : startOfDay(addDays(endOn, 1))

/** Whether its last day has passed, which is written down when somebody comes by. */
export const isOver = (mandate: Pick<MandateRecord, 'endOn'>, now: Date): boolean => {
  const last = lastInstant(mandate)
  return last !== null && last <= now
}

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one)

/**
 * The one door for what a bank says of a mandate, whether it was asked or said so of its own accord. The mandate is held.
 * The same said twice changes nothing the second time.
 */
export async function hear(context: Context, mandate: MandateRecord, said: MandateSaid): Promise<MandateRecord> {
  switch (mandate.status) {
    case 'pending_authorization':
    case 'pending_activation':
      return hearOfNew(context, mandate, said)
    case 'active':
    case 'suspended':
      return hearOfActive(context, mandate, said)
    default:
      return mandate
  }
}

async function hearOfNew(context: Context, mandate: MandateRecord, said: MandateSaid): Promise<MandateRecord> {
  const { now } = context
  const isAwaited = mandate.status === 'pending_authorization'
  if (said.kind === 'rejected') return end(context, mandate, 'rejected', said.message)
  if (said.kind === 'closed' || said.kind === 'suspended') return end(context, mandate, 'cancelled', said.message)
  if (said.kind === 'awaits_bank' || said.kind === 'active') {
    const arrived = isAwaited ? await authorize(context, mandate) : mandate
    return said.kind === 'active' ? activate(context, arrived, said) : lookAgain(context, arrived, said.askAgainAt)
  }
  if (isAwaited && mandate.transferExpiresAt! <= now) return expireAuthorization(context, mandate)
  const pause = pauses[mandate.status as keyof typeof pauses]
  return lookAgain(context, mandate, earlier(new Date(now.getTime() + pause), mandate.transferExpiresAt))
}

async function hearOfActive(context: Context, mandate: MandateRecord, said: MandateSaid): Promise<MandateRecord> {
  const { now } = context
  if (said.kind === 'closed' || said.kind === 'rejected') return end(context, mandate, 'cancelled', said.message)
  if (said.kind === 'suspended')
    return mandate.status === 'active' ? suspend(context, mandate, said.message) : lookAgain(context, mandate)
  if (said.kind !== 'active')
    return lookAgain(context, mandate, new Date(now.getTime() + pauses[mandate.status as 'active']))
  const active = mandate.status === 'suspended' ? await reinstate(context, mandate) : mandate
  return said.ready ? makeReady(context, active) : lookAgain(context, active, said.askAgainAt)
}

/** Says when the mandate is looked at next: then, or when it ends. */
export async function lookAgain({ tx, now }: Context, mandate: MandateRecord, at?: Date): Promise<MandateRecord> {
  const again = at ?? (mandate.status === 'suspended' ? new Date(now.getTime() + pauses.suspended) : null)
  const last = lastInstant(mandate)
  const dueAt = again ? earlier(again, last) : last
  const changed = await change(tx, mandate, { dueAt }, now)
  // What is soon is promised by itself: the sweep comes only every minute.
  if (dueAt && dueAt.getTime() - now.getTime() < hourMs) await followMandate(tx, changed, dueAt)
  return changed
}

async function authorize(context: Context, mandate: MandateRecord) {
  const { tx, now } = context
  await tell(tx, mandate, now, 'authorized', 'The customer’s transfer arrived; the bank looks at the mandate')
  const authorized = await change(tx, mandate, { status: 'pending_activation', authorizedAt: now }, now)
  await emitMandate(context, mandate, 'mandate.authorized')
  return authorized
}

async function activate(context: Context, mandate: MandateRecord, said: MandateSaid & { kind: 'active' }) {
  const { tx, now } = context
  await tell(tx, mandate, now, 'activated', 'The bank activated the mandate')
  const active = await change(tx, mandate, { status: 'active', activatedAt: now }, now)
  await emitMandate(context, active, 'mandate.activated')
  return said.ready ? makeReady(context, active) : lookAgain(context, active, said.askAgainAt)
}

async function makeReady(context: Context, mandate: MandateRecord): Promise<MandateRecord> {
  const { tx, now } = context
  if (mandate.readyToDebit) return lookAgain(context, mandate)
  await tell(tx, mandate, now, 'ready', 'The bank takes debits from now on')
  const ready = await change(tx, mandate, { readyToDebit: true, readyAt: mandate.readyAt ?? now }, now)
  await tellSubscription(context, ready)
  if (!mandate.readyAt) {
    await mailTo(context, ready, 'ready')
    await inform(context, ready, 'Ready to debit', `The mandate of ${nameOf(ready)} can be debited from now on.`)
  }
  const planned = await lookAgain(context, await keepPlanned(context, ready))
  await emitMandate(context, planned, 'mandate.ready')
  return planned
}

const expireAuthorization = (context: Context, mandate: MandateRecord) =>
  end(context, mandate, 'authorization_expired', 'The customer’s NGN 50 did not arrive within 48 hours')

async function suspend(context: Context, mandate: MandateRecord, reason: string) {
  const { tx, now } = context
  await tell(tx, mandate, now, 'suspended', `Suspended: ${reason}`)
  const suspended = await change(tx, mandate, { status: 'suspended', readyToDebit: false, reason }, now)
  const dropped = await dropPlanned(context, suspended, {
    failureCode: 'mandate_suspended',
    failureMessage: 'The bank suspended the mandate',
  })
  // The day of the schedule that was planned may come again, should the bank change its mind in time.
  const freed = await freePlanned(context, suspended)
  const lost = dropped > 0 ? ' What was planned is cancelled.' : ''
  await inform(context, suspended, 'A mandate was suspended', `${nameOf(suspended)}: ${reason}.${lost}`)
  const waiting = await lookAgain(context, freed)
  await emitMandate(context, waiting, 'mandate.suspended')
  return waiting
}

async function reinstate(context: Context, mandate: MandateRecord) {
  const { tx, now } = context
  await tell(tx, mandate, now, 'reinstated', 'The bank lifted the suspension')
  await inform(context, mandate, 'A mandate is active again', `The bank lifted the suspension of ${nameOf(mandate)}.`)
  return change(tx, mandate, { status: 'active', reason: null }, now)
}

type EndStatus = Extract<MandateStatus, 'rejected' | 'authorization_expired' | 'cancelled' | 'expired'>
const endings: Record<EndStatus, { title: string; code: string }> = {
  rejected: { title: 'A mandate was rejected', code: 'mandate_rejected' },
  authorization_expired: { title: 'A mandate was not authorised in time', code: 'mandate_expired' },
  cancelled: { title: 'A mandate was cancelled', code: 'mandate_cancelled' },
  expired: { title: 'A mandate is over', code: 'mandate_expired' },
}

/** Ends a held mandate: what is planned is taken back, what is at the bank finishes. Business and customer hear of it. */
export async function end(context: Context, mandate: MandateRecord, status: EndStatus, reason: string) {
  const { tx, now } = context
  const { title, code } = endings[status]
  await tell(tx, mandate, now, status, `${sentences[status]}: ${reason}`)
  const over = await change(tx, mandate, { status, readyToDebit: false, reason, dueAt: null, endedAt: now }, now)
  await dropPlanned(context, over, { failureCode: code, failureMessage: reason })
  await mailTo(context, over, 'ended')
  await tellSubscription(context, over)
  if (mandate.consentedAt && status !== 'rejected')
    await enqueue(tx, cancelAtBank, { ...of(mandate), reference: mandate.reference }, of(mandate))
  await inform(context, over, title, `${nameOf(over)}: ${reason}.`)
  await emitMandate(context, over, status === 'authorization_expired' ? 'mandate.expired' : `mandate.${status}`)
  return over
}

const sentences: Record<EndStatus, string> = {
  rejected: 'Rejected',
  authorization_expired: 'Not authorised in time',
  cancelled: 'Cancelled',
  expired: 'Over',
}

/** Promised, because a subscription is held before its mandate. */
async function tellSubscription({ tx }: Context, mandate: MandateRecord): Promise<void> {
  const { merchantId, subscriptionId } = mandate
  if (subscriptionId) await enqueue(tx, mandateMoved, { merchantId, id: subscriptionId }, of(mandate))
}

export const keyOf = ({ merchantId, id }: Key) => ({ merchantId, id })
export const of = ({ merchantId }: Key) => ({ merchantId })
const nameOf = ({ customerName, customerEmail }: MandateRecord) => customerName ?? customerEmail

const mailTo = (context: Context, mandate: MandateRecord, what: 'ready' | 'ended') =>
  enqueue(context.tx, mailMandate, { ...keyOf(mandate), what }, of(mandate))

export const inform = (context: Context, mandate: MandateRecord, title: string, text: string) =>
  tellMembers(context, mandate.merchantId, { kind: 'payment', title, text, path: `/directDebit/${mandate.slug}` })
