import { lagosOffsetMs, minuteMs } from './durations.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Deadline of a dispute in Lagos time: "Mon 23 Nov, 16:00". */
export function formatDeadline(dueAt: Date): string {
  const lagos = new Date(dueAt.getTime() + lagosOffsetMs)
  const day = `${weekdays[lagos.getUTCDay()]} ${String(lagos.getUTCDate()).padStart(2, '0')} ${months[lagos.getUTCMonth()]}`
  return `${day}, ${lagos.toISOString().slice(11, 16)}`
}

/**
 * Deadline of a dispute and the time left, in the one wording of screens, notifications and emails: "Respond by Mon 23 Nov, 16:00 (36
 * hours left)". The time left is that of a wall clock: the pause at weekends is part of the deadline already.
 */
export function describeDeadline(dueAt: Date, now: Date): string {
  const left = describeTimeLeft(dueAt, now)
  return left ? `Respond by ${formatDeadline(dueAt)} (${left})` : `The deadline was ${formatDeadline(dueAt)}`
}

/** "36 hours left"; undefined after the deadline. */
export function describeTimeLeft(dueAt: Date, now: Date): string | undefined {
  const minutes = Math.ceil((dueAt.getTime() - now.getTime()) / minuteMs)
  if (minutes <= 0) return undefined
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? count(hours, 'hour') : count(minutes, 'minute')} left`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
