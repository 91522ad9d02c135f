import { dayMs } from '@adire/contract/durations.ts'
import { addDays, daysBetween, startOfDay } from '../lagos.ts'
import { problem, requireDayOrder } from './problem.ts'

const maxDays = 400

/** A period of Lagos days, both included, with the period before it that it is compared with. */
export interface ComparedPeriod {
  from: string
  to: string
  /** First day of the period before. */
  previousFrom: string
  /** End of the period before: the start of the period, or earlier while the period is not over. */
  previousUntil: Date
}

/**
 * The period before a period, equally long. While the period is not over, the one before ends at the same time of day: ten hours of a
 * day are compared with ten hours.
 * @throws validation_error (422) at `from` if the days are not in order, at `to` for more than 400 days
 */
export function comparePeriods({ from, to }: { from: string; to: string }, now: Date): ComparedPeriod {
  requireDayOrder(from, to)
  const days = daysBetween(from, to)
  if (days > maxDays) throw problem.field('to', `Choose at most ${maxDays} days`)
  const start = startOfDay(from)
  const sameTime = new Date(now.getTime() - days * dayMs)
  const isRunning = start <= now && sameTime < start
  return { from, to, previousFrom: addDays(from, -days), previousUntil: isRunning ? sameTime : start }
}
