import type { FastifyReply } from 'fastify'
import type { Context, UnitOfWork } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import type { CreationHandler } from './creation.ts'
import {
  type EarlierAnswer,
  endRequest,
  findEarlier,
  type KeyedRequest,
  type StoredResponse,
  storeMade,
  storeResponse,
} from './idempotency.ts'

export interface OnceContext {
  runtime: Runtime
  reply: FastifyReply
  /** Undefined where the caller sent no key. */
  keyed: KeyedRequest | undefined
}

/** Runs a use case of one transaction: the key is stored with the answer in that transaction, or neither is. */
export async function runInContext(
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
 * Runs a creation: the key is stored in the transaction that records what is created, so a request that is repeated
 * after a crash resumes that record. A failure before that transaction leaves the key unused, one after it never does.
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
  if (before) return goOn(before)

  let prepared: unknown
  try {
    prepared = await prepare?.(unitOfWork, input)
  } catch (error) {
    // The same request may have been carried out meanwhile, and be what this one is refused for.
    const meanwhile = await lookUp()
    if (meanwhile) return goOn(meanwhile)
    throw error
  }
  const done = await unitOfWork.write(async (context) => {
    const { tx } = context
    const earlier = keyed && (await findEarlier(tx, keyed, clock()))
    if (earlier) return earlier
    const made = await create(context, input, prepared)
    if (finish) {
      if (keyed) await storeMade(tx, keyed, made, clock())
      return { made }
    }
    const response = toStoredResponse(made)
    if (keyed) await storeResponse(tx, keyed, response, clock())
    return { fresh: response }
  })
  if ('fresh' in done) return done.fresh
  return goOn(done)

  async function goOn(earlier: EarlierAnswer): Promise<StoredResponse> {
    return 'response' in earlier ? replayed(reply, earlier.response) : conclude(earlier.made)
  }

  async function conclude(made: unknown): Promise<StoredResponse> {
    let response: StoredResponse | undefined
    try {
      response = toStoredResponse(await finish!(unitOfWork, made))
      return response
    } finally {
      // Where even this fails, the key counts as running for a while, and is resumed after that.
      if (keyed) await database.write((tx) => endRequest(tx, keyed, response)).catch(() => {})
    }
  }
}

function replayed(reply: FastifyReply, response: StoredResponse): StoredResponse {
  reply.header('idempotency-replayed', 'true')
  return response
}
