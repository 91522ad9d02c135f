import { hourMs } from '@adire/contract/durations.ts'
import { asc } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { holidays } from './tables.ts'

/** Time at which proceeds are settled on a day: 01:00 in Lagos. */
export const settlementTimeOn = (day: string) => new Date(startOfDay(day).getTime() + hourMs)
/** Time at which settlements are paid on a day: 09:00 in Lagos. */
export const payoutTimeOn = (day: string) => new Date(startOfDay(day).getTime() + 9 * hourMs)

/** Last day whose settlement time has passed. */
export function lastSettlementDay(now: Date): string {
  const today = lagosDay(now)
  return now < settlementTimeOn(today) ? addDays(today, -1) : today
}

/**
 * Due day of the next settlement that includes proceeds of `day`: the first working day after it whose settlement time has not
 * passed. Without `day`: of the next settlement.
 */
export function nextSettlementDay(calendar: BankingCalendar, now: Date, day = ''): string {
  const last = lastSettlementDay(now)
  return calendar.next(day > last ? day : last)
}

/** Working days of banks. */
export interface BankingCalendar {
  isWorking(day: string): boolean
  /** First working day after this one. */
  next(day: string): string
  /** Last working day before this one. */
  previous(day: string): string
}

/** Whether proceeds are settled today: banks work, and it is past the settlement time. */
export function isSettlementDay(calendar: BankingCalendar, now: Date): boolean {
  const today = lagosDay(now)
  return now >= settlementTimeOn(today) && calendar.isWorking(today)
}

/** Maximum number of holidays that are read; those of decades are fewer. */
const maxHolidays = 1000

export async function loadCalendar(tx: Tx): Promise<BankingCalendar> {
  const rows = await tx.select({ day: holidays.day }).from(holidays).orderBy(asc(holidays.day)).limit(maxHolidays)
  return calendarWithout(new Set(rows.map(({ day }) => day)))
}

/** Day on which a payout that was due on this day, and was returned, is attempted again. */
export const nextAttemptDay = async (tx: Tx, dueOn: string) => (await loadCalendar(tx)).next(dueOn)

export function calendarWithout(free: ReadonlySet<string>): BankingCalendar {
  const isWorking = (day: string) => ![0, 6].includes(new Date(day).getUTCDay()) && !free.has(day)
  const from = (day: string, step: 1 | -1): string => {
    let at = addDays(day, step)
    while (!isWorking(at)) at = addDays(at, step)
    return at
  }
  return { isWorking, next: (day) => from(day, 1), previous: (day) => from(day, -1) }
}
