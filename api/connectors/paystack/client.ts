import * as z from 'zod/mini'
import { callHttp, isRejected } from '../call-http.ts'
import type { RequestLimit } from '../request-limit.ts'
import type { PaystackSettings } from './settings.ts'

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

/** Whether a rejection says that the reference was used before. */
export const isDuplicate = (error: unknown): boolean => error instanceof PaystackRejection && error.isDuplicate

const Answer = z.object({ status: z.literal(true), data: z.optional(z.unknown()) })
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
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, request: PaystackRequest<T>): Promise<T>
  /** Mode of the key; each transaction has the mode as its `domain`. */
  domain: 'test' | 'live'
}

export function openClient({ url, secretKey }: PaystackSettings, requestLimit?: RequestLimit): PaystackClient {
  return {
    domain: secretKey.startsWith('sk_live_') ? 'live' : 'test',
    async call(method, path, { schema, query, body }) {
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const headers = { authorization: `Bearer ${secretKey}` }
      const { status, answer } = await callHttp(`${url}${path}${search}`, { method, headers, body, requestLimit })
      if (isRejected(status)) throw toRejection(status, answer)
      const { data: success } = z.safeParse(Answer, answer)
      if (status >= 300 || !success) throw new Error(`Paystack responded to ${method} ${path} with ${status}`)
      return z.parse(schema, success.data)
    },
  }
}

function toRejection(status: number, answer: unknown): Error {
  const { data: rejection } = z.safeParse(Rejection, answer)
  // Our key, not the request: nothing is known about what was asked for, and no payer is to blame.
  const isOurs = status === 401 || status === 403 || /invalid key/i.test(rejection?.message ?? '')
  return rejection && !isOurs
    ? new PaystackRejection(status, rejection.message, rejection.code ?? undefined)
    : new Error(`Paystack responded with ${status}: ${rejection?.message ?? 'no reason'}`)
}
