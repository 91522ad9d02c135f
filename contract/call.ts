import {
  type ApiServer,
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  encodeRequest,
  fileType,
  isForMerchant,
} from './endpoint.ts'

export type Mode = 'TEST' | 'LIVE'

/** Connection of a client to the servers. The token may be asynchronous, so that a session can be read or renewed. */
export interface ApiConnection {
  /** Base URL of a server in the current mode, without a trailing slash. */
  baseUrl(server: ApiServer): string
  /** Bearer token for the endpoint's access level; none for public endpoints. */
  token: (endpoint: Endpoint) => string | undefined | Promise<string | undefined>
  /** Merchant that merchant endpoints act for. Optional: a secret key belongs to one merchant. */
  merchantId?: () => string | undefined
  /** Headers of every call, besides those of the call itself. */
  headers?: Readonly<Record<string, string>>
  fetch?: typeof fetch
}

export interface FieldError {
  field: string
  message: string
}

/** The first error of each field, which is the one to show: an empty email is empty, and not also a wrong one. */
export const firstErrors = (errors: readonly FieldError[]): Record<string, string> =>
  Object.fromEntries([...errors].reverse().map(({ field, message }) => [field, message]))

/**
 * Error of a call: `status` and `code` from the problem body of the response, or `status` 0 when there was no
 * response.
 */
export class CallError extends Error {
  override name = 'CallError'
  status: number
  code: string
  fields: FieldError[]
  requestId: string | undefined
  /** Id of the request for approval, with the code `approval_required`. */
  approvalId: string | undefined

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
  /**
   * For endpoints with `creates`: a repeated call with the same key gets the stored response and has no second effect.
   * Stored for 24 hours. Default: a new key for each call.
   */
  idempotencyKey?: string
  /** Timeout in ms. Default: 30,000, or 180,000 for uploads. */
  timeoutMs?: number
}

/**
 * Calls an endpoint and returns the response, typed by the contract.
 * @throws CallError when the server rejects the call, or with `status` 0 (`no_response`) when there is no response.
 */
export async function callEndpoint<E extends Endpoint>(
  connection: ApiConnection,
  endpoint: E,
  input: EndpointInput<E>,
  { signal, idempotencyKey, timeoutMs = endpoint.uploads ? 180_000 : 30_000 }: CallOptions = {},
): Promise<EndpointOutput<E>> {
  const given = { ...(input as Record<string, unknown>) }
  if (isForMerchant(endpoint)) given.merchantId ??= connection.merchantId?.()
  const { path, body } = encodeRequest(endpoint, given)
  const token = await connection.token(endpoint)
  const headers: Record<string, string> = {
    ...connection.headers,
    accept: endpoint.downloads ? '*/*' : 'application/json',
  }
  if (token) headers.authorization = `Bearer ${token}`
  // `fetch` sets the content type of a form itself, because it includes the boundary.
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
    return (
      fileType(endpoint.downloads!) === 'text/csv' ? text : new File([new Uint8Array(bytes)], endpoint.downloads!)
    ) as EndpointOutput<E>
  if (response.ok) return parseJson(text) as EndpointOutput<E>
  throw toCallError(response.status, text)
}

/** CallError from a problem body. */
export function toCallError(status: number, text: string): CallError {
  const problem = (parseJson(text) ?? {}) as {
    code?: string
    message?: string
    errors?: FieldError[]
    requestId?: string
    approvalId?: string
  }
  const error = new CallError(
    status,
    problem.code ?? 'unknown',
    problem.message ?? '',
    problem.errors ?? [],
    problem.requestId,
  )
  error.approvalId = problem.approvalId
  return error
}

/** Keeps the byte order mark, by which spreadsheets detect UTF-8; `response.text()` would remove it. */
const decoded = (bytes: ArrayBuffer) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
