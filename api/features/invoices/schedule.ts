import { hourMs } from '@adire/contract/durations.ts'
import { addDays, startOfDay } from '../../lagos.ts'

/** Reminders go out at 08:00 Lagos time: early enough to pay the same day, late enough not to disturb anyone. */
const morningMs = 8 * hourMs

export interface ReminderMoment {
  at: Date
  kind: 'reminder' | 'overdue'
}

interface Scheduled {
  dueOn: string
  reminderDays: readonly number[]
}

/** Scheduled moments of a sent invoice in order: reminders, and overdue at the end of the due day. */
export function listScheduledMoments({ dueOn, reminderDays }: Scheduled): ReminderMoment[] {
  const reminders = reminderDays.map((days) => ({
    at: new Date(startOfDay(addDays(dueOn, days)).getTime() + morningMs),
    kind: 'reminder' as const,
  }))
  const overdue = { at: startOfDay(addDays(dueOn, 1)), kind: 'overdue' as const }
  return [...reminders, overdue].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Time of the first moment after `after`; null if there is none. */
export const nextScheduledAt = (invoice: Scheduled, after: Date): Date | null =>
  listScheduledMoments(invoice).find(({ at }) => at > after)?.at ?? null
