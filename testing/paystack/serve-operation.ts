import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from './description.ts'
import { PaystackError, toErrorBody } from './errors.ts'
import type { PreparedEvent } from './events.ts'
import type { Fault } from './faults.ts'
import type { Integration } from './integration.ts'
import type { Answer, Handler, LoggedRequest, Simulation } from './simulation.ts'

const maxRequests = 10_000

interface Served {
  simulation: Simulation
  operation: Operation
  handler: Handler
  /** Called after each answer without an error. */
  afterAnswer: ((operationId: string, answer: Answer, params: Record<string, string>) => void) | undefined
  /** Ends waits when the simulator is closed. */
  closed: AbortSignal
}

interface Response {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** Serves an operation: its faults, the key, the description, the handler, and the events that follow. */
export function serveOperation(app: FastifyInstance, served: Served): void {
  const { simulation, operation, closed } = served
  app.route({
    method: operation.method,
    url: operation.path,
    handler: async (request, reply) => {
      const logged = logRequest(simulation, operation, request)
      const fault = simulation.faults.takeFault(operation.id)
      if (fault?.kind === 'cut-before') return cutConnection(reply)
      if (fault?.kind === 'late-processing') await waitUntil(fault.silenceMs, closed)
      const events: PreparedEvent[] = []
      const isSkipped = fault?.kind === 'rate-limited' || (fault?.kind === 'bad-gateway' && !fault.isProcessed)
      const processed = isSkipped ? { status: 502, body: null } : processRequest(served, request, events)
      for (const early of events.filter(({ rule }) => rule?.mode === 'early')) await simulation.events.sendEvent(early)
      simulation.events.sendAfter(
        new Promise((resolve) => reply.raw.once('close', resolve)),
        events.filter(({ rule }) => rule?.mode !== 'early'),
      )
      if (fault?.kind === 'silence') await waitUntil(fault.silenceMs, closed)
      if (fault?.kind === 'cut-after') return cutConnection(reply)
      const { status, body, headers = {} } = withFault(processed, fault)
      logged.status = status
      return reply.code(status).headers(headers).send(body)
    },
  })
}

const waitUntil = (ms: number, closed: AbortSignal) =>
  setTimeout(ms, undefined, { signal: closed }).catch(() => undefined) // it is closed before that

function logRequest(simulation: Simulation, operation: Operation, request: FastifyRequest): LoggedRequest {
  const logged: LoggedRequest = {
    at: simulation.now().toISOString(),
    operation: operation.id,
    method: request.method,
    path: request.url,
    body: request.body ?? null,
    status: null,
  }
  simulation.requests.push(logged)
  if (simulation.requests.length > maxRequests) simulation.requests.shift()
  return logged
}

function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

/** Response of a correct Paystack. It is computed without a pause, so two requests never mix. */
function processRequest(
  { simulation, operation, handler, afterAnswer }: Served,
  request: FastifyRequest,
  events: PreparedEvent[],
): Response {
  try {
    const integration = requireKey(simulation, request.headers.authorization)
    const { params, query, body } = request
    const resetSeconds = simulation.limits?.countRequest(integration.domain, operation.id)
    if (resetSeconds !== undefined) return toRateLimited(String(resetSeconds))
    const problems = operation.findProblems({ params, query, body })
    if (problems.length > 0)
      throw new PaystackError(400, problems.join('; '), { code: 'invalid_params', isViolation: true })
    const answer = handler({
      simulation,
      integration,
      params: params as Record<string, string>,
      query: query as Record<string, string | undefined>,
      body,
      emitEvent: (event) => void events.push(simulation.events.prepareEvent(integration, event)),
    })
    afterAnswer?.(operation.id, answer, params as Record<string, string>)
    const { status = 200, ...rest } = answer
    return { status, body: { status: true, ...rest } }
  } catch (error) {
    if (!(error instanceof PaystackError)) throw error
    if (error.isViolation) simulation.violations.push({ operation: operation.id, problems: [error.message] })
    return { status: error.status, body: toErrorBody(error) }
  }
}

/** @throws {PaystackError} 401 for a key that is not the integration's */
function requireKey({ integrations }: Simulation, header = ''): Integration {
  const found = Object.values(integrations).find(({ secretKey }) => header === `Bearer ${secretKey}`)
  if (found) return found
  throw new PaystackError(401, 'Invalid key', {
    code: 'invalid_Key',
    nextStep: 'Ensure that you provide the correct authorization key for the request',
  })
}

function toRateLimited(reset: string): Response {
  const nextStep = 'Wait a few minutes and try the API call again'
  const error = new PaystackError(429, 'Rate limit exceeded!', { type: 'api_error', code: 'rate_limited', nextStep })
  return {
    status: 429,
    body: toErrorBody(error),
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
  }
}

function withFault(processed: Response, fault: Fault | undefined): Response {
  if (fault?.kind === 'rate-limited') return toRateLimited(fault.rateLimitReset)
  if (fault?.kind === 'bad-gateway') {
    const body = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
    return { status: 502, body, headers: { 'content-type': 'text/html' } }
  }
  if (fault?.kind === 'changed-response') {
    const body = processed.body as { data?: object }
    return { ...processed, body: { ...body, data: { ...body.data, ...fault.changes } } }
  }
  if (fault?.kind === 'malformed-response') {
    const text = JSON.stringify(processed.body)
    const headers = { 'content-type': 'application/json' }
    return { ...processed, body: text.slice(0, text.length / 2), headers }
  }
  if (fault?.kind === 'duplicate-reference')
    return { status: 400, body: { status: false, message: 'Duplicate Transaction Reference' } }
  return processed
}
