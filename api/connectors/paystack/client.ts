import * as z from 'zod/mini'
import type { PaystackSettings } from '../../config.ts'
import { parseJson } from '../parse-json.ts'

/** Less than the time for which a person waits for a call (`callConnector`), in ms. */
const timeoutMs = 15_000
const maxResponseBytes = 1_000_000

/** Definite rejection of a request: Paystack did nothing. Any other failure leaves the result unknown. */
export class PaystackRejection extends Error {
  override name = 'PaystackRejection'
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, message: string, code: string | undefined) {
    super(message)
    this.status = status
    this.code = code
  }

  /** Whether the reference was used before, so that the earlier request decides. */
  get isDuplicate(): boolean {
    return /duplicate transaction reference|reference already exists/i.test(this.message)
  }

  get isNotFound(): boolean {
    return this.status === 404 || /_not_found$/.test(this.code ?? '') || /not found/i.test(this.message)
  }
}

const Answer = z.object({ status: z.literal(true), data: z.unknown() })
const Rejection = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.optional(z.nullable(z.string())),
})

export interface PaystackRequest<T> {
  /** The part of the response that is needed. Paystack's responses have much more. */
  schema: z.ZodMiniType<T>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

export interface PaystackClient {
  /**
   * Calls an operation and returns its `data`.
   * @throws PaystackRejection if Paystack rejected it
   * @throws Error without a definite response: the operation may have been carried out
   */
  call<T>(method: 'GET' | 'POST', path: string, request: PaystackRequest<T>): Promise<T>
  /** Mode of the key; each transaction has the mode as its `domain`. */
  domain: 'test' | 'live'
}

export function openClient({ url, secretKey }: PaystackSettings): PaystackClient {
  return {
    domain: secretKey.startsWith('sk_live_') ? 'live' : 'test',
    async call(method, path, { schema, query, body }) {
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const response = await fetch(`${url}${path}${search}`, {
        method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${secretKey}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = parseJson(await readText(response))
      if (response.status >= 400 && response.status < 500 && response.status !== 429)
        throw toRejection(response, answer)
      const { data: success } = z.safeParse(Answer, answer)
      if (!response.ok || !success) throw new Error(`Paystack responded to ${method} ${path} with ${response.status}`)
      return z.parse(schema, success.data)
    },
  }
}

function toRejection(response: Response, answer: unknown): Error {
  const { data: rejection } = z.safeParse(Rejection, answer)
  return rejection
    ? new PaystackRejection(response.status, rejection.message, rejection.code ?? undefined)
    : new Error(`Paystack responded with ${response.status} and no reason`)
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxResponseBytes) throw new Error('The response of Paystack is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
