import type { JsonObject } from './openapi.ts'

const integer = (description: string) => ({ description, schema: { type: 'integer' } })

/** Response headers that many operations share. */
export const sharedHeaders: JsonObject = {
  RequestId: {
    description: 'Id of this request. Send it to us when you ask about the request.',
    schema: { type: 'string', format: 'uuid' },
  },
  Version: {
    description: 'Day of the last entry of the changelog.',
    schema: { type: 'string', format: 'date' },
  },
  RateLimitLimit: integer('Number of requests that can be sent at once.'),
  RateLimitRemaining: integer('Number of requests that can still be sent at once now.'),
  RateLimitReset: integer('Seconds until the whole limit is available again.'),
  RetryAfter: integer('Seconds to wait before the next attempt.'),
  IdempotencyReplayed: {
    description: 'Present when this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
}

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** Headers of every response. */
export const everyResponse: JsonObject = {
  'request-id': headerRef('RequestId'),
  'Adire-Version': headerRef('Version'),
  'x-ratelimit-limit': headerRef('RateLimitLimit'),
  'x-ratelimit-remaining': headerRef('RateLimitRemaining'),
  'x-ratelimit-reset': headerRef('RateLimitReset'),
}

/** Headers of the response of an operation that takes an `Idempotency-Key`. */
export const replayable: JsonObject = { ...everyResponse, 'Idempotency-Replayed': headerRef('IdempotencyReplayed') }

/** Headers of a response after which the caller has to wait. */
export const retryable: JsonObject = { ...everyResponse, 'Retry-After': headerRef('RetryAfter') }
