import { lt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { emailTokens } from './tables.ts'

const retentionMs = 90 * 24 * 3_600_000

/** Purges one portion of the emailed tokens that expired 90 days ago. Returns the number of deleted rows. */
export const purgeEmailTokens = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, emailTokens, lt(emailTokens.expiresAt, new Date(now.getTime() - retentionMs)))
