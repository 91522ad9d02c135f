import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { holidays } from './tables.ts'

/**
 * Adds a day on which no bank pays, or renames it. Settlements that are due later follow the calendar of their day. Of two equal
 * requests at once the second changes nothing.
 */
export async function storeHoliday(
  tx: Tx,
  day: string,
  name: string,
): Promise<{ isChanged: boolean; before?: string }> {
  const added = await tx.insert(holidays).values({ day, name }).onConflictDoNothing().returning()
  if (added.length > 0) return { isChanged: true }
  const [known] = await tx.select().from(holidays).where(eq(holidays.day, day)).for('update')
  if (!known) return storeHoliday(tx, day, name)
  if (known.name === name) return { isChanged: false, before: name }
  await tx.update(holidays).set({ name }).where(eq(holidays.day, day))
  return { isChanged: true, before: known.name }
}

export const deleteHoliday = (tx: Tx, day: string) => tx.delete(holidays).where(eq(holidays.day, day))
