import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { digestEntries, notifications } from './tables.ts'

/** Deletes the notifications that lead to these paths of the dashboard, also those that wait to be emailed. */
export async function deleteNotifications(tx: Tx, merchantId: string, paths: string[]): Promise<void> {
  for (const table of [notifications, digestEntries])
    await tx.delete(table).where(and(eq(table.merchantId, merchantId), inArray(table.path, paths)))
}
