import type { FastifyReply } from 'fastify'
import type { Context, UnitOfWork } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import type { CreationHandler } from './creation.ts'
import {
  type EarlierResult,
  endRequest,
  findEarlier,
  type KeyedRequest,
  type StoredResponse,
  storeCreated,
  storeResponse,
} from './idempotency.ts'
import { Problem } from './problem.ts'

/** The request that must run at most once per key. */
export interface OnceContext {
  runtime: Runtime
  reply: FastifyReply
  /** Undefined if the request has no `Idempotency-Key`. */
  keyed: KeyedRequest | undefined
}

/**
 * Runs a handler of one transaction at most once per key: the key and the response are stored in that transaction.
 * @throws the codes of `findEarlier`
 */
export async function runTransactionOnce(
  { runtime, reply, keyed }: OnceContext,
  tx: Tx,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (!keyed) return run()
  const earlier = await findEarlier(tx, keyed, runtime.clock())
  if (earlier && 'response' in earlier) return replayed(reply, earlier.response)
  const response = await run()
  await storeResponse(tx, keyed, response, runtime.clock())
  return response
}

type AnyCreation = CreationHandler<Context, unknown, unknown, unknown, unknown>

/**
 * Runs a creation at most once per key. The key is stored in the transaction that creates the record, so a retry after a
 * crash resumes that record. A failure before that transaction leaves the key unused; a later failure does not.
 * @throws the codes of `findEarlier`
 */
export async function runCreationOnce(
  { runtime, reply, keyed }: OnceContext,
  { prepare, create, finish }: AnyCreation,
  {
    unitOfWork,
    input,
    toStoredResponse,
  }: { unitOfWork: UnitOfWork; input: unknown; toStoredResponse: (body: unknown) => StoredResponse },
): Promise<StoredResponse> {
  const { clock, database } = runtime
  const lookUp = async () => keyed && (await database.write((tx) => findEarlier(tx, keyed, clock())))
  const before = await lookUp()
  if (before) return resumeEarlier(before)

  let prepared: unknown
  try {
    prepared = await prepare?.(unitOfWork, input)
  } catch (error) {
    // The same request may have succeeded meanwhile and be the reason for this error: then return its response.
    const meanwhile = await lookUp()
    if (meanwhile) return resumeEarlier(meanwhile)
    throw error
  }
  const done = await unitOfWork.write(async (context) => {
    const { tx } = context
    const earlier = keyed && (await findEarlier(tx, keyed, clock()))
    if (earlier) return earlier
    const made = await create(context, input, prepared)
    if (finish && !(made instanceof Problem)) {
      if (keyed) await storeCreated(tx, keyed, made, clock())
      return { made }
    }
    const response = toStoredResponse(made)
    if (keyed) await storeResponse(tx, keyed, response, clock())
    return { fresh: response }
  })
  if ('fresh' in done) return done.fresh
  return resumeEarlier(done)

  /** Returns the stored response, or finishes what the earlier request created. */
  async function resumeEarlier(earlier: EarlierResult): Promise<StoredResponse> {
    return 'response' in earlier ? replayed(reply, earlier.response) : finishCreation(earlier.made)
  }

  async function finishCreation(made: unknown): Promise<StoredResponse> {
    let response: StoredResponse | undefined
    try {
      response = toStoredResponse(await finish!(unitOfWork, made))
      return response
    } finally {
      // If this fails too, the key counts as running until its lease ends, and can be resumed after that.
      if (keyed) await database.write((tx) => endRequest(tx, keyed, response)).catch(() => {})
    }
  }
}

function replayed(reply: FastifyReply, response: StoredResponse): StoredResponse {
  reply.header('idempotency-replayed', 'true')
  return response
}
