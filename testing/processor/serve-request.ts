import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Events, PreparedEvent } from './events.ts'
import type { Fault, Faults } from './faults.ts'

const maxRequests = 10_000

/** Request that the processor would not accept from a correct program. */
export interface Violation {
  operation: string
  problems: string[]
}

export interface LoggedRequest {
  at: string
  operation: string
  method: string
  path: string
  body: unknown
  /** Status of the response; null if the connection was cut. */
  status: number | null
}

/** What every simulator records, and the faults it is told to produce. */
export interface Recorder {
  now(): Date
  violations: Violation[]
  requests: LoggedRequest[]
  faults: Faults
  events: Events
}

export interface SimulatedResponse {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** Operation of a processor's API, and how a correct processor responds. */
export interface ServedOperation {
  recorder: Recorder
  operation: { id: string; method: 'GET' | 'POST' | 'PUT' | 'PATCH'; path: string }
  /** Response of a correct processor. It is computed without a pause, so two requests never mix. */
  process(request: FastifyRequest, emit: (event: PreparedEvent) => void): SimulatedResponse
  toRateLimited(reset: string): SimulatedResponse
  duplicateReference: SimulatedResponse
  /** Of the fault `rejected`. */
  rejection: SimulatedResponse
  /** Field of a response that has its data. */
  dataField: string
  /** Ends waits when the simulator is closed. */
  closed: AbortSignal
}

/** Serves an operation: its faults, the response, and the events that follow. */
export function serveRequest(app: FastifyInstance, served: ServedOperation): void {
  const { recorder, operation, closed } = served
  app.route({
    method: operation.method,
    url: operation.path,
    handler: async (request, reply) => {
      const logged = logRequest(recorder, operation.id, request)
      const fault = recorder.faults.takeFault(operation.id, logged)
      if (fault?.kind === 'cut-before') return cutConnection(reply)
      if (fault?.kind === 'processed-after-cut') cutConnection(reply)
      const pause = (ms: number) => waitUntil(ms, AbortSignal.any([closed, recorder.faults.pausesEnd()]))
      if (fault?.kind === 'late-processing' || fault?.kind === 'processed-after-cut') await pause(fault.silenceMs)
      const events: PreparedEvent[] = []
      const isSkipped = fault?.kind === 'rate-limited' || (fault?.kind === 'bad-gateway' && !fault.isProcessed)
      const processed = isSkipped
        ? { status: 502, body: null }
        : served.process(request, (event) => void events.push(event))
      for (const early of events.filter(({ rule }) => rule?.mode === 'early')) await recorder.events.sendEvent(early)
      recorder.events.sendAfter(
        new Promise((resolve) => reply.raw.once('close', resolve)),
        events.filter(({ rule }) => rule?.mode !== 'early'),
      )
      if (fault?.kind === 'silence') await pause(fault.silenceMs)
      if (fault?.kind === 'cut-after') return cutConnection(reply)
      const { status, body, headers = {} } = withFault(served, processed, fault)
      logged.status = status
      return reply.code(status).headers(headers).send(body)
    },
  })
}

const waitUntil = (ms: number, end: AbortSignal) => setTimeout(ms, undefined, { signal: end }).catch(() => undefined)

function logRequest(recorder: Recorder, operation: string, request: FastifyRequest): LoggedRequest {
  const logged: LoggedRequest = {
    at: recorder.now().toISOString(),
    operation,
    method: request.method,
    path: request.url,
    body: request.body ?? null,
    status: null,
  }
  recorder.requests.push(logged)
  if (recorder.requests.length > maxRequests) recorder.requests.shift()
  return logged
}

function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function withFault(
  { toRateLimited, duplicateReference, rejection, dataField }: ServedOperation,
  processed: SimulatedResponse,
  fault: Fault | undefined,
): SimulatedResponse {
  if (fault?.kind === 'rate-limited') return toRateLimited(fault.rateLimitReset)
  if (fault?.kind === 'bad-gateway') {
    const body = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
    return { status: 502, body, headers: { 'content-type': 'text/html' } }
  }
  if (fault?.kind === 'changed-response') {
    const body = processed.body as Record<string, object>
    return { ...processed, body: { ...body, [dataField]: { ...body[dataField], ...fault.changes } } }
  }
  if (fault?.kind === 'malformed-response') {
    const text = JSON.stringify(processed.body)
    const headers = { 'content-type': 'application/json' }
    return { ...processed, body: text.slice(0, text.length / 2), headers }
  }
  if (fault?.kind === 'rejected') return rejection
  return fault?.kind === 'duplicate-reference' ? duplicateReference : processed
}
