import { createHash } from 'node:crypto'
import { and, count, eq, gt, inArray, lt, notLike, or, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Origin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { networkOf } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import { attempts } from './tables.ts'

const windowMs = 15 * 60_000
const hourMs = 3_600_000

/** A key that tries are counted under, and how many of them 15 minutes (or `withinMs`) allow. */
export interface TryLimit {
  key: string
  most: number
}

// Many share one address: a market's network, an office.
const askingsOfAddress = 300
const askingsOfAccount = 5

/** Limits by payer, recipient and network are off with the limit of requests, outside production only: load tests come from one network. */
export const areLimitsOn = ({ config }: { config: Pick<Config, 'requestsPerSecond' | 'production'> }) =>
  config.requestsPerSecond > 0 || config.production

/** How often what nobody signed in asks for may be asked, counted whether or not there is such an account. */
export const askingLimits = (what: string, email: string | undefined, origin: Origin): TryLimit[] => {
  const network = networkOfOrigin(origin)
  return [
    { key: `${what}:${network}`, most: askingsOfAddress },
    ...(email === undefined ? [] : [{ key: `${what}:${email}/${network}`, most: askingsOfAccount }]),
  ]
}

/** What limits per address count by: a whole /64 of IPv6, of which one caller has every address. */
export const networkOfOrigin = ({ ip }: Origin): string => networkOf(ip ?? 'none')

const keyMaximum = 200

/** An index takes no key of any length; a long one is known by its hash. */
const storedKey = ({ key }: Pick<TryLimit, 'key'>): string =>
  key.length <= keyMaximum ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`

/** Refuses with 429 where one of the limits is reached. */
export async function refuseTooMany(
  tx: Tx,
  limits: readonly TryLimit[],
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
export async function countAttempts(tx: Tx, wanted: readonly Pick<TryLimit, 'key'>[], since: Date): Promise<number[]> {
  const keys = wanted.map(storedKey)
  const counted = await tx
    .select({ key: attempts.key, times: count() })
    .from(attempts)
    .where(and(inArray(attempts.key, keys), gt(attempts.at, since)))
    .groupBy(attempts.key)
  return keys.map((key) => counted.find((one) => one.key === key)?.times ?? 0)
}

/** Lets transactions that count under the same keys go one after the other. */
export async function lockAttempts(tx: Tx, wanted: readonly Pick<TryLimit, 'key'>[]): Promise<void> {
  for (const key of wanted.map(storedKey).sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Counts one try. In a transaction of its own where the refusal that follows would undo it. */
export const countTry = (tx: Tx, limits: readonly Pick<TryLimit, 'key'>[], at: Date) =>
  tx.insert(attempts).values(limits.map((limit) => ({ key: storedKey(limit), at })))

/**
 * Takes one try under each limit, or refuses with 429. Counted before it is known whether the try is right, and one after
 * the other, so that a hundred sent at once are no way round. Answers what `giveBack` takes. Where a refusal follows, call
 * it in a transaction of its own.
 */
export async function takeTry(tx: Tx, limits: readonly TryLimit[], now: Date, withinMs = windowMs): Promise<string[]> {
  await lockAttempts(tx, limits)
  await refuseTooMany(tx, limits, now, withinMs)
  const taken = await countTry(tx, limits, now).returning({ id: attempts.id })
  return taken.map(({ id }) => id)
}

/** Whether a limit is reached, without counting anything. Waits for attempts under the same key that are being counted. */
export async function isTaken(tx: Tx, limit: TryLimit, now: Date, withinMs = windowMs): Promise<boolean> {
  await lockAttempts(tx, [limit])
  const since = new Date(now.getTime() - withinMs)
  return (await tx.$count(attempts, and(eq(attempts.key, storedKey(limit)), gt(attempts.at, since)))) >= limit.most
}

/** Whether nothing was taken under this key, which begins with `day:`, within a day; it then is. */
export async function takeDay(tx: Tx, key: string, now: Date): Promise<boolean> {
  if (await isTaken(tx, { key, most: 1 }, now, 24 * hourMs)) return false
  await countTry(tx, [{ key }], now)
  return true
}

/** A try that was right does not count. */
export const giveBack = (tx: Tx, taken: readonly string[]) =>
  tx.delete(attempts).where(inArray(attempts.id, [...taken]))

/** Forgets the tries under one key, after one that was right. */
export const forgiveTries = (tx: Tx, key: string) => tx.delete(attempts).where(eq(attempts.key, storedKey({ key })))

/**
 * Deletes a portion of the attempts that no longer count: after an hour, and under a key that begins with `day:` after a day.
 * Answers how many.
 */
export async function forgetOldTries(tx: Tx, now: Date): Promise<number> {
  const before = (ms: number) => lt(attempts.at, new Date(now.getTime() - ms))
  return deletePortion(tx, attempts, or(before(24 * hourMs), and(before(hourMs), notLike(attempts.key, 'day:%')))!)
}
