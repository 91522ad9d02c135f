import { createHash } from 'node:crypto'
import { dayMs, hourMs, minuteMs } from '@adire/contract/durations.ts'
import { and, count, eq, gt, inArray, lt, notLike, or } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { lockName } from '../../database/lock-name.ts'
import { collectedInsert, insertAtCommit } from '../../database/write-at-commit.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import { rateLimitAttempts } from './tables.ts'

const windowMs = 15 * minuteMs

/** A rate limit: the counter key, and the maximum number of attempts in 15 minutes (or in `withinMs`). */
export interface AttemptLimit {
  key: string
  max: number
}

// High, because many users share one IP address: the network of a market or an office.
const requestsPerAddress = 300
const requestsPerAccount = 5

/**
 * Whether limits per payer, recipient and network apply. Outside production they are off when the request limit is off, because
 * load tests come from one network.
 */
export const areLimitsOn = ({ config }: { config: Pick<ApiConfig, 'requestsPerSecond' | 'production'> }) =>
  config.requestsPerSecond > 0 || config.production

/** Rate limits of an endpoint that needs no sign-in. They count whether or not the account exists, so they do not reveal it. */
export const unauthenticatedLimits = (
  what: string,
  email: string | undefined,
  origin: RequestOrigin,
): AttemptLimit[] => {
  const network = networkOfOrigin(origin)
  return [
    { key: `${what}:${network}`, max: requestsPerAddress },
    ...(email === undefined ? [] : [{ key: `${what}:${email}/${network}`, max: requestsPerAccount }]),
  ]
}

/** The network that limits per IP address count by. For IPv6 a whole /64, because one caller can use every address in it. */
export const networkOfOrigin = ({ ip }: RequestOrigin): string => toNetwork(ip ?? 'none')

const keyMaximum = 200

/** The key as stored. Long keys are replaced by a hash, because an index entry has a maximum size. */
const storedKey = ({ key }: Pick<AttemptLimit, 'key'>): string =>
  key.length <= keyMaximum ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`

/** @throws 429 too_many_attempts if one of the limits is reached */
async function requireAttemptsLeft(
  tx: Tx,
  limits: readonly AttemptLimit[],
  now: Date,
  withinMs = windowMs,
): Promise<void> {
  const counted = await countAttempts(tx, limits, new Date(now.getTime() - withinMs))
  if (limits.some(({ max }, index) => counted[index]! >= max)) throw tooManyAttempts(withinMs)
}

/** 429 too_many_attempts, with how long to wait: the window of the limit, in ms. */
export function tooManyAttempts(withinMs: number): Problem {
  const wait = withinMs > 60_000 ? `${withinMs / minuteMs} minutes` : 'a minute'
  return new Problem(429, 'too_many_attempts', `Too many attempts, please wait ${wait} and try again`, [], {
    'retry-after': String(withinMs / 1000),
  })
}

/** Number of attempts under each key since `since`, in the order of the keys. */
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

/** Locks the keys, so that transactions which count under the same keys run one after the other. Sorted to avoid deadlocks. */
export async function lockAttempts(tx: Tx, limits: readonly Pick<AttemptLimit, 'key'>[]): Promise<void> {
  for (const key of limits.map(storedKey).sort()) await lockName(tx, key)
}

/** Counts one attempt under each limit. Use a separate transaction if an error follows: a rollback would undo the count. */
export const recordAttempt = (tx: Tx, limits: readonly Pick<AttemptLimit, 'key'>[], at: Date) =>
  tx.insert(rateLimitAttempts).values(limits.map((limit) => ({ key: storedKey(limit), at })))

const attemptInsert = collectedInsert('attempts', 'rate_limit_attempts', { key: 'text', at: 'timestamptz' })

/** `recordAttempt` for limits that the same transaction does not count again. */
export async function recordAttemptAtCommit(
  tx: Tx,
  limits: readonly Pick<AttemptLimit, 'key'>[],
  at: Date,
): Promise<void> {
  for (const limit of limits) await insertAtCommit(tx, attemptInsert, [storedKey(limit), at])
}

/**
 * Counts one attempt under each limit. It counts before the attempt is checked, and under a lock, so that parallel requests
 * cannot pass the limit. Use a separate transaction if an error may follow: a rollback would undo the count.
 * @returns the ids of the attempts, for `releaseAttempts`
 * @throws 429 too_many_attempts if one of the limits is reached
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

/** Whether a limit is reached; counts nothing. Waits for transactions that are counting under the same key. */
export async function isLimitReached(tx: Tx, limit: AttemptLimit, now: Date, withinMs = windowMs): Promise<boolean> {
  await lockAttempts(tx, [limit])
  const since = new Date(now.getTime() - withinMs)
  return (
    (await tx.$count(
      rateLimitAttempts,
      and(eq(rateLimitAttempts.key, storedKey(limit)), gt(rateLimitAttempts.at, since)),
    )) >= limit.max
  )
}

/** Counts under `key`, which must begin with `day:`, once in 24 hours. False if it was counted in that time already. */
export async function consumeDailyLimit(tx: Tx, key: string, now: Date): Promise<boolean> {
  if (await isLimitReached(tx, { key, max: 1 }, now, dayMs)) return false
  await recordAttempt(tx, [{ key }], now)
  return true
}

/** Deletes attempts that must not count, such as successful ones. */
export const releaseAttempts = (tx: Tx, taken: readonly string[]) =>
  tx.delete(rateLimitAttempts).where(inArray(rateLimitAttempts.id, [...taken]))

/** Deletes all attempts under one key, after a successful one. */
export const clearAttempts = (tx: Tx, key: string) =>
  tx.delete(rateLimitAttempts).where(eq(rateLimitAttempts.key, storedKey({ key })))

/**
 * Purges one portion of the expired attempts: older than an hour, or than a day if the key begins with `day:`.
 * @returns the number of deleted rows
 */
export async function purgeAttempts(tx: Tx, now: Date): Promise<number> {
  const before = (ms: number) => lt(rateLimitAttempts.at, new Date(now.getTime() - ms))
  return deletePortion(
    tx,
    rateLimitAttempts,
    or(before(dayMs), and(before(hourMs), notLike(rateLimitAttempts.key, 'day:%')))!,
  )
}
