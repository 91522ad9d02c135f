import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { endMandate } from '../direct-debit/enqueue.ts'
import { findMandateIfPresent } from '../direct-debit/move.ts'
import type { mandates } from '../direct-debit/tables.ts'
import type { SubscriptionRecord } from './move.ts'

/** A row of `mandates`: the direct debit mandate of a subscription that is paid from a bank account. */
export type AccountRecord = typeof mandates.$inferSelect

/** The subscription's mandate, without a lock: who has locked a subscription must not lock its mandate. */
export async function findDebitAccount(
  tx: Tx,
  { merchantId, mandateId }: Pick<SubscriptionRecord, 'merchantId' | 'mandateId'>,
): Promise<AccountRecord | undefined> {
  return mandateId ? findMandateIfPresent(tx, { merchantId, id: mandateId }) : undefined
}

/** Enqueues the end of a mandate that is no longer used. */
export async function dropAccount(
  { tx }: Context,
  { merchantId, mandateId: id }: SubscriptionRecord,
  reason: string,
): Promise<void> {
  if (id) await enqueueJob(tx, endMandate, { merchantId, id, reason }, { merchantId })
}
