import type { Mode } from '@adire/contract/call.ts'
import {
  type Endpoint,
  isForMerchant,
  merchantInPath,
  type ParsedInput,
  pathParameters,
} from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { followBusiness } from '@adire/contract/live.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context, RequestOrigin, UploadUnitOfWork } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { withBusinessClock } from '../jobs/business-clock.ts'
import type { Runtime } from '../runtime.ts'
import { isFresh } from './etag.ts'
import type { ExportSlots } from './exports.ts'
import { describeIssue, toFieldErrors } from './field-errors.ts'
import { keyedRequest, type StoredResponse } from './idempotency.ts'
import { type ApiCaller, type Credentials, identifyCaller } from './identify.ts'
import { runCreationOnce, runInContext } from './once.ts'
import { sendPrint } from './print.ts'
import { Problem, problem, problemBody } from './problem.ts'
import type { EndpointRoute } from './route.ts'
import { rejectCardNumbers } from './safe-text.ts'
import { buildSerializer } from './serializer.ts'
import type { FollowedStream, LiveStreams } from './stream.ts'
import { openUpload, readForm } from './upload.ts'

type Fields = Record<string, unknown>

/** Resources that all routes of a process share. */
interface ServerResources {
  streams: LiveStreams
  exports: ExportSlots
}

/** Where a route is served: the URL before its path, and how its caller is identified. */
export interface Surface {
  /** `/test/core` */
  prefix: string
  mode: Mode
  identify(endpoint: Endpoint, credentials: Credentials): Promise<ApiCaller>
}

/** The server of merchants that an endpoint belongs to, in one mode. */
export const merchantSurface = (runtime: Runtime, mode: Mode, server: string): Surface => ({
  prefix: `/${mode.toLowerCase()}/${server}`,
  mode,
  identify: (endpoint, credentials) => identifyCaller(runtime, mode, endpoint, credentials),
})

/** Registers one route on one server: identifies the caller, validates, runs once, serializes by the contract. */
export function serveRoute(
  app: FastifyInstance,
  runtime: Runtime,
  { prefix, mode, identify }: Surface,
  route: EndpointRoute,
  { streams, exports }: ServerResources,
): void {
  const { endpoint, inContext, withoutTransaction, creation, admit, download, print, lookup, follows } = route
  requireOnce(route)
  const { config, vault, files, media, database } = runtime
  const serialize = buildSerializer(schemasOf(endpoint).output)
  app.route({
    method: endpoint.method,
    config: { endpoint },
    url: `${prefix}/${endpoint.path}`,
    ...(endpoint.uploads && { bodyLimit: limits.documentBytes + 64 * 1024 }),
    handler: async (request, reply) => {
      const given = collectInput(endpoint, request)
      const caller = requireReading(await identify(endpoint, credentialsOf(request, given.merchantId)), route)
      const merchantId = caller.merchant?.id
      const origin = requestOrigin(request)
      const contextOn = async (tx: Tx): Promise<Context> => {
        const now = runtime.clock()
        const context = { tx, mode, now, realNow: now, config, vault, origin, ...callerOf(caller) }
        return merchantId === undefined || route.clockIndependent ? context : withBusinessClock(context, merchantId)
      }
      if (admit) {
        // Check that the caller may send a file before reading it.
        const path = parsePathFields(endpoint, given.fields)
        await database.readPrimary(async (tx) => admit((await contextOn(tx)) as never, path as never))
        const release = openUpload(caller.name)
        if (reply.raw.destroyed) release()
        else reply.raw.once('close', release)
      }
      const fields = admit ? { ...(await readForm(request)), ...given.fields } : given.fields
      const input = validateInput(endpoint, fields, caller.apiKey !== undefined)
      if (follows)
        return streams.follow(reply, followed(caller, input as ParsedInput<typeof followBusiness>, runtime.clock()))
      if (print) {
        const { job, data, at } = await database.read(async (tx) =>
          print((await contextOn(tx)) as never, input as never),
        )
        return sendPrint(request, reply, media.print([caller.name], job, data, at), endpoint.downloads!)
      }
      if (download)
        return exports.send(reply, endpoint, caller.name, async (tx) =>
          download((await contextOn(tx)) as never, input as never),
        )
      const toStoredResponse = (body: unknown): StoredResponse =>
        body instanceof Problem
          ? { status: body.status, body: problemBody(body, request.id, config.publicUrl) }
          : toSuccess(endpoint, body === undefined ? undefined : serialize(body))
      const run = async (tx: Tx) => toStoredResponse(await inContext!((await contextOn(tx)) as never, input as never))
      const unitOfWork: UploadUnitOfWork = {
        media,
        owner: caller.name,
        mode,
        config,
        vault,
        files,
        write: (callback) => database.write(async (tx) => callback((await contextOn(tx)) as never)),
        writeStatement: (callback) => database.writeStatement(async (tx) => callback((await contextOn(tx)) as never)),
      }
      if (withoutTransaction)
        return respond(reply, toStoredResponse(await withoutTransaction(unitOfWork as never, input as never)))
      const keyed = toIdempotencyKey(runtime, mode, route, { request, caller, fields })
      const once = { runtime, reply, keyed }
      if (creation)
        return respond(reply, await runCreationOnce(once, creation as never, { unitOfWork, input, toStoredResponse }))
      if (endpoint.method === 'GET') {
        const response = await database.read(run)
        return lookup && isFresh(request, reply, response.body) ? reply.code(304).send() : respond(reply, response)
      }
      return respond(reply, await database.write((tx) => runInContext(once, tx, () => run(tx))))
    },
  })
}

const toSuccess = ({ creates }: Endpoint, body: unknown): StoredResponse => ({
  status: body === undefined ? 204 : creates ? 201 : 200,
  body,
})

/** The caller. A view only reads; what is not in one read-only transaction could do more. Throws forbidden (403). */
function requireReading(caller: ApiCaller, { withoutTransaction, creation }: EndpointRoute): ApiCaller {
  if (caller.isViewing && (withoutTransaction || creation))
    throw problem.forbidden('You view this dashboard for the provider: nothing can be changed')
  return caller
}

const followed = (
  { user, merchant, until }: ApiCaller,
  { sinceMs = 0 }: ParsedInput<typeof followBusiness>,
  now: Date,
): FollowedStream => ({
  user: user!.id,
  sessionId: user!.sessionId,
  about: [merchant!.id, user!.id],
  sinceMs,
  forMs: until!.getTime() - now.getTime(),
})

const credentialsOf = ({ headers, ip }: FastifyRequest, merchantId: unknown) => ({
  authorization: headers.authorization,
  ip,
  merchantId,
})

const callerOf = ({ user, merchant, apiKey, staff }: ApiCaller) => ({
  ...(merchant && { merchant }),
  ...(staff && { staff }),
  user,
  apiKey,
})

function respond(reply: FastifyReply, { status, body }: StoredResponse) {
  reply.code(status)
  return status === 204 ? reply.send() : reply.send(body)
}

/** The request's input, and separately the merchant id it names. */
function collectInput(endpoint: Endpoint, request: FastifyRequest): { fields: Fields; merchantId: unknown } {
  const hasBody = !endpoint.uploads && (endpoint.method === 'POST' || endpoint.method === 'PUT')
  if (hasBody && /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? ''))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with content-type application/json')
  const given = hasBody ? (request.body === undefined ? {} : request.body) : readQuery(request.query as Fields)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw problem.invalid([{ field: '', message: 'Send a JSON object' }])
  const fields: Fields = { ...given, ...(request.params as Fields) }
  if (!isForMerchant(endpoint)) return { fields, merchantId: undefined }
  const { merchantId, ...rest } = fields
  return { fields: rest, merchantId: merchantInPath(endpoint) ? (request.params as Fields).merchantId : merchantId }
}

/** The fields of a query: `metadata[orderId]=1042` is the key `orderId` of the object `metadata`. */
function readQuery(query: Fields): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(query)) {
    const [, object, key] = /^([a-zA-Z]\w*)\[([^[\]]*)\]$/.exec(name) ?? []
    if (object === undefined || key === undefined) fields[name] = value
    else fields[object] = { ...(fields[object] as Fields | undefined), [key]: value }
  }
  return fields
}

/** The validated path fields of an upload, whose file has not been read yet. */
function parsePathFields(endpoint: Endpoint, fields: Fields): Fields {
  const upload = schemasOf(endpoint).input as unknown as z.ZodMiniObject<Record<string, z.ZodMiniType>>
  const inPath = pathParameters(endpoint.path)
  const known = Object.entries(upload.shape).map(([name, schema]) => [
    name,
    inPath.includes(name) ? schema : z.optional(z.unknown()),
  ])
  const input = z.strictObject(Object.fromEntries(known))
  return parseFields(input, fields) as Fields
}

/**
 * Parses a call's input by the contract, for every kind of entry point. `inKobo`: errors of amounts are in kobo, not in naira.
 * @throws validation_error (400) with up to 50 fields, also for a field that contains a card number
 */
export const validateInput = <E extends Endpoint>(endpoint: E, fields: Fields, inKobo = false): ParsedInput<E> =>
  parseFields(schemasOf(endpoint).input, fields, inKobo) as ParsedInput<E>

function parseFields(schema: z.ZodMiniType, fields: Fields, inKobo = false): unknown {
  const result = z.safeParse(schema, fields, { error: describeIssue })
  if (!result.success) throw problem.invalid(toFieldErrors(result.error.issues, inKobo).slice(0, 50))
  rejectCardNumbers(result.data)
  return result.data
}

/**
 * Startup check: a creating endpoint must recognise a repeated request, and must scope the keys of callers without an account.
 * @throws Error naming the endpoint
 */
function requireOnce({ endpoint, withoutTransaction, keyScope }: EndpointRoute): void {
  const { creates, access, method, path } = endpoint
  if (creates && withoutTransaction) throw new Error(`${method} ${path} creates something: use route or creationRoute`)
  if (creates && (access === 'public' || access === 'client') && !keyScope?.length)
    throw new Error(`${method} ${path} creates something for callers without an account: name its keyScope`)
}

interface KeyedInput {
  request: FastifyRequest
  caller: ApiCaller
  fields: Fields
}

function toIdempotencyKey(runtime: Runtime, mode: Mode, route: EndpointRoute, { request, caller, fields }: KeyedInput) {
  const { endpoint } = route
  const key = request.headers['idempotency-key']
  if (!endpoint.creates || typeof key !== 'string' || key === '') return undefined
  const path = `${endpoint.method} ${endpoint.server}/${endpoint.path}`
  const owner = `${mode}/${keyOwner(runtime.vault, route, caller, fields)}`
  return keyedRequest(runtime.vault, owner, key, path, { fields, merchantId: caller.merchant?.id })
}

/** Owner of a key: the caller; for callers without an account also the values of `keyScope`, such as the business and order. */
function keyOwner(vault: Runtime['vault'], { keyScope }: EndpointRoute, { name }: ApiCaller, fields: Fields): string {
  if (!keyScope) return name
  return `${name}:${vault.fingerprint(JSON.stringify(keyScope.map((field) => fields[field])))}`
}

/** Origin of a request for the audit log; the user agent is cut to 300 characters. */
export const requestOrigin = (request: FastifyRequest): RequestOrigin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
