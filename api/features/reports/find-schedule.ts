import { and, eq } from 'drizzle-orm'
import { reportSchedules } from './tables.ts'

/** Condition for one schedule of a business. */
export const isSchedule = (merchantId: string, id: string) =>
  and(eq(reportSchedules.merchantId, merchantId), eq(reportSchedules.id, id))
