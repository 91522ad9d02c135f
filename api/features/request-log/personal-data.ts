import { and, eq, sql } from 'drizzle-orm'
import type { PersonalData } from '../../personal-data.ts'
import { requestLog } from './tables.ts'

/** Logged requests and responses that name the customer. */
export const requestLogPersonalData: PersonalData = {
  tables: [requestLog],
  async erase(tx, { merchantId, email }) {
    const text = sql`coalesce(${requestLog.query}, '') || coalesce(${requestLog.request}, '') || coalesce(${requestLog.response}, '')`
    const isNamed = sql`(position(${email} in lower(${text})) > 0 or position(${encodeURIComponent(email).toLowerCase()} in lower(${text})) > 0)`
    await tx.delete(requestLog).where(and(eq(requestLog.merchantId, merchantId), isNamed))
  },
}
