import type { Mode } from '@adire/contract/call.ts'
import { type Endpoint, isForMerchant, merchantInPath, type Parsed, pathParameters } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { followBusiness } from '@adire/contract/live.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context, Origin, UploadSteps } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { inTimeOf } from '../jobs/own-time.ts'
import type { Runtime } from '../runtime.ts'
import type { Route } from './answer.ts'
import { isFresh } from './etag.ts'
import type { Exports } from './exports.ts'
import { type KeptAnswer, keyedRequest } from './idempotency.ts'
import { type Caller, identify } from './identify.ts'
import { runCreationOnce, runInContext } from './once.ts'
import { sendPrint } from './print.ts'
import { Problem, problem } from './problem.ts'
import { refuseCardNumbers } from './safe-text.ts'
import { shapeOf } from './shape.ts'
import type { Followed, Streams } from './stream.ts'
import { openUpload, readForm } from './upload.ts'

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
  route: Route,
  { streams, exports }: Kept,
): void {
  const { endpoint, inContext, inSteps, creation, admit, download, print, lookup, follows, timeless } = route
  requireOnce(route)
  const { config, vault, files, media } = runtime
  const shape = shapeOf(endpoint.output)
  app.route({
    method: endpoint.method,
    url: `/${mode.toLowerCase()}/${endpoint.server}/${endpoint.path}`,
    ...(endpoint.uploads && { bodyLimit: limits.documentBytes + 64 * 1024 }),
    handler: async (request, reply) => {
      const given = inputOf(endpoint, request)
      const caller = await identify(runtime, mode, endpoint, request.headers.authorization, given.merchantId)
      const merchantId = caller.merchant?.id
      const origin = originOf(request)
      const contextOn = async (tx: Tx): Promise<Context> => {
        const now = runtime.clock()
        const context = { tx, mode, now, realNow: now, config, vault, origin, ...who(caller) }
        return merchantId === undefined || timeless ? context : inTimeOf(context, merchantId)
      }
      if (admit) {
        // A file is read only once it is known that its sender may send it.
        const path = pathFieldsOf(endpoint, given.fields)
        await runtime.database.readPrimary(async (tx) => admit((await contextOn(tx)) as never, path as never))
        const release = openUpload(caller.name)
        if (reply.raw.destroyed) release()
        else reply.raw.once('close', release)
      }
      const fields = admit ? { ...(await readForm(request)), ...given.fields } : given.fields
      const input = validate(endpoint, fields)
      if (follows)
        return streams.follow(reply, followed(caller, input as Parsed<typeof followBusiness>, runtime.clock()))
      if (print) {
        const { job, facts, at } = await runtime.database.read(async (tx) =>
          print((await contextOn(tx)) as never, input as never),
        )
        return sendPrint(request, reply, media.print([caller.name], job, facts, at), endpoint.downloads!)
      }
      if (download)
        return exports.send(reply, endpoint, caller.name, async (tx) =>
          download((await contextOn(tx)) as never, input as never),
        )
      const status = endpoint.creates ? 201 : 200
      const answerWith = (body: unknown): KeptAnswer =>
        body === undefined ? { status: 204, body: undefined } : { status, body: shape(body) }
      const run = async (tx: Tx) => answerWith(await inContext!((await contextOn(tx)) as never, input as never))
      const steps: UploadSteps = {
        media,
        owner: caller.name,
        mode,
        config,
        vault,
        files,
        write: (work) => runtime.database.write(async (tx) => work((await contextOn(tx)) as never)),
      }
      if (inSteps) return send(reply, answerWith(await inSteps(steps as never, input as never)))
      const keyed = keyOf(runtime, mode, route, { request, caller, fields })
      const once = { runtime, reply, keyed }
      if (creation) return send(reply, await runCreationOnce(once, creation as never, { steps, input, answerWith }))
      if (endpoint.method === 'GET') {
        const answer = await runtime.database.read(run)
        return lookup && isFresh(request, reply, answer.body) ? reply.code(304).send() : send(reply, answer)
      }
      return send(reply, await runtime.database.write((tx) => runInContext(once, tx, () => run(tx))))
    },
  })
}

const followed = (
  { user, merchant, until }: Caller,
  { sinceMs = 0 }: Parsed<typeof followBusiness>,
  now: Date,
): Followed => ({
  user: user!.id,
  sessionId: user!.sessionId,
  about: [merchant!.id, user!.id],
  sinceMs,
  forMs: until!.getTime() - now.getTime(),
})

const who = ({ user, merchant, apiKey }: Caller) => ({ ...(merchant && { merchant }), user, apiKey })

function send(reply: FastifyReply, { status, body }: KeptAnswer) {
  reply.code(status)
  return status === 204 ? reply.send() : reply.send(body)
}

/** The request's input, and apart from it the merchant it names. */
function inputOf(endpoint: Endpoint, request: FastifyRequest): { fields: Fields; merchantId: unknown } {
  const hasBody = !endpoint.uploads && (endpoint.method === 'POST' || endpoint.method === 'PUT')
  if (hasBody && /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? ''))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with content-type application/json')
  const given = hasBody ? (request.body === undefined ? {} : request.body) : request.query
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw problem.invalid([{ field: '', message: 'Send a JSON object' }])
  const fields: Fields = { ...given, ...(request.params as Fields) }
  if (!isForMerchant(endpoint)) return { fields, merchantId: undefined }
  const { merchantId, ...rest } = fields
  return { fields: rest, merchantId: merchantInPath(endpoint) ? (request.params as Fields).merchantId : merchantId }
}

/** What the path says of an upload; the file itself is not read yet. */
function pathFieldsOf(endpoint: Endpoint, fields: Fields): Fields {
  const { shape } = endpoint.input as unknown as z.ZodMiniObject<Record<string, z.ZodMiniType>>
  const inPath = pathParameters(endpoint.path)
  const known = Object.entries(shape).map(([name, schema]) => [
    name,
    inPath.includes(name) ? schema : z.optional(z.unknown()),
  ])
  const input = z.strictObject(Object.fromEntries(known))
  return validate({ ...endpoint, input }, fields) as Fields
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

/** No creating endpoint is served that could not recognise a repeated request; nor one whose callers share their keys with strangers. */
function requireOnce({ endpoint, inSteps, keyScope }: Route): void {
  const { creates, access, method, path } = endpoint
  if (creates && inSteps) throw new Error(`${method} ${path} creates something: use answer or answerCreation`)
  if (creates && (access === 'public' || access === 'client') && !keyScope?.length)
    throw new Error(`${method} ${path} creates something for callers without an account: name its keyScope`)
}

interface Asked {
  request: FastifyRequest
  caller: Caller
  fields: Fields
}

function keyOf(runtime: Runtime, mode: Mode, route: Route, { request, caller, fields }: Asked) {
  const { endpoint } = route
  const key = request.headers['idempotency-key']
  if (!endpoint.creates || typeof key !== 'string' || key === '') return undefined
  const path = `${endpoint.method} ${endpoint.server}/${endpoint.path}`
  const owner = `${mode}/${keyOwner(runtime.vault, route, caller, fields)}`
  return keyedRequest(runtime.vault, owner, key, path, { fields, merchantId: caller.merchant?.id })
}

/** Whose a key is: the caller's; of a caller without an account, that of the business and purchase the request names. */
function keyOwner(vault: Runtime['vault'], { keyScope }: Route, { name }: Caller, fields: Fields): string {
  if (!keyScope) return name
  return `${name}:${vault.fingerprint(JSON.stringify(keyScope.map((field) => fields[field])))}`
}

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
