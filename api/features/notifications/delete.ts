import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { notifications } from './tables.ts'

/** Deletes the notifications that lead to these paths of the dashboard. */
export const deleteNotifications = (tx: Tx, merchantId: string, paths: string[]) =>
  tx.delete(notifications).where(and(eq(notifications.merchantId, merchantId), inArray(notifications.path, paths)))
