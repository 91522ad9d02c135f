import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { deletePortion } from '../database/delete-portion.ts'
import type { Vault } from '../files/vault.ts'
import { problem } from './problem.ts'
import { idempotencyKeys } from './tables.ts'

/** One request under a caller's key. Keys are kept 24 hours (`purgeIdempotencyKeys`). */
export interface KeyedRequest {
  owner: string
  key: string
  requestHash: string
}

export interface StoredResponse {
  status: number
  body: unknown
}

/** What is known of a request that was sent before: its answer, or what it created before it broke off. */
export type EarlierAnswer = { response: StoredResponse } | { made: unknown }

/** Longer than a request may take: one that has not answered by then was cut off, and may be resumed. */
const runningMs = 30_000

/** The request as it is recognised again. Its body may hold a password, so the hash needs the vault's key. */
export function keyedRequest(vault: Vault, owner: string, key: string, path: string, body: unknown): KeyedRequest {
  if (key.length > 255) throw problem.invalid([{ field: 'Idempotency-Key', message: 'Use at most 255 characters' }])
  return { owner, key, requestHash: vault.fingerprint(`${path}\n${JSON.stringify(body)}`) }
}

const matching = ({ owner, key }: KeyedRequest) => and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key))

/**
 * What this request did before, or undefined where it did nothing yet. One that was cut off is from now on resumed by
 * the caller. The key is locked until the transaction ends.
 * @throws idempotency_in_progress (409) while the same request runs, idempotency_mismatch (422) for another request
 */
export async function findEarlier(tx: Tx, request: KeyedRequest, now: Date): Promise<EarlierAnswer | undefined> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${request.owner}\n${request.key}`}, 0)) as free`,
  )
  if (!rows[0]?.free) throw inProgress()
  const [found] = await tx.select().from(idempotencyKeys).where(matching(request))
  if (!found) return undefined
  if (found.requestHash !== request.requestHash)
    throw problem.field('Idempotency-Key', 'This key was used for another request', 'idempotency_mismatch')
  if (found.status !== null) return { response: { status: found.status, body: found.body } }
  // Without a record of what it created nobody knows what it did, so it is never run again.
  if (found.made === null || (found.runningUntil && found.runningUntil > now)) throw inProgress()
  await tx
    .update(idempotencyKeys)
    .set({ runningUntil: calculateLeaseEnd(now) })
    .where(matching(request))
  return { made: found.made }
}

const inProgress = () => problem.conflict('idempotency_in_progress', 'This request is still running, ask again shortly')

const calculateLeaseEnd = (now: Date) => new Date(now.getTime() + runningMs)

/** Stores the key with the answer of a request that has done all it does, in the transaction that did it. */
export async function storeResponse(tx: Tx, request: KeyedRequest, response: StoredResponse, now: Date): Promise<void> {
  await tx.insert(idempotencyKeys).values({ ...request, ...stored(response), startedAt: now })
}

/** Stores the key with what the request created, in the transaction that created it; `endRequest` stores the answer. */
export async function storeMade(tx: Tx, request: KeyedRequest, made: unknown, now: Date): Promise<void> {
  await tx.insert(idempotencyKeys).values({ ...request, made, startedAt: now, runningUntil: calculateLeaseEnd(now) })
}

/** Ends a request that created something: with its answer, or so that the next one resumes it at once. */
export async function endRequest(tx: Tx, request: KeyedRequest, response: StoredResponse | undefined): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ runningUntil: null, ...(response && stored(response)) })
    .where(and(matching(request), sql`status is null`))
}

const stored = ({ status, body }: StoredResponse) => ({ status, body: body ?? null })

/** Deletes a portion of the keys that are older than a day; answers how many. */
export const purgeIdempotencyKeys = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, idempotencyKeys, lt(idempotencyKeys.startedAt, new Date(now.getTime() - 24 * 3_600_000)))
