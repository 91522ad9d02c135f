import { addDays, startOfDay } from '../../lagos.ts'

/** Eight in the morning in Lagos: early enough to pay the same day, late enough to wake nobody. */
const morningMs = 8 * 3_600_000

export interface ReminderMoment {
  at: Date
  kind: 'reminder' | 'overdue'
}

interface Scheduled {
  dueOn: string
  reminderDays: readonly number[]
}

/** All that will happen to a sent invoice by itself, in order. It is overdue when the due day is over. */
export function listMoments({ dueOn, reminderDays }: Scheduled): ReminderMoment[] {
  const reminders = reminderDays.map((days) => ({
    at: new Date(startOfDay(addDays(dueOn, days)).getTime() + morningMs),
    kind: 'reminder' as const,
  }))
  const overdue = { at: startOfDay(addDays(dueOn, 1)), kind: 'overdue' as const }
  return [...reminders, overdue].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** The first moment after an instant; null where nothing more will happen. */
export const nextMoment = (invoice: Scheduled, after: Date): Date | null =>
  listMoments(invoice).find(({ at }) => at > after)?.at ?? null
