import type { Mode } from '@adire/contract/call.ts'
import type { Endpoint, ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { followBusiness } from '@adire/contract/live.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, RequestOrigin, UploadUnitOfWork } from '../context.ts'
import { runForBusiness } from '../current-work.ts'
import type { Tx } from '../database/connect.ts'
import { withBusinessClock } from '../jobs/business-clock.ts'
import type { Runtime } from '../runtime.ts'
import { isFresh } from './etag.ts'
import type { ExportSlots } from './exports.ts'
import type { StoredResponse } from './idempotency.ts'
import type { ApiCaller } from './identify.ts'
import { runCreationOnce, runTransactionOnce } from './once.ts'
import { sendPrint } from './print.ts'
import { Problem, problem, problemBody } from './problem.ts'
import { collectInput, parsePathFields, validateInput } from './read-input.ts'
import { toIdempotencyKey } from './request-key.ts'
import { requestOrigin } from './request-origin.ts'
import { requireOnce } from './require-once.ts'
import type { EndpointRoute } from './route.ts'
import { buildSerializer } from './serializer.ts'
import type { FollowedStream, LiveStreams } from './stream.ts'
import type { Surface } from './surface.ts'
import { openUpload, readForm } from './upload.ts'

/** Resources that all routes of a process share. */
interface ServerResources {
  streams: LiveStreams
  exports: ExportSlots
}

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
  const { config, media, database } = runtime
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
      const contextOn = contextFor(runtime, mode, route, caller, requestOrigin(request))
      if (admit) {
        // Check that the caller may send a file before reading it.
        const path = parsePathFields(endpoint, given.fields)
        await database.readPrimary(async (tx) => admit((await contextOn(tx)) as never, path as never))
      }
      const fields = admit ? { ...(await readUpload(request, reply, caller)), ...given.fields } : given.fields
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
      const unitOfWork = createUnitOfWork(runtime, mode, caller, contextOn)
      const ofBusiness = <T>(work: () => Promise<T>) => (merchantId ? runForBusiness(merchantId, work) : work())
      if (withoutTransaction) {
        const body = await ofBusiness(() => withoutTransaction(unitOfWork as never, input as never))
        return respond(reply, toStoredResponse(body))
      }
      const keyed = toIdempotencyKey(runtime, mode, route, { request, caller, fields })
      const once = { runtime, reply, keyed }
      if (creation)
        return respond(
          reply,
          await ofBusiness(() => runCreationOnce(once, creation as never, { unitOfWork, input, toStoredResponse })),
        )
      if (endpoint.method === 'GET') {
        const response = withholdSecrets(await database.read(run), caller, route)
        return lookup && isFresh(request, reply, response.body) ? reply.code(304).send() : respond(reply, response)
      }
      return respond(reply, await database.write((tx) => runTransactionOnce(once, tx, () => run(tx))))
    },
  })
}

/** Makes the context of a request in each of its transactions. */
const contextFor =
  (
    { clock, config, vault }: Runtime,
    mode: Mode,
    { clockIndependent }: EndpointRoute,
    caller: ApiCaller,
    origin: RequestOrigin,
  ) =>
  async (tx: Tx): Promise<Context> => {
    const now = clock()
    const context = { tx, mode, now, realNow: now, config, vault, origin, ...callerOf(caller) }
    const { merchant } = caller
    return merchant === undefined || clockIndependent ? context : withBusinessClock(context, merchant.id)
  }

/** Reads the form while it has a slot for uploads, which is free again when the response has been sent. */
async function readUpload(request: FastifyRequest, reply: FastifyReply, caller: ApiCaller) {
  const release = openUpload(caller.name)
  if (reply.raw.destroyed) release()
  else reply.raw.once('close', release)
  return readForm(request)
}

const createUnitOfWork = (
  { database, config, vault, files, media }: Runtime,
  mode: Mode,
  { name }: ApiCaller,
  contextOn: (tx: Tx) => Promise<Context>,
): UploadUnitOfWork => ({
  media,
  owner: name,
  mode,
  config,
  vault,
  files,
  write: (callback) => database.write(async (tx) => callback((await contextOn(tx)) as never)),
  writeStatement: (callback) => database.writeStatement(async (tx) => callback((await contextOn(tx)) as never)),
})

const toSuccess = ({ creates }: Endpoint, body: unknown): StoredResponse => ({
  status: body === undefined ? 204 : creates ? 201 : 200,
  body,
})

/** The response without what the caller may not have. */
function withholdSecrets(
  response: StoredResponse,
  { permissions }: ApiCaller,
  { secrets, withhold }: EndpointRoute,
): StoredResponse {
  if (response.status !== 200 || !permissions) return response
  if (withhold) return { ...response, body: withhold(response.body as never, (one) => permissions.has(one)) }
  if (!secrets || permissions.has(secrets.permission)) return response
  return {
    ...response,
    body: { ...(response.body as object), ...Object.fromEntries(secrets.fields.map((name) => [name, null])) },
  }
}

/**
 * The caller, unless it is a view and the handler is not one read-only transaction: only such a handler certainly changes nothing.
 * @throws forbidden (403)
 */
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
