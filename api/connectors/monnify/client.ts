import * as z from 'zod/mini'
import { callHttp, type HttpAnswer, httpTimeoutMs, isRejected } from '../call-http.ts'
import type { RequestLimit } from '../request-limit.ts'
import type { MonnifySettings } from './settings.ts'

/** Definite rejection of a request: Monnify did nothing. Any other failure leaves the result unknown. */
export class MonnifyRejection extends Error {
  override name = 'MonnifyRejection'
  readonly status: number
  /** Code of the reason, such as R5; 99 for most reasons. */
  readonly code: string

  constructor(status: number, message: string, code: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MonnifyRejection && /duplicate .*reference/i.test(error.message)

/** Code of a refund that Monnify does not know. */
const unknownRefund = 'R7'

export const isNotFound = (error: unknown): boolean =>
  error instanceof MonnifyRejection &&
  (error.status === 404 || error.code === unknownRefund || /not found|no trans\w+ matching/i.test(error.message))

const Success = z.object({ requestSuccessful: z.literal(true), responseBody: z.optional(z.unknown()) })
const Rejection = z.object({
  requestSuccessful: z.literal(false),
  responseMessage: z.string(),
  responseCode: z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
})
const Token = z.object({ accessToken: z.string(), expiresIn: z.number() })

export interface MonnifyRequest<T> {
  /** The part of the response that is needed. Monnify's responses have much more. */
  schema: z.ZodMiniType<T>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

export interface MonnifyClient extends MonnifySettings {
  /**
   * Calls an operation and returns its `responseBody`.
   * @throws MonnifyRejection if Monnify rejected it
   * @throws Error without a definite response: the operation may have been carried out
   */
  call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, request: MonnifyRequest<T>): Promise<T>
}

interface AccessToken {
  text: string
  expiresAtMs: number
}

/** Access tokens of this process: one for each address and pair of keys. */
const accessTokens = new Map<string, Promise<AccessToken>>()
const maxTokens = 20
/** A token is renewed this long before it expires, in ms. */
const marginMs = 60_000

export function openClient(settings: MonnifySettings, requestLimit?: RequestLimit): MonnifyClient {
  const key = `${settings.url} ${settings.apiKey} ${settings.secretKey}`
  return {
    ...settings,
    async call(method, path, { schema, query, body }) {
      const signal = AbortSignal.timeout(httpTimeoutMs)
      const url = `${settings.url}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
      const send = async () => {
        const { text } = await takeToken(key, settings, signal)
        return callHttp(url, { method, headers: { authorization: `Bearer ${text}` }, body, signal, requestLimit })
      }
      let answered = await send()
      if (answered.status === 401) {
        // The token was withdrawn before its time, so the request was not carried out.
        accessTokens.delete(key)
        answered = await send()
      }
      return z.parse(schema, toResponseBody(answered, `${method} ${path}`))
    },
  }
}

async function takeToken(key: string, settings: MonnifySettings, signal: AbortSignal): Promise<AccessToken> {
  const known = await accessTokens.get(key)?.catch(() => undefined)
  if (known && known.expiresAtMs > Date.now()) return known
  if (accessTokens.size >= maxTokens) accessTokens.clear()
  const requested = logIn(settings, signal)
  accessTokens.set(key, requested)
  return requested
}

async function logIn({ url, apiKey, secretKey }: MonnifySettings, signal: AbortSignal): Promise<AccessToken> {
  const pair = Buffer.from(`${apiKey}:${secretKey}`).toString('base64')
  const answered = await callHttp(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${pair}` },
    signal,
  })
  if (answered.status === 401) throw new Error('Monnify does not accept MONNIFY_API_KEY and MONNIFY_SECRET_KEY')
  const { accessToken, expiresIn } = z.parse(Token, toResponseBody(answered, 'login'))
  return { text: accessToken, expiresAtMs: Date.now() + expiresIn * 1000 - marginMs }
}

function toResponseBody({ status, answer }: HttpAnswer, operation: string): unknown {
  const { data: rejection } = z.safeParse(Rejection, answer)
  // Our keys or rights, not the request: nothing is known about what was asked for, and no payer is to blame.
  const isOurs = status === 401 || status === 403
  if ((isRejected(status) || status === 200) && !isOurs && rejection)
    throw new MonnifyRejection(status, rejection.responseMessage, rejection.responseCode)
  const { data: success } = z.safeParse(Success, answer)
  if (status !== 200 || !success) throw new Error(`Monnify responded to ${operation} with ${status}`)
  return success.responseBody
}
