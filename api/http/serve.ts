import type { Mode } from '@adire/contract/call.ts'
import { type Endpoint, isForMerchant, merchantInPath, type Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { followBusiness } from '@adire/contract/live.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context, Origin, Steps } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { inTimeOf } from '../jobs/own-time.ts'
import type { Runtime } from '../runtime.ts'
import type { Route } from './answer.ts'
import { isFresh } from './etag.ts'
import type { Exports } from './exports.ts'
import { claim, type KeptAnswer, type KeyedRequest, keep, keyedRequest, release } from './idempotency.ts'
import { type Caller, identify } from './identify.ts'
import { problem } from './problem.ts'
import { refuseCardNumbers } from './safe-text.ts'
import { shapeOf } from './shape.ts'
import type { Followed, Streams } from './stream.ts'
import { readForm } from './upload.ts'

type Fields = Record<string, unknown>

/** What all routes of a process share. */
interface Kept {
  streams: Streams
  exports: Exports
}

/** Serves one route on one mode's server: identify, validate, run once, answer as the contract says. */
export function serve(
  app: FastifyInstance,
  runtime: Runtime,
  mode: Mode,
  { endpoint, inContext, inSteps, download, lookup, follows, timeless }: Route,
  { streams, exports }: Kept,
): void {
  const { config, vault, files } = runtime
  const shape = shapeOf(endpoint.output)
  app.route({
    method: endpoint.method,
    url: `/${mode.toLowerCase()}/${endpoint.server}/${endpoint.path}`,
    ...(endpoint.uploads && { bodyLimit: limits.documentBytes + 64 * 1024 }),
    handler: async (request, reply) => {
      const given = inputOf(endpoint, request)
      const caller = await identify(runtime, mode, endpoint, request.headers.authorization, given.merchantId)
      const merchantId = caller.merchant?.id
      // Nobody's file is read before it is known whose it is.
      const fields = endpoint.uploads ? { ...(await readForm(request)), ...given.fields } : given.fields
      const input = validate(endpoint, fields)
      if (follows)
        return streams.follow(reply, followed(caller, input as Parsed<typeof followBusiness>, runtime.clock()))
      const origin = originOf(request)
      const contextOn = async (tx: Tx): Promise<Context> => {
        const now = runtime.clock()
        const context = { tx, mode, now, realNow: now, config, vault, origin, ...who(caller) }
        return merchantId === undefined || timeless ? context : inTimeOf(context, merchantId)
      }
      if (download)
        return exports.send(reply, endpoint, caller.name, async (tx) =>
          download((await contextOn(tx)) as never, input as never),
        )
      const status = endpoint.creates ? 201 : 200
      const run = async (use: typeof inContext | typeof inSteps, given: Context | Steps): Promise<KeptAnswer> => {
        const body = await use!(given as never, input as never)
        return body === undefined ? { status: 204, body: undefined } : { status, body: shape(body) }
      }
      const keyed = keyOf(endpoint, request, `${mode}/${caller.name}`, { fields, merchantId })
      const once = { runtime, reply, keyed }
      if (inSteps) {
        const steps: Steps = {
          mode,
          config,
          vault,
          files,
          write: (work) => runtime.database.write(async (tx) => work((await contextOn(tx)) as never)),
        }
        return send(reply, await runOnceInSteps(once, () => run(inSteps, steps)))
      }
      if (endpoint.method === 'GET') {
        const answer = await runtime.database.read(async (tx) => run(inContext, await contextOn(tx)))
        return lookup && isFresh(request, reply, answer.body) ? reply.code(304).send() : send(reply, answer)
      }
      return send(
        reply,
        await runtime.database.write((tx) =>
          runOnceInContext(once, tx, async () => run(inContext, await contextOn(tx))),
        ),
      )
    },
  })
}

const followed = (
  { user, merchant, until }: Caller,
  { sinceMs = 0 }: Parsed<typeof followBusiness>,
  now: Date,
): Followed => ({
  user: user!.id,
  about: [merchant!.id, user!.id],
  sinceMs,
  forMs: until!.getTime() - now.getTime(),
})

const who = ({ user, merchant, apiKey }: Caller) => ({ ...(merchant && { merchant }), user, apiKey })

interface Once {
  runtime: Runtime
  reply: FastifyReply
  keyed: KeyedRequest | undefined
}

/** The key is claimed and its answer kept in the use case's own transaction: both are kept, or neither. */
async function runOnceInContext({ runtime, reply, keyed }: Once, tx: Tx, run: () => Promise<KeptAnswer>) {
  if (!keyed) return run()
  const kept = await claim(tx, keyed, runtime.clock())
  if (kept) return replayed(reply, kept)
  const answer = await run()
  await keep(tx, keyed, answer)
  return answer
}

async function runOnceInSteps({ runtime, reply, keyed }: Once, run: () => Promise<KeptAnswer>) {
  if (!keyed) return run()
  const { write } = runtime.database
  const kept = await write((tx) => claim(tx, keyed, runtime.clock()))
  if (kept) return replayed(reply, kept)
  try {
    const answer = await run()
    await write((tx) => keep(tx, keyed, answer))
    return answer
  } catch (error) {
    await write((tx) => release(tx, keyed))
    throw error
  }
}

function replayed(reply: FastifyReply, kept: KeptAnswer): KeptAnswer {
  reply.header('idempotency-replayed', 'true')
  return kept
}

function send(reply: FastifyReply, { status, body }: KeptAnswer) {
  reply.code(status)
  return status === 204 ? reply.send() : reply.send(body)
}

/** The request's input, and apart from it the merchant it names. */
function inputOf(endpoint: Endpoint, request: FastifyRequest): { fields: Fields; merchantId: unknown } {
  const hasBody = !endpoint.uploads && (endpoint.method === 'POST' || endpoint.method === 'PUT')
  const given = hasBody ? (request.body === undefined ? {} : request.body) : request.query
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw problem.invalid([{ field: '', message: 'Send a JSON object' }])
  const fields: Fields = { ...given, ...(request.params as Fields) }
  if (!isForMerchant(endpoint)) return { fields, merchantId: undefined }
  const { merchantId, ...rest } = fields
  return { fields: rest, merchantId: merchantInPath(endpoint) ? (request.params as Fields).merchantId : merchantId }
}

/** What a call's input must be, wherever it comes from: the contract says it once. */
export function validate<E extends Endpoint>(endpoint: E, fields: Fields): Parsed<E> {
  const result = z.safeParse(endpoint.input, fields)
  if (result.success) {
    refuseCardNumbers(result.data)
    return result.data as Parsed<E>
  }
  const errors = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: `There is no field "${field}" here` }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  throw problem.invalid(errors.slice(0, 50))
}

function keyOf(endpoint: Endpoint, request: FastifyRequest, owner: string, body: unknown): KeyedRequest | undefined {
  const key = request.headers['idempotency-key']
  if (!endpoint.creates || typeof key !== 'string' || key === '') return undefined
  return keyedRequest(owner, key, `${endpoint.method} ${endpoint.server}/${endpoint.path}`, body)
}

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
