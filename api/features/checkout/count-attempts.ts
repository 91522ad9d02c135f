import { gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { rateLimitAttempts } from '../auth/tables.ts'

type CountedKey = readonly [key: string, max: number, withinMs: number]

/** Number of attempts of each key within its last `withinMs`, each capped at the limit given with the key. */
export async function countAttemptsUpTo({ tx, realNow }: Context, keyLimits: readonly CountedKey[]): Promise<number[]> {
  const counts = keyLimits.map(([key, max, withinMs]) => {
    const since = new Date(realNow.getTime() - withinMs)
    return sql`(select count(*)::int from (
      select from ${rateLimitAttempts} where ${rateLimitAttempts.key} = ${key} and ${gt(rateLimitAttempts.at, since)} limit ${max}) as counted)`
  })
  const { rows } = await tx.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`)
  return rows[0]!.counts
}
