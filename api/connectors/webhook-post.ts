import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublicAddress } from './public-address.ts'
import { isLocalName, resolveName } from './resolve-name.ts'

/** Webhook delivery: URL, headers and body of one POST request. */
export interface WebhookPost {
  url: string
  headers: Record<string, string>
  body: string | Buffer
}

export interface PostOptions {
  /** Total time limit in ms: to resolve the host, connect, send, and read the response. */
  timeoutMs: number
  /** Allows test businesses to receive events on this machine, also over http. */
  allowLoopback: boolean
  /** Maximum bytes of the response that are read (`responseBytes`) and stored (`storedResponseBytes`). */
  responseBytes: number
  storedResponseBytes: number
  /** Name resolver; tests pass their own. */
  resolve?(host: string): Promise<readonly LookupAddress[]>
}

/**
 * Result of a delivery. `durationMs` is the total time in ms; `status`, `headers` and `body` are those of the response (null or
 * empty without one); `isCut`: the response was longer than what is stored.
 */
export interface WebhookResponse {
  durationMs: number
  status: number | null
  headers: { name: string; value: string }[]
  body: string | null
  isCut: boolean
  /** Reason for a failed delivery, as a sentence that reveals nothing about our network; null on success. */
  failure: string | null
}

/** Rejection of a URL before anything is sent. */
class BlockedUrlError extends Error {
  override name = 'BlockedUrlError'
}

const hostNotFound = 'Host not found'
const nameNotAnswered = 'The name servers of the host did not answer'
const maxHeaders = 50
const headerLength = 1_000

/**
 * Posts an event to a URL chosen by a merchant. Guards against requests into our network (SSRF): the name is resolved once, all
 * of its addresses must be public, and the connection uses only those addresses, so a later DNS change has no effect. Redirects
 * are not followed, proxies are not used, and time and size are limited by `options`. Never throws.
 */
export async function postWebhook(post: WebhookPost, options: PostOptions): Promise<WebhookResponse> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(options.timeoutMs)
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const addresses = await within(signal, reachable(new URL(post.url), options))
    const result = await within(signal, postToAddresses(post, addresses, { ...options, signal }))
    return { ...result, durationMs: took(), failure: describeFailure(result.status) }
  } catch (error) {
    const failure = signal.aborted ? `No answer within ${options.timeoutMs / 1000} s` : sentenceFor(error as Error)
    // Timers count whole milliseconds, so one ends up to one early.
    const durationMs = signal.aborted ? Math.max(took(), options.timeoutMs) : took()
    return { durationMs, status: null, headers: [], body: null, isCut: false, failure }
  }
}

function describeFailure(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `It answered ${status}: redirects are not followed`
  return `It answered ${status}`
}

/** Error message if a URL must not be requested, as far as this can be checked without resolving its name; otherwise undefined. */
export function webhookUrlError(url: URL, allowLoopback: boolean): string | undefined {
  const host = hostOf(url)
  const isHere = isLocalName(host) || (isIP(host) > 0 && isLoopback(host))
  if (isHere)
    return allowLoopback ? undefined : 'We cannot reach your own machine from here: use an address on the internet'
  if (isIP(host) > 0 && !isPublicAddress(host)) return 'This is not an address on the public internet'
  return url.protocol === 'https:' ? undefined : 'Use an address that starts with https://'
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

async function reachable(url: URL, { allowLoopback, resolve = resolveName }: PostOptions) {
  const urlError = webhookUrlError(url, allowLoopback)
  if (urlError) throw new BlockedUrlError(urlError)
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family > 0 ? [{ address: host, family }] : await resolve(host)
  const isHere = allowLoopback && addresses.every(({ address }) => isLoopback(address))
  if (addresses.length === 0) throw new BlockedUrlError(hostNotFound)
  if (!isHere && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new BlockedUrlError('This name does not lead to the public internet')
  if (url.protocol !== 'https:' && !isHere) throw new BlockedUrlError('Use an address that starts with https://')
  return addresses
}

/** Rejects when the signal aborts. What cannot be cancelled, such as name resolution, has no further effect. */
function within<T>(signal: AbortSignal, pending: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    pending.then(resolve, reject)
  })
}

type Sent = Omit<WebhookResponse, 'durationMs' | 'failure' | 'status'> & { status: number }

function postToAddresses(
  { url, headers, body }: WebhookPost,
  addresses: readonly LookupAddress[],
  options: PostOptions & { signal: AbortSignal },
): Promise<Sent> {
  const { signal } = options
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family)
  const sendRequest = url.startsWith('https:') ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    const request = sendRequest(new URL(url), {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // No shared agent: no reused connection of another merchant, and no proxy from the environment.
      agent: false,
      lookup: pinned,
      signal,
      maxHeaderSize: 16 * 1024,
    })
    request.on('error', reject)
    // A response that changes the protocol is no 'response', and without this listener the request would end without any event.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      readResponse(response, options).then(resolve, reject)
    })
    request.on('response', (response) => {
      readResponse(response, options).then((result) => {
        resolve(result)
        request.destroy()
      }, reject)
    })
    request.end(body)
  })
}

async function readResponse(
  response: IncomingMessage,
  { responseBytes, storedResponseBytes }: PostOptions,
): Promise<Sent> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response) {
    pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
    if (bytes >= responseBytes) break
  }
  const { rawHeaders } = response
  const names = rawHeaders.filter((_, index) => index % 2 === 0).slice(0, maxHeaders)
  return {
    status: response.statusCode!,
    headers: names.map((name, index) => ({
      name,
      value: replaceZeroCharacters(rawHeaders[index * 2 + 1]!.slice(0, headerLength)),
    })),
    body: replaceZeroCharacters(Buffer.concat(pieces).subarray(0, storedResponseBytes).toString()),
    isCut: bytes > storedResponseBytes,
  }
}

// Replaces zero characters, which PostgreSQL text cannot contain.
const replaceZeroCharacters = (text: string) => text.replaceAll('\0', '\uFFFD')

const sentences: Record<string, string> = {
  ENOTFOUND: hostNotFound,
  ENODATA: hostNotFound,
  ESERVFAIL: nameNotAnswered,
  EREFUSED: nameNotAnswered,
  ETIMEOUT: nameNotAnswered,
  ECANCELLED: nameNotAnswered,
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host broke the connection off',
  EPIPE: 'The host broke the connection off',
}

function sentenceFor(error: Error): string {
  if (error instanceof BlockedUrlError) return error.message
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code.startsWith('HPE_')) return 'What it answered is not HTTP'
  if (/CERT|SSL|TLS|SELF_SIGNED|VERIFY|EPROTO/.test(code)) return 'Its certificate or its encryption is not valid'
  return sentences[code] ?? 'The host could not be reached'
}
