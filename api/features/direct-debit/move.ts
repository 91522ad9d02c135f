import { type DebitStatus, debitMoves, type MandateStatus, mandateMoves } from '@adire/contract/direct-debit.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { mandateDebits, mandateEvents, mandates } from './tables.ts'

/** Rows of `mandates` and `mandate_debits`. */
export type MandateRecord = typeof mandates.$inferSelect
export type DebitRecord = typeof mandateDebits.$inferSelect
export interface MandateKey {
  merchantId: string
  id: string
}

const ofMandate = ({ merchantId, id }: MandateKey) => and(eq(mandates.merchantId, merchantId), eq(mandates.id, id))
const ofDebit = ({ merchantId, id }: MandateKey) =>
  and(eq(mandateDebits.merchantId, merchantId), eq(mandateDebits.id, id))

/**
 * Locks a mandate until the end of the transaction, so that concurrent changes run one after the other. The amount of a debit is only
 * decided under this lock. Lock order: payment, mandate, debit.
 * @throws 404
 */
export async function lockMandate(tx: Tx, key: MandateKey): Promise<MandateRecord> {
  const [mandate] = await tx.select().from(mandates).where(ofMandate(key)).for('update')
  if (!mandate) throw problem.notFound('mandate')
  return mandate
}

export async function findDebit(tx: Tx, key: MandateKey): Promise<DebitRecord> {
  const [debit] = await tx.select().from(mandateDebits).where(ofDebit(key))
  if (!debit) throw problem.notFound('debit')
  return debit
}

/** Locks a debit and its mandate (by the mandate's lock). */
export async function lockDebit(tx: Tx, key: MandateKey): Promise<{ debit: DebitRecord; mandate: MandateRecord }> {
  const { merchantId, mandateId } = await findDebit(tx, key)
  const mandate = await lockMandate(tx, { merchantId, id: mandateId })
  return { mandate, debit: await findDebit(tx, key) }
}

/**
 * Updates a locked mandate. All updates must go through this function, which checks the status transition.
 * @throws 409 mandate_move_refused
 */
export async function updateMandateRecord(
  tx: Tx,
  mandate: MandateRecord,
  to: Partial<MandateRecord>,
  at: Date,
): Promise<MandateRecord> {
  const moves = to.status !== undefined && to.status !== mandate.status
  if (moves) requireMove(mandate.status, to.status!)
  const [changed] = await tx
    .update(mandates)
    .set({ ...to, ...(moves && { since: at }) })
    .where(ofMandate(mandate))
    .returning()
  await announceTopic(tx, mandate.merchantId, 'payments')
  return changed!
}

/**
 * Updates a debit whose mandate is locked; checks the status transition.
 * @throws 409 debit_move_refused
 */
export async function changeDebit(tx: Tx, debit: DebitRecord, to: Partial<DebitRecord>): Promise<DebitRecord> {
  if (to.status !== undefined && to.status !== debit.status && !debitMoves[debit.status].includes(to.status))
    throw problem.conflict(
      'debit_move_refused',
      `A debit that is ${debitWords[debit.status]} cannot become ${to.status}`,
    )
  const [changed] = await tx.update(mandateDebits).set(to).where(ofDebit(debit)).returning()
  await announceTopic(tx, debit.merchantId, 'payments')
  return changed!
}

export const mandateStatusTexts: Record<MandateStatus, string> = {
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

const debitWords: Record<DebitStatus, string> = {
  scheduled: 'planned',
  processing: 'at the bank',
  retrying: 'to be tried again',
  success: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
}

function requireMove(from: MandateStatus, to: MandateStatus): void {
  if (!mandateMoves[from].includes(to))
    throw problem.conflict(
      'mandate_move_refused',
      `A mandate that is ${mandateStatusTexts[from]} cannot become ${mandateStatusTexts[to]}`,
    )
}

/**
 * Checks that the mandate has one of the allowed statuses. `what` is the past participle for the message ("sent").
 * @throws 409 mandate_move_refused
 */
export function requireStatus({ status }: MandateRecord, allowed: readonly MandateStatus[], what: string): void {
  if (!allowed.includes(status))
    throw problem.conflict('mandate_move_refused', `A mandate that is ${mandateStatusTexts[status]} cannot be ${what}`)
}

/** Appends an event to the mandate's timeline. */
export async function appendMandateEvent(
  tx: Tx,
  mandate: MandateKey,
  at: Date,
  kind: string,
  text: string,
): Promise<void> {
  const { merchantId, id: mandateId } = mandate
  await tx.insert(mandateEvents).values({ merchantId, mandateId, at, kind, text })
}

/** End of a mandate's last day; null if it has none. */
export const lastInstant = ({ endOn }: Pick<MandateRecord, 'endOn'>) =>
  endOn === null ? null : startOfDay(addDays(endOn, 1))
