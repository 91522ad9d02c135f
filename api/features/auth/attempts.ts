import { createHash } from 'node:crypto'
import { and, count, eq, gt, inArray, lt, notLike, or, sql } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import { rateLimitAttempts } from './tables.ts'

const windowMs = 15 * 60_000
const hourMs = 3_600_000

/** A key that tries are counted under, and how many of them 15 minutes (or `withinMs`) allow. */
export interface AttemptLimit {
  key: string
  most: number
}

// Many share one address: a market's network, an office.
const requestsPerAddress = 300
const requestsPerAccount = 5

/** Limits by payer, recipient and network are off with the limit of requests, outside production only: load tests come from one network. */
export const areLimitsOn = ({ config }: { config: Pick<ApiConfig, 'requestsPerSecond' | 'production'> }) =>
  config.requestsPerSecond > 0 || config.production

/** How often what nobody signed in asks for may be asked, counted whether or not there is such an account. */
export const unauthenticatedLimits = (
  what: string,
  email: string | undefined,
  origin: RequestOrigin,
): AttemptLimit[] => {
  const network = networkOfOrigin(origin)
  return [
    { key: `${what}:${network}`, most: requestsPerAddress },
    ...(email === undefined ? [] : [{ key: `${what}:${email}/${network}`, most: requestsPerAccount }]),
  ]
}

/** What limits per address count by: a whole /64 of IPv6, of which one caller has every address. */
export const networkOfOrigin = ({ ip }: RequestOrigin): string => toNetwork(ip ?? 'none')

const keyMaximum = 200

/** An index takes no key of any length; a long one is known by its hash. */
const storedKey = ({ key }: Pick<AttemptLimit, 'key'>): string =>
  key.length <= keyMaximum ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`

/** Refuses with 429 where one of the limits is reached. */
export async function requireAttemptsLeft(
  tx: Tx,
  limits: readonly AttemptLimit[],
  now: Date,
  withinMs = windowMs,
): Promise<void> {
  const counted = await countAttempts(tx, limits, new Date(now.getTime() - withinMs))
  if (!limits.some(({ most }, index) => counted[index]! >= most)) return
  const wait = withinMs > 60_000 ? `${withinMs / 60_000} minutes` : 'a minute'
  throw new Problem(429, 'too_many_attempts', `Too many attempts, please wait ${wait} and try again`, [], {
    'retry-after': String(withinMs / 1000),
  })
}

/** How many attempts there were under each key since then, in the order of the keys. */
export async function countAttempts(
  tx: Tx,
  limits: readonly Pick<AttemptLimit, 'key'>[],
  since: Date,
): Promise<number[]> {
  const keys = limits.map(storedKey)
  const counted = await tx
    .select({ key: rateLimitAttempts.key, times: count() })
    .from(rateLimitAttempts)
    .where(and(inArray(rateLimitAttempts.key, keys), gt(rateLimitAttempts.at, since)))
    .groupBy(rateLimitAttempts.key)
  return keys.map((key) => counted.find((one) => one.key === key)?.times ?? 0)
}

/** Lets transactions that count under the same keys go one after the other. */
export async function lockAttempts(tx: Tx, limits: readonly Pick<AttemptLimit, 'key'>[]): Promise<void> {
  for (const key of limits.map(storedKey).sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Counts one try. In a transaction of its own where the refusal that follows would undo it. */
export const recordAttempt = (tx: Tx, limits: readonly Pick<AttemptLimit, 'key'>[], at: Date) =>
  tx.insert(rateLimitAttempts).values(limits.map((limit) => ({ key: storedKey(limit), at })))

/**
 * Takes one try under each limit, or refuses with 429. Counted before it is known whether the try is right, and one after
 * the other, so that a hundred sent at once are no way round. Answers what `giveBack` takes. Where a refusal follows, call
 * it in a transaction of its own.
 */
export async function consumeAttempt(
  tx: Tx,
  limits: readonly AttemptLimit[],
  now: Date,
  withinMs = windowMs,
): Promise<string[]> {
  await lockAttempts(tx, limits)
  await requireAttemptsLeft(tx, limits, now, withinMs)
  const taken = await recordAttempt(tx, limits, now).returning({ id: rateLimitAttempts.id })
  return taken.map(({ id }) => id)
}

/** Whether a limit is reached, without counting anything. Waits for attempts under the same key that are being counted. */
export async function isLimitReached(tx: Tx, limit: AttemptLimit, now: Date, withinMs = windowMs): Promise<boolean> {
  await lockAttempts(tx, [limit])
  const since = new Date(now.getTime() - withinMs)
  return (
    (await tx.$count(
      rateLimitAttempts,
      and(eq(rateLimitAttempts.key, storedKey(limit)), gt(rateLimitAttempts.at, since)),
    )) >= limit.most
  )
}

/** Whether nothing was taken under this key, which begins with `day:`, within a day; it then is. */
export async function consumeDailyLimit(tx: Tx, key: string, now: Date): Promise<boolean> {
  if (await isLimitReached(tx, { key, most: 1 }, now, 24 * hourMs)) return false
  await recordAttempt(tx, [{ key }], now)
  return true
}

/** A try that was right does not count. */
export const releaseAttempts = (tx: Tx, taken: readonly string[]) =>
  tx.delete(rateLimitAttempts).where(inArray(rateLimitAttempts.id, [...taken]))

/** Forgets the tries under one key, after one that was right. */
export const clearAttempts = (tx: Tx, key: string) =>
  tx.delete(rateLimitAttempts).where(eq(rateLimitAttempts.key, storedKey({ key })))

/**
 * Deletes a portion of the attempts that no longer count: after an hour, and under a key that begins with `day:` after a day.
 * Answers how many.
 */
export async function purgeAttempts(tx: Tx, now: Date): Promise<number> {
  const before = (ms: number) => lt(rateLimitAttempts.at, new Date(now.getTime() - ms))
  return deletePortion(
    tx,
    rateLimitAttempts,
    or(before(24 * hourMs), and(before(hourMs), notLike(rateLimitAttempts.key, 'day:%')))!,
  )
}
