import { type MandateRecord, mandateEndsAt } from './move.ts'

/** True if the last day has passed. The status changes only at the next check. */
export const isMandateOver = (mandate: Pick<MandateRecord, 'endOn'>, now: Date): boolean => {
  const last = mandateEndsAt(mandate)
  return last !== null && last <= now
}
