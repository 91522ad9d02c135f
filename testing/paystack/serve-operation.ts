import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PreparedEvent } from '../processor/events.ts'
import { type SimulatedResponse, serveRequest } from '../processor/serve-request.ts'
import type { Operation } from './description.ts'
import { PaystackError, toErrorBody } from './errors.ts'
import type { Integration } from './integration.ts'
import { toProcessorEvent } from './paystack-event.ts'
import type { Answer, Handler, Simulation } from './simulation.ts'

interface Served {
  simulation: Simulation
  operation: Operation
  handler: Handler
  /** Called after each answer without an error. */
  afterAnswer: ((operationId: string, answer: Answer, params: Record<string, string>) => void) | undefined
  /** Ends waits when the simulator is closed. */
  closed: AbortSignal
}

/** Serves an operation: its faults, the key, the description, the handler, and the events that follow. */
export const serveOperation = (app: FastifyInstance, served: Served): void =>
  serveRequest(app, {
    recorder: served.simulation,
    operation: served.operation,
    process: (request, emit) => processRequest(served, request, emit),
    toRateLimited,
    rejection: { status: 400, body: { status: false, message: 'Charge attempted' } },
    duplicateReference: { status: 400, body: { status: false, message: 'Duplicate Transaction Reference' } },
    dataField: 'data',
    closed: served.closed,
  })

function processRequest(
  { simulation, operation, handler, afterAnswer }: Served,
  request: FastifyRequest,
  emit: (event: PreparedEvent) => void,
): SimulatedResponse {
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
      emitEvent: (event) => emit(simulation.events.prepareEvent(toProcessorEvent(integration, event))),
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

function toRateLimited(reset: string): SimulatedResponse {
  const nextStep = 'Wait a few minutes and try the API call again'
  const error = new PaystackError(429, 'Rate limit exceeded!', { type: 'api_error', code: 'rate_limited', nextStep })
  return {
    status: 429,
    body: toErrorBody(error),
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
  }
}
