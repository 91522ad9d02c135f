import {
  type ApiServer,
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  encodeRequest,
  isForMerchant,
  merchantInPath,
} from './endpoint.ts'

export type Mode = 'TEST' | 'LIVE'

/** How a client reaches the servers. Every function may be asynchronous, so that a session can be read or renewed. */
export interface ApiConnection {
  /** The base address of a server in the present mode, without a trailing slash. */
  baseUrl: (server: ApiServer) => string
  /** The bearer token for the endpoint's access; none for public endpoints. */
  token: (endpoint: Endpoint) => string | undefined | Promise<string | undefined>
  /** The merchant that merchant endpoints act for; left out, a secret key decides. */
  merchantId?: () => string | undefined
  fetch?: typeof fetch
}

export interface FieldError {
  field: string
  message: string
}

/** A refusal by the server (`status` and `code` as in its problem body), or `status` 0 when no answer came. */
export class CallError extends Error {
  override name = 'CallError'
  status: number
  code: string
  fields: FieldError[]
  requestId: string | undefined

  constructor(status: number, code: string, message: string, fields: FieldError[] = [], requestId?: string) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Repeating a call with the same key repeats its answer, not its effect. Kept 24 hours. */
  idempotencyKey?: string
  /** How long to wait for the answer, in ms. */
  timeoutMs?: number
}

/** Calls an endpoint and returns its answer as the contract types it; throws `CallError` otherwise. */
export async function callEndpoint<E extends Endpoint>(
  connection: ApiConnection,
  endpoint: E,
  input: EndpointInput<E>,
  { signal, idempotencyKey, timeoutMs = endpoint.uploads ? 180_000 : 30_000 }: CallOptions = {},
): Promise<EndpointOutput<E>> {
  const given = { ...(input as Record<string, unknown>) }
  if (isForMerchant(endpoint) && given.merchantId === undefined) given.merchantId = connection.merchantId?.()
  if (isForMerchant(endpoint) && given.merchantId === undefined && !merchantInPath(endpoint)) delete given.merchantId
  const { path, body } = encodeRequest(endpoint, given)
  const token = await connection.token(endpoint)
  const headers: Record<string, string> = {
    accept: endpoint.downloads ? '*/*' : 'application/json',
  }
  if (token) headers.authorization = `Bearer ${token}`
  // A form names its own type, with the boundary it was given.
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  if (endpoint.creates || idempotencyKey) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()

  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  let bytes: ArrayBuffer | undefined
  try {
    response = await (connection.fetch ?? fetch)(`${connection.baseUrl(endpoint.server)}/${path}`, {
      method: endpoint.method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    bytes = endpoint.downloads ? await response.arrayBuffer() : undefined
    text = bytes ? decoded(bytes) : await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  }
  if (response.ok && bytes)
    return (endpoint.downloads!.endsWith('.pdf') ? new File([bytes], endpoint.downloads!) : text) as EndpointOutput<E>
  if (response.ok) return parse(text) as EndpointOutput<E>
  throw toCallError(response.status, text)
}

/** A problem body as an error. */
export function toCallError(status: number, text: string): CallError {
  const problem = (parse(text) ?? {}) as { code?: string; message?: string; errors?: FieldError[]; requestId?: string }
  return new CallError(
    status,
    problem.code ?? 'unknown',
    problem.message ?? '',
    problem.errors ?? [],
    problem.requestId,
  )
}

/** As it was sent, with the mark by which a spreadsheet knows what it is: `text()` would take it away. */
const decoded = (bytes: ArrayBuffer) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
