import { and, count, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { attempts } from './tables.ts'

const windowMs = 15 * 60_000

/** A key that tries are counted under, and how many of them 15 minutes allow. */
export interface TryLimit {
  key: string
  most: number
}

/** Refuses with 429 where one of the limits is reached. */
export async function refuseTooMany(tx: Tx, limits: readonly TryLimit[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - windowMs)
  const keys = limits.map(({ key }) => key)
  const counted = await tx
    .select({ key: attempts.key, times: count() })
    .from(attempts)
    .where(and(inArray(attempts.key, keys), gt(attempts.at, since)))
    .groupBy(attempts.key)
  if (!limits.some(({ key, most }) => (counted.find((row) => row.key === key)?.times ?? 0) >= most)) return
  throw new Problem(429, 'too_many_attempts', 'Too many attempts, please wait 15 minutes and try again', [], {
    'retry-after': String(windowMs / 1000),
  })
}

/** Counts one try. In a transaction of its own where the refusal that follows would undo it. */
export const countTry = (tx: Tx, limits: readonly TryLimit[], at: Date) =>
  tx.insert(attempts).values(limits.map(({ key }) => ({ key, at })))

/** Forgets the tries under one key, after one that was right. */
export const forgiveTries = (tx: Tx, key: string) => tx.delete(attempts).where(eq(attempts.key, key))

/** Drops tries that no longer count. */
export async function forgetOldTries(tx: Tx, now: Date): Promise<void> {
  await tx.delete(attempts).where(lt(attempts.at, new Date(now.getTime() - windowMs)))
}
