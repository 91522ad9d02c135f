import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { requestAnswered } from '../metrics/measurements.ts'
import type { Runtime } from '../runtime.ts'
import { apiVersion } from './api-version.ts'
import { limitCallers } from './caller-limits.ts'
import { discardBody } from './discard-body.ts'
import { acceptsHtml, sendErrorPage } from './error-page.ts'
import { acceptForms } from './forms.ts'
import { toNetwork } from './network.ts'
import { recordMethods } from './path-methods.ts'
import { generalHeaders } from './policy.ts'
import { outageProblem, Problem, problemBody } from './problem.ts'
import { rejectZeroCharacters } from './safe-text.ts'
import { watchErrorCodes } from './undeclared-codes.ts'
import { closeUnusedConnections } from './unused-connections.ts'
import { acceptUploads } from './upload.ts'

const noSchemas = () => {
  throw new Error('No route has a schema of Fastify')
}

/** The HTTP server without routes: size and rate limits, headers, request ids, one error format, one log line per request. */
export async function openServer(runtime: Runtime, log: Logger): Promise<FastifyInstance> {
  const { production, trustProxy, publicUrl } = runtime.config
  const output: ErrorOutput = { log, publicUrl }
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request would redact its bindings each time; log lines carry the request id instead.
    childLoggerFactory: (logger) => logger,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // Longer than any handler, and than the time between heartbeats of a stream. Ends responses that nobody reads, within twice that time.
    connectionTimeout: 120_000,
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 20_000 },
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // A request on an open connection during shutdown is answered as usual, with `connection: close`.
    return503OnClosing: false,
    // The contract's schemas validate input and output; this stops Fastify from loading its own compilers.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // URLs that the router rejects: too long, or not decodable.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as unknown as FastifyReply, output),
  })
  if (trustProxy === false) limitConnections(app)
  closeUnusedConnections(app)
  runtime.traces?.followRequests(app)
  const headers = generalHeaders(production)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers({ 'request-id': request.id, 'adire-version': apiVersion, ...headers })
    next()
  })
  // Every field of this line is named here and none can hold a secret: redaction would cost more than the line itself.
  const lines = log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, next) => {
    // The route pattern, not the URL: URLs contain access codes and tokens.
    const route = request.routeOptions.url ?? 'none'
    const isCheck = route.startsWith('/health')
    if (requestAnswered.isRead() && !isCheck) measureRequest(route, request, reply)
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    // Load balancers ask each second: their checks would hide everything else.
    if (isCheck) lines.debug(line, 'check')
    else if (reply.statusCode >= 500) lines.error(line, 'request failed')
    else lines.info(line, 'request')
    // A shutdown closes connections that are idle at its beginning. One that becomes idle later would delay it for a minute.
    if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections())
    next()
  })
  const watchErrorCode = watchErrorCodes(app, log)
  app.setErrorHandler(async (error, request, reply) => {
    const { endpoint } = request.routeOptions.config
    watchErrorCode(endpoint, toProblem(error as FastifyError))
    if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE') await discardBody(request.raw)
    return sendError(error as FastifyError, request, reply, output)
  })
  recordMethods(app)
  rejectZeroCharacters(app)
  await acceptForms(app)
  await acceptUploads(app)
  if (runtime.config.requestsPerSecond > 0) await limitCallers(app, runtime, log)
  return app
}

/** The duration of a stream says nothing: it is open as long as its reader likes. */
function measureRequest(route: string, { method }: FastifyRequest, reply: FastifyReply): void {
  const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
  const seconds = isStream ? undefined : reply.elapsedTime / 1000
  requestAnswered.record({ method, route, status: reply.statusCode, seconds })
}

/** Open connections per network. Generous, because mobile networks share addresses. Not applied behind a proxy. */
const maxConnections = 1_000

function limitConnections({ server }: FastifyInstance): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = toNetwork(socket.remoteAddress ?? null)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    if (count > maxConnections) socket.destroy()
  })
}

interface ErrorOutput {
  log: Logger
  publicUrl: string
}

type FailedRequest = Pick<FastifyRequest, 'id' | 'url' | 'headers'>

function sendError(
  error: FastifyError | Problem,
  request: FailedRequest,
  reply: FastifyReply,
  { log, publicUrl }: ErrorOutput,
) {
  const requestId = request.id
  const problemToSend = toProblem(error)
  if (problemToSend.status >= 500) log.error({ requestId, err: error }, 'request broke')
  if (acceptsHtml(request)) return sendErrorPage(request, reply, problemToSend, requestId)
  return reply
    .code(problemToSend.status)
    .headers(problemToSend.headers)
    .send(problemBody(problemToSend, requestId, publicUrl))
}

/** Maps errors of the framework and the database to our error responses. */
function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(413, 'body_too_large', 'The request is too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem(415, 'unsupported_media_type', 'Send JSON, with content-type application/json')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem(400, 'malformed_json', 'The body is not JSON')
  }
  const outage = outageProblem(error)
  if (outage) return outage
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new Problem(404, 'address_not_found', 'There is no such address')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem(error.statusCode, 'bad_request', 'The request is not valid')
  return new Problem(500, 'internal_error', 'Something failed on our side, and we recorded it. Please try again later')
}
