import { parseJson } from './parse-json.ts'
import { type RequestLimit, readPauseMs } from './request-limit.ts'

/** Less than the time for which a person waits for a call (`callConnector`), in ms. */
export const httpTimeoutMs = 15_000
const maxResponseBytes = 1_000_000

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
  /** Waited for before the request, and told of too many requests. */
  requestLimit?: RequestLimit | undefined
}

/** `answer`: the JSON of the body; undefined if it is none. */
export interface HttpAnswer {
  status: number
  answer: unknown
}

/**
 * Calls a processor's API.
 * @throws Error without a complete response: the request may have been carried out; also if there are too many requests
 */
export async function callHttp(url: string, request: HttpRequest): Promise<HttpAnswer> {
  const { method, headers, body, requestLimit } = request
  await requestLimit?.takeTurn()
  const signal = request.signal ?? AbortSignal.timeout(httpTimeoutMs)
  const response = await fetch(url, {
    method,
    redirect: 'error',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  })
  if (response.status === 429) await requestLimit?.pause(readPauseMs(response.headers))
  return { status: response.status, answer: parseJson(await readText(response)) }
}

/** Whether a processor did nothing: it says that the request is wrong. 429 says it too, but of a request that may be repeated. */
export const isRejected = (status: number): boolean => status >= 400 && status < 500 && status !== 429

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxResponseBytes) throw new Error('The response of a processor is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
