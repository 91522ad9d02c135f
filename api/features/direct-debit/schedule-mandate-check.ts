import { dayMs, hourMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { enqueueMandateCheck } from './enqueue.ts'
import { type MandateRecord, mandateEndsAt, updateMandateRecord } from './move.ts'

/** Default delay of the next query to the bank, if the bank suggests none. */
export const checkPausesMs = {
  pending_authorization: 6 * hourMs,
  pending_activation: hourMs,
  active: hourMs,
  suspended: 7 * dayMs,
}

export const earlierDate = (one: Date, other: Date | null) => (other !== null && other < one ? other : one)

/** Schedules the next check of a mandate: at `at`, or at its end if that is earlier. */
export async function scheduleMandateCheck(
  { tx, now }: Context,
  mandate: MandateRecord,
  at?: Date,
): Promise<MandateRecord> {
  const again = at ?? (mandate.status === 'suspended' ? new Date(now.getTime() + checkPausesMs.suspended) : null)
  const last = mandateEndsAt(mandate)
  const dueAt = again ? earlierDate(again, last) : last
  const changed = await updateMandateRecord(tx, mandate, { dueAt }, now)
  // A check that is soon gets its own job, because the scheduled job runs only every minute.
  if (dueAt && dueAt.getTime() - now.getTime() < hourMs) await enqueueMandateCheck(tx, changed, dueAt)
  return changed
}
