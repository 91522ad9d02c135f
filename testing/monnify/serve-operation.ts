import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PreparedEvent } from '../processor/events.ts'
import { type SimulatedResponse, serveRequest } from '../processor/serve-request.ts'
import { MonnifyError, toErrorBody } from './errors.ts'
import { type Operation, type Simulation, toProcessorEvent } from './simulation.ts'

/** Lifetime of an access token, in seconds. */
const tokenSeconds = 3_600

interface Served {
  simulation: Simulation
  /** Called after each response without an error. */
  afterResponse: ((operationId: string, input: Record<string, unknown>) => void) | undefined
  /** Ends waits when the simulator is closed. */
  closed: AbortSignal
}

const toSuccess = (responseBody: unknown): SimulatedResponse => ({
  status: 200,
  body: { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody },
})
const toFailure = ({ status, message, code }: MonnifyError): SimulatedResponse => ({
  status,
  body: toErrorBody(message, code),
})
const toRateLimited = () => toFailure(new MonnifyError(429, 'Too many requests'))
const duplicateReference = toFailure(new MonnifyError(422, 'Duplicate payment reference'))
const rejection = toFailure(new MonnifyError(422, 'The request could not be processed'))

/** Serves an operation: its faults, the access token, the description, the handler, and the events that follow. */
export const serveOperation = (app: FastifyInstance, served: Served, operation: Operation): void =>
  serveRequest(app, {
    recorder: served.simulation,
    operation,
    process: (request, emit) => processRequest(served, operation, request, emit),
    toRateLimited,
    duplicateReference,
    rejection,
    dataField: 'responseBody',
    closed: served.closed,
  })

/** `POST /api/v1/auth/login`: an access token for the API key and the secret key. */
export const serveLogin = (app: FastifyInstance, { simulation, closed }: Served): void =>
  serveRequest(app, {
    recorder: simulation,
    operation: { id: 'login', method: 'POST', path: '/api/v1/auth/login' },
    process: ({ headers }) => {
      const { apiKey, secretKey, accessTokens } = simulation.merchant
      if (headers.authorization !== `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`)
        return toFailure(new MonnifyError(401, 'Invalid credentials'))
      const accessToken = crypto.randomUUID()
      accessTokens.set(accessToken, new Date(simulation.now().getTime() + tokenSeconds * 1000))
      return toSuccess({ accessToken, expiresIn: tokenSeconds })
    },
    toRateLimited,
    duplicateReference,
    rejection,
    dataField: 'responseBody',
    closed,
  })

function processRequest(
  { simulation, afterResponse }: Served,
  { id, input: schema, handle }: Operation,
  { headers, params, query, body }: FastifyRequest,
  emit: (event: PreparedEvent) => void,
): SimulatedResponse {
  try {
    requireAccessToken(simulation, headers.authorization)
    const given = { ...(params as object), ...(query as object), ...((body as object | null) ?? {}) }
    const { data: input, error } = schema.safeParse(given)
    if (error) {
      const problems = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
      throw new MonnifyError(400, problems.join('; '), { isViolation: true })
    }
    const emitEvent = (event: Parameters<typeof toProcessorEvent>[1]) =>
      emit(simulation.events.prepareEvent(toProcessorEvent(simulation, event)))
    const response = toSuccess(handle({ simulation, emitEvent }, input as never))
    afterResponse?.(id, given as Record<string, unknown>)
    return response
  } catch (error) {
    if (!(error instanceof MonnifyError)) throw error
    if (error.isViolation) simulation.violations.push({ operation: id, problems: [error.message] })
    return toFailure(error)
  }
}

/** @throws {MonnifyError} 401 for a token that is unknown or has expired */
function requireAccessToken({ merchant, now }: Simulation, header = ''): void {
  const expiresAt = merchant.accessTokens.get(header.replace(/^Bearer /, ''))
  if (!expiresAt || expiresAt <= now()) throw new MonnifyError(401, 'Access token is invalid or has expired')
}
