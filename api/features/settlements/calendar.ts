import { asc } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import { holidays } from './tables.ts'

const hourMs = 3_600_000

/** When the takings of the days before are gathered, on a working day in Lagos; and when they are paid. */
export const settlementTimeOn = (day: string) => new Date(startOfDay(day).getTime() + hourMs)
export const payAt = (day: string) => new Date(startOfDay(day).getTime() + 9 * hourMs)

/** Which days banks work. */
export interface BankingCalendar {
  isWorking(day: string): boolean
  /** The first working day after this one. */
  next(day: string): string
  /** The last working day before this one. */
  previous(day: string): string
}

/** More holidays than decades of them are. */
const most = 1000

export async function loadCalendar(tx: Tx): Promise<BankingCalendar> {
  const rows = await tx.select({ day: holidays.day }).from(holidays).orderBy(asc(holidays.day)).limit(most)
  return calendarWithout(new Set(rows.map(({ day }) => day)))
}

export function calendarWithout(free: ReadonlySet<string>): BankingCalendar {
  const isWorking = (day: string) => ![0, 6].includes(new Date(day).getUTCDay()) && !free.has(day)
  const from = (day: string, step: 1 | -1): string => {
    let at = addDays(day, step)
    while (!isWorking(at)) at = addDays(at, step)
    return at
  }
  return { isWorking, next: (day) => from(day, 1), previous: (day) => from(day, -1) }
}
