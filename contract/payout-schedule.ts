import { endpointsFor } from './endpoint.ts'
import type * as schemas from './payout-schedule-schemas.ts'

export const payoutIntervals = ['daily', 'weekly', 'monthly'] as const
export type PayoutInterval = (typeof payoutIntervals)[number]

/** When a business is paid out. */
export interface PayoutSchedule {
  interval: PayoutInterval
  /** Weekly: 1 (Monday) to 5 (Friday). Monthly: day of the month, 1 to 31. Null for daily. */
  day: number | null
}

export const payoutWeekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

/** "every working day", "every week on Friday", "every month on the 25th" */
export function describePayoutSchedule({ interval, day }: PayoutSchedule): string {
  if (interval === 'daily' || day === null) return 'every working day'
  if (interval === 'weekly') return `every week on ${payoutWeekdays[day - 1]}`
  return day === 31
    ? 'every month on the last day'
    : `every month on the ${day}${endings[ordinals.select(day)] ?? 'th'}`
}

const { get, post } = endpointsFor('settlements', 'member', 'payments', 'settlements')
export const getPayoutSchedule = get<typeof schemas.getPayoutSchedule>('payout-schedule')
export const updatePayoutSchedule = post<typeof schemas.updatePayoutSchedule>('payout-schedule')
