import { LRUCache } from 'lru-cache'
import { problem } from './problem.ts'

interface Bucket {
  tokens: number
  /** Time of the token count, in ms since the epoch. */
  at: number
}

export interface KeyLimit {
  /**
   * Takes a token of a key. Returns the headers of the response.
   * @throws too_many_requests (429) with the same headers and `Retry-After`
   */
  take(keyId: string, now: Date): Record<string, string>
  /** Takes the tokens of requests that other processes answered. */
  takeForOthers(keyId: string, requests: number): void
}

/** Token bucket per API key: a burst of `atOnce` requests, refilled at half of that per second. */
export function openKeyLimit(atOnce: number): KeyLimit {
  const perMs = atOnce / 2 / 1000
  const buckets = new LRUCache<string, Bucket>({ max: 10_000 })
  const toHeaders = (tokens: number) => ({
    'x-ratelimit-limit': String(atOnce),
    'x-ratelimit-remaining': String(Math.max(0, Math.floor(tokens))),
    'x-ratelimit-reset': String(Math.ceil((atOnce - tokens) / perMs / 1000)),
  })
  return {
    take(keyId, now) {
      const { tokens, at } = buckets.get(keyId) ?? { tokens: atOnce, at: now.getTime() }
      // If the clock is set back, the bucket neither gains nor loses tokens.
      const left = Math.min(atOnce, tokens + Math.max(0, now.getTime() - at) * perMs)
      if (left < 1) {
        buckets.set(keyId, { tokens: left, at: now.getTime() })
        const seconds = Math.ceil((1 - left) / perMs / 1000)
        throw problem.tooMany('Too many requests, wait a moment and try again', seconds, toHeaders(left))
      }
      buckets.set(keyId, { tokens: left - 1, at: now.getTime() })
      return toHeaders(left - 1)
    },
    takeForOthers(keyId, requests) {
      const bucket = buckets.get(keyId)
      // At most a whole burst in debt, so that a key waits two seconds at the longest.
      if (bucket) bucket.tokens = Math.max(-atOnce, bucket.tokens - requests)
    },
  }
}
