import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { holidays } from './tables.ts'

/** Adds a day on which no bank pays, or renames it. Settlements that are due later follow the calendar of their day. */
export const storeHoliday = (tx: Tx, day: string, name: string) =>
  tx.insert(holidays).values({ day, name }).onConflictDoUpdate({ target: holidays.day, set: { name } })

export const deleteHoliday = (tx: Tx, day: string) => tx.delete(holidays).where(eq(holidays.day, day))
