import { type ApiConnection, CallError, type CallOptions, callEndpoint } from '../contract/call.ts'
import type { ApiServer, Endpoint } from '../contract/endpoint.ts'

export { CallError } from '../contract/call.ts'
export { verifyWebhook, WebhookError } from './webhook.ts'

/** The calls of an area by their short names, as `pack.ts` writes them down. */
export type Calls = Record<string, Record<string, Omit<Endpoint, 'input' | 'output'>>>

export interface ClientOptions {
  /** `sk_test_…` or `sk_live_…`: it decides the business and the mode. */
  key: string
  /** Where the API is: `https://pay.example`; or the base address of each server. */
  baseUrl: string | Record<ApiServer, string>
  /** How long one try may take, in ms. */
  timeoutMs?: number
  /** How often a call is tried again that found the service busy, or out of reach. */
  retries?: number
  fetch?: typeof fetch
}

/** We wait no longer than that between two tries; who must wait longer is told. */
const longestWaitMs = 20_000

/** A client for the calls that a server may make. */
export function buildClient(calls: Calls, options: ClientOptions) {
  const { timeoutMs = 30_000, retries = 2 } = options
  const connectTo = createConnection(options)
  const use =
    (endpoint: Endpoint) =>
    async (input: Record<string, unknown> = {}, given: CallOptions = {}) => {
      // One key for all tries: whichever of them arrives, it is done once.
      const key = given.idempotencyKey ?? (endpoint.creates ? crypto.randomUUID() : undefined)
      const callOptions = { timeoutMs, ...given, ...(key !== undefined && { idempotencyKey: key }) }
      for (let attempts = 0; ; attempts++) {
        const lastResponse: { retryAfter?: string | null } = {}
        try {
          return await callEndpoint(connectTo(lastResponse), endpoint, input, callOptions)
        } catch (error) {
          const waitMs =
            error instanceof CallError ? waitFor(endpoint, error, attempts, lastResponse.retryAfter) : undefined
          if (waitMs === undefined || attempts >= retries) throw error
          await pause(waitMs, given.signal)
        }
      }
    }
  return Object.fromEntries(
    Object.entries(calls).map(([area, named]) => [
      area,
      Object.fromEntries(Object.entries(named).map(([name, endpoint]) => [name, use(endpoint as Endpoint)])),
    ]),
  )
}

function createConnection({ key, baseUrl, fetch: fetchBy = fetch }: ClientOptions) {
  const mode = /^sk_(test|live)_/.exec(key)?.[1]
  if (!mode) throw new TypeError('`key` is a secret key: it begins with sk_test_ or sk_live_')
  const serverUrl = (server: ApiServer) =>
    typeof baseUrl === 'string'
      ? `${baseUrl.replace(/\/+$/, '')}/${mode}/${server}`
      : baseUrl[server].replace(/\/+$/, '')
  return (lastResponse: { retryAfter?: string | null }): ApiConnection => ({
    baseUrl: serverUrl,
    token: () => key,
    fetch: async (address, init) => {
      const response = await fetchBy(address, init)
      lastResponse.retryAfter = response.headers.get('retry-after')
      return response
    },
  })
}

/** How long to wait before the next try, in ms; undefined where another try could do harm, or no good. */
function waitFor(endpoint: Endpoint, { status }: CallError, attempts: number, retryAfter: string | null | undefined) {
  const isThrottled = status === 429 || status === 503
  // Where no answer came it may have been done: only what does nothing twice is sent again.
  if (!isThrottled && !(status === 0 && (endpoint.method === 'GET' || endpoint.creates))) return undefined
  const retryAfterMs = Number(retryAfter ?? Number.NaN) * 1000
  const waitMs = Number.isFinite(retryAfterMs) ? retryAfterMs : 500 * 2 ** attempts * (0.5 + Math.random())
  return waitMs <= longestWaitMs ? waitMs : undefined
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

interface Listed<Row> {
  content: Row[]
  nextCursor?: string | null | undefined
}

/** Everything that a list has, page by page, however long it is. */
export async function* each<Input extends { cursor?: string | undefined }, Row>(
  list: (input: Input) => Promise<Listed<Row>>,
  input: Input,
): AsyncGenerator<Row> {
  for (let cursor = input.cursor; ; ) {
    const page = await list({ limit: 100, ...input, ...(cursor !== undefined && { cursor }) })
    yield* page.content
    if (!page.nextCursor) return
    cursor = page.nextCursor
  }
}
