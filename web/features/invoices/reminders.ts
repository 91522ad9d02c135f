const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** Reminder label: "3 days before", "On the due day", "1 day after". */
export function reminderName(day: number): string {
  if (day === 0) return 'On the due day'
  return `${days(Math.abs(day))} ${day < 0 ? 'before' : 'after'}`
}

export const reminderNames = (chosen: readonly number[]): string =>
  chosen.length === 0 ? 'None' : chosen.map((day) => reminderName(day).toLowerCase()).join(', ')
