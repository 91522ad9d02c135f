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
  /** Limit to which the request waits, and which is paused when the processor responds with 429. */
  requestLimit?: RequestLimit | undefined
}

/** Response of a processor. `answer`: the value of its JSON body; undefined if the body is not JSON. */
export interface HttpAnswer {
  status: number
  answer: unknown
}

/**
 * Calls a processor's API. A response with any status is returned.
 * @throws Error without a complete response: the request may have been carried out. Also if it was not sent, because there are too many
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

/** Whether a processor rejected a request, so that it did nothing. After 429 the same request may be repeated: that is no rejection. */
export const isRejected = (status: number): boolean => status >= 400 && status < 500 && status !== 429

/**
 * HTTP status of the rejection that a connector threw, 400 to 499; undefined for any other error, after which the processor may have done
 * what was asked.
 */
export function rejectionStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status >= 400 && status < 500 ? status : undefined
}

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
