import type { FastifyReply } from 'fastify'
import type { Context, Steps } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import type { Creation } from './creation.ts'
import {
  type Earlier,
  endRequest,
  findEarlier,
  type KeptAnswer,
  type KeyedRequest,
  storeAnswer,
  storeMade,
} from './idempotency.ts'

export interface Once {
  runtime: Runtime
  reply: FastifyReply
  /** Undefined where the caller sent no key. */
  keyed: KeyedRequest | undefined
}

/** Runs a use case of one transaction: the key is stored with the answer in that transaction, or neither is. */
export async function runInContext(
  { runtime, reply, keyed }: Once,
  tx: Tx,
  run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  if (!keyed) return run()
  const earlier = await findEarlier(tx, keyed, runtime.clock())
  if (earlier && 'answer' in earlier) return replayed(reply, earlier.answer)
  const answer = await run()
  await storeAnswer(tx, keyed, answer, runtime.clock())
  return answer
}

type AnyCreation = Creation<Context, unknown, unknown, unknown, unknown>

/**
 * Runs a creation: the key is stored in the transaction that records what is created, so a request that is repeated
 * after a crash resumes that record. A failure before that transaction leaves the key unused, one after it never does.
 */
export async function runCreationOnce(
  { runtime, reply, keyed }: Once,
  { prepare, create, finish }: AnyCreation,
  { steps, input, answerWith }: { steps: Steps; input: unknown; answerWith: (body: unknown) => KeptAnswer },
): Promise<KeptAnswer> {
  const { clock, database } = runtime
  const lookUp = async () => keyed && (await database.write((tx) => findEarlier(tx, keyed, clock())))
  const before = await lookUp()
  if (before) return goOn(before)

  let prepared: unknown
  try {
    prepared = await prepare?.(steps, input)
  } catch (refusal) {
    // The same request may have been carried out meanwhile, and be what this one is refused for.
    const meanwhile = await lookUp()
    if (meanwhile) return goOn(meanwhile)
    throw refusal
  }
  const done = await steps.write(async (context) => {
    const { tx } = context
    const earlier = keyed && (await findEarlier(tx, keyed, clock()))
    if (earlier) return earlier
    const made = await create(context, input, prepared)
    if (finish) {
      if (keyed) await storeMade(tx, keyed, made, clock())
      return { made }
    }
    const answer = answerWith(made)
    if (keyed) await storeAnswer(tx, keyed, answer, clock())
    return { fresh: answer }
  })
  if ('fresh' in done) return done.fresh
  return goOn(done)

  async function goOn(earlier: Earlier): Promise<KeptAnswer> {
    return 'answer' in earlier ? replayed(reply, earlier.answer) : conclude(earlier.made)
  }

  async function conclude(made: unknown): Promise<KeptAnswer> {
    let answer: KeptAnswer | undefined
    try {
      answer = answerWith(await finish!(steps, made))
      return answer
    } finally {
      // Where even this fails, the key counts as running for a while, and is resumed after that.
      if (keyed) await database.write((tx) => endRequest(tx, keyed, answer)).catch(() => {})
    }
  }
}

function replayed(reply: FastifyReply, answer: KeptAnswer): KeptAnswer {
  reply.header('idempotency-replayed', 'true')
  return answer
}
