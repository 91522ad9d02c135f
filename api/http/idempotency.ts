import { dayMs } from '@adire/contract/durations.ts'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { deletePortion } from '../database/delete-portion.ts'
import { collectedInsert, insertAtCommit } from '../database/write-at-commit.ts'
import type { Vault } from '../files/vault.ts'
import { Problem, problem } from './problem.ts'
import { idempotencyKeys } from './tables.ts'

/** A request with an `Idempotency-Key`. Keys are kept for 24 hours (`purgeIdempotencyKeys`). */
export interface KeyedRequest {
  owner: string
  key: string
  requestHash: string
  /** Seals the stored body, if it has a secret. */
  sealedBy?: Vault
}

/** A response as stored under a key: the HTTP status and the serialized body (undefined: none, with 204). */
export interface StoredResponse {
  status: number
  body: unknown
}

/** The result of an earlier request with the same key: its response, or what it created before it was interrupted. */
export type EarlierResult = { response: StoredResponse } | { made: unknown }

/** Lease of a running request, in ms; longer than a request may take. After it, the request was interrupted and can be resumed. */
const runningMs = 30_000

/**
 * Identifies a request by owner, key and a hash of path and body. The body may contain a password, so the hash is keyed.
 * @throws validation_error (400) when the key is longer than 255 characters
 */
export function keyedRequest(vault: Vault, owner: string, key: string, path: string, body: unknown): KeyedRequest {
  if (key.length > 255) throw problem.invalid([{ field: 'Idempotency-Key', message: 'Use at most 255 characters' }])
  return { owner, key, requestHash: vault.fingerprint(`${path}\n${JSON.stringify(body)}`) }
}

const keyCondition = ({ owner, key }: KeyedRequest) =>
  and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key))

/**
 * The result of an earlier request with this key, or undefined if there is none. For an interrupted request it renews the
 * lease: the caller must resume it. The key is locked until the transaction ends.
 * @throws idempotency_in_progress (409) while the same request runs, idempotency_mismatch (422) if the key belongs to another request
 */
export async function findEarlier(tx: Tx, request: KeyedRequest, now: Date): Promise<EarlierResult | undefined> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${request.owner}\n${request.key}`}, 0)) as free`,
  )
  if (!rows[0]?.free) throw inProgress()
  const [found] = await tx.select().from(idempotencyKeys).where(keyCondition(request))
  if (!found) return undefined
  if (found.requestHash !== request.requestHash)
    throw problem.field('Idempotency-Key', 'This key was used for another request', 'idempotency_mismatch')
  if (found.status !== null) return { response: { status: found.status, body: openBody(request, found.body) } }
  // Without a record of what it created, its effect is unknown: it must never run again.
  if (found.made === null || (found.runningUntil && found.runningUntil > now)) throw inProgress()
  await tx
    .update(idempotencyKeys)
    .set({ runningUntil: calculateLeaseEnd(now) })
    .where(keyCondition(request))
  return { made: found.made }
}

const inProgress = () =>
  new Problem(
    409,
    'idempotency_in_progress',
    'The first request with this key is still running. Try again shortly',
    [],
    { 'retry-after': '2' },
  )

const calculateLeaseEnd = (now: Date) => new Date(now.getTime() + runningMs)

const keyInsert = collectedInsert('keys', 'idempotency_keys', {
  owner: 'text',
  key: 'text',
  request_hash: 'text',
  status: 'int',
  body: 'json',
  made: 'jsonb',
  running_until: 'timestamptz',
  started_at: 'timestamptz',
})

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const sealContext = ({ owner, key }: KeyedRequest) => `idempotency:${owner}/${key}`

const sealBody = (request: KeyedRequest, body: unknown) =>
  request.sealedBy && body !== undefined
    ? request.sealedBy.seal(JSON.stringify(body), sealContext(request))
    : (body ?? null)

/** A body that an earlier version stored is not sealed, and is no text. */
const openBody = (request: KeyedRequest, stored: unknown): unknown =>
  request.sealedBy && typeof stored === 'string'
    ? JSON.parse(request.sealedBy.open(stored, sealContext(request)))
    : stored

/** Stores the key with the response of a finished request, in the same transaction. `findEarlier` has locked the key. */
export const storeResponse = (
  tx: Tx,
  request: KeyedRequest,
  { status, body }: StoredResponse,
  now: Date,
): Promise<void> => {
  const { owner, key, requestHash } = request
  return insertAtCommit(tx, keyInsert, [
    owner,
    key,
    requestHash,
    status,
    toJson(sealBody(request, body)),
    null,
    null,
    now,
  ])
}

/** Stores the key with what the request created, in the same transaction; `endRequest` stores the response. */
export const storeCreated = (
  tx: Tx,
  { owner, key, requestHash }: KeyedRequest,
  made: unknown,
  now: Date,
): Promise<void> =>
  insertAtCommit(tx, keyInsert, [owner, key, requestHash, null, null, toJson(made), calculateLeaseEnd(now), now])

/** Ends a creating request: stores its response, or without one only ends the lease so that a retry resumes it at once. */
export async function endRequest(tx: Tx, request: KeyedRequest, response: StoredResponse | undefined): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({
      runningUntil: null,
      ...(response && { status: response.status, body: sealBody(request, response.body) }),
    })
    .where(and(keyCondition(request), sql`status is null`))
}

/** Deletes one batch of keys older than 24 hours; returns their number. */
export const purgeIdempotencyKeys = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, idempotencyKeys, lt(idempotencyKeys.startedAt, new Date(now.getTime() - dayMs)))
