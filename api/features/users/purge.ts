import { lt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { retentionStart } from '../../database/retention.ts'
import { emailTokens } from './tables.ts'

/** Purges one portion of the emailed tokens that expired 90 days ago. Returns the number of deleted rows. */
export const purgeEmailTokens = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, emailTokens, lt(emailTokens.expiresAt, retentionStart(now)))
