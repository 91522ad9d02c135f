import { debitMoves, mandateMoves } from '@adire/contract/direct-debit.ts'
import type { MandateStatus } from '@adire/contract/direct-debit-schemas.ts'
import { eq, or } from 'drizzle-orm'
import type { Processor } from '../../connectors/processors.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline, type ObjectKey } from '../lifecycle/timeline.ts'
import { mandateDebits, mandates } from './tables.ts'

/** Rows of `mandates` and `mandate_debits`. */
export type MandateRecord = typeof mandates.$inferSelect
export type DebitRecord = typeof mandateDebits.$inferSelect
export type MandateKey = ObjectKey

const statusTexts: Record<MandateStatus, string> = {
  draft: 'a draft',
  pending: 'waiting for the customer’s consent',
  pending_authorization: 'waiting for the customer’s transfer',
  pending_activation: 'waiting for the bank',
  active: 'active',
  suspended: 'suspended',
  rejected: 'rejected',
  authorization_expired: 'out of time',
  cancelled: 'cancelled',
  expired: 'over',
}

const mandateLifecycle = defineLifecycle(mandates, {
  name: 'mandate',
  moves: mandateMoves,
  topic: 'payments',
  statusTexts,
  targetTexts: statusTexts,
})
export const findMandate = mandateLifecycle.find
export const findMandateIfPresent = mandateLifecycle.findIfPresent
/** Reference of a mandate at its processor. */
export const bankReference = ({ processorReference, reference }: MandateRecord) => processorReference ?? reference
/** Processor that a mandate was opened with, by its reference there; null if there is no such mandate. */
export async function findMandateProcessor(tx: Tx, reference: string): Promise<Processor | null> {
  const [mandate] = await tx
    .select({ processor: mandates.processor })
    .from(mandates)
    .where(or(eq(mandates.processorReference, reference), eq(mandates.reference, reference)))
  return mandate?.processor ?? null
}
export const addMandateRecord = mandateLifecycle.add
export const requireMandateStatus = mandateLifecycle.requireStatus
/** The amount of a debit is only decided under this lock. Lock order: payment, mandate, debit. */
export const lockMandate = mandateLifecycle.lock

const debitLifecycle = defineLifecycle(mandateDebits, {
  name: 'debit',
  moves: debitMoves,
  topic: 'payments',
  statusTexts: {
    scheduled: 'planned',
    processing: 'at the bank',
    retrying: 'to be tried again',
    success: 'paid',
    failed: 'failed',
    cancelled: 'cancelled',
  },
})
export const addDebitRecord = debitLifecycle.add
export const findDebit = debitLifecycle.find
export const findDebitIfPresent = debitLifecycle.findIfPresent
/** The mandate must be locked. */
export const updateDebitRecord = debitLifecycle.update

export const mandateTimeline = defineTimeline('mandate')
export const appendMandateEvent = mandateTimeline.append

/** Locks a debit and its mandate (by the mandate's lock). */
export async function lockDebit(tx: Tx, key: MandateKey): Promise<{ debit: DebitRecord; mandate: MandateRecord }> {
  const { merchantId, mandateId } = await findDebit(tx, key)
  const mandate = await lockMandate(tx, { merchantId, id: mandateId })
  return { mandate, debit: await findDebit(tx, key) }
}

/**
 * Updates a locked mandate, and since when it has its status.
 * @throws 409 mandate_move_refused
 */
export const updateMandateRecord = (tx: Tx, mandate: MandateRecord, to: Partial<MandateRecord>, at: Date) =>
  mandateLifecycle.update(
    tx,
    mandate,
    to.status === undefined || to.status === mandate.status ? to : { ...to, since: at },
  )

/** End of a mandate's last day; null if it has none. */
export const mandateEndsAt = ({ endOn }: Pick<MandateRecord, 'endOn'>) =>
  endOn === null ? null : startOfDay(addDays(endOn, 1))
