import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { problem } from './problem.ts'
import { idempotencyKeys } from './tables.ts'

/** One request under a caller's key. Keys are kept 24 hours (`forgetOldKeys`). */
export interface KeyedRequest {
  owner: string
  key: string
  requestHash: string
}

export interface KeptAnswer {
  status: number
  body: unknown
}

/** A request that has run this long was cut off with its process; it may be tried again. */
const cutOffAfterMs = 60_000

export function keyedRequest(owner: string, key: string, path: string, body: unknown): KeyedRequest {
  if (key.length > 255) throw problem.invalid([{ field: 'Idempotency-Key', message: 'Use at most 255 characters' }])
  const requestHash = createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('hex')
  return { owner, key, requestHash }
}

/**
 * The answer this request already had, or undefined where it must run now; then the key is marked as running.
 * Refuses with 409 while the same request runs, with 422 when the key was used for another request.
 */
export async function claim(tx: Tx, request: KeyedRequest, now: Date): Promise<KeptAnswer | undefined> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${request.owner}\n${request.key}`}, 0)) as free`,
  )
  if (!rows[0]?.free) throw running()
  const mine = and(eq(idempotencyKeys.owner, request.owner), eq(idempotencyKeys.key, request.key))
  const [kept] = await tx.select().from(idempotencyKeys).where(mine)
  if (!kept) {
    await tx.insert(idempotencyKeys).values({ ...request, startedAt: now })
    return undefined
  }
  if (kept.requestHash !== request.requestHash)
    throw problem.field('Idempotency-Key', 'This key was used for another request', 'idempotency_mismatch')
  if (kept.status !== null) return { status: kept.status, body: kept.body }
  if (now.getTime() - kept.startedAt.getTime() < cutOffAfterMs) throw running()
  await tx.update(idempotencyKeys).set({ startedAt: now }).where(mine)
  return undefined
}

const running = () => problem.conflict('idempotency_in_progress', 'This request is still running, ask again shortly')

export async function keep(tx: Tx, { owner, key }: KeyedRequest, { status, body }: KeptAnswer): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ status, body: body ?? null })
    .where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)))
}

/** Gives a key back after a refusal: nothing was done, so the request may be put right and sent again. */
export async function release(tx: Tx, { owner, key }: KeyedRequest): Promise<void> {
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)))
}

export async function forgetOldKeys(tx: Tx, now: Date): Promise<void> {
  await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.startedAt, new Date(now.getTime() - 24 * 3_600_000)))
}
