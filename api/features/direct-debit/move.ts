import { type DebitStatus, debitMoves, type MandateStatus, mandateMoves } from '@adire/contract/direct-debit.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { mandateDebits, mandateEvents, mandates } from './tables.ts'

/** A mandate and a debit as they are kept. */
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
 * Reads a mandate and holds it until the transaction ends: whoever comes next sees what we did. What its debits may take
 * is decided only while it is held. A payment is always held before its mandate, and the mandate before its debit.
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

/** A debit with its mandate, both held. */
export async function lockDebit(tx: Tx, key: MandateKey): Promise<{ debit: DebitRecord; mandate: MandateRecord }> {
  const { merchantId, mandateId } = await findDebit(tx, key)
  const mandate = await lockMandate(tx, { merchantId, id: mandateId })
  return { mandate, debit: await findDebit(tx, key) }
}

/** The one way a held mandate changes: a move its status does not allow is refused. */
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

/** The same of a debit, whose mandate is held. */
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

/** Refuses what only makes sense in some statuses, in the words of what was tried. */
export function requireStatus({ status }: MandateRecord, allowed: readonly MandateStatus[], what: string): void {
  if (!allowed.includes(status))
    throw problem.conflict('mandate_move_refused', `A mandate that is ${mandateStatusTexts[status]} cannot be ${what}`)
}

/** Writes a sentence on the mandate's timeline. */
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
