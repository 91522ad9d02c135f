import { LRUCache } from 'lru-cache'
import { problem } from './problem.ts'

interface Bucket {
  tokens: number
  /** When it held so many, in ms. */
  at: number
}

/**
 * So many requests at once for each key, and half as many a second from then on. It counts in this process alone: with
 * several of them a key may do as much with each.
 * @throws 429 with `Retry-After`
 */
export function keyLimit(atOnce: number): (keyId: string, now: Date) => void {
  const perMs = atOnce / 2 / 1000
  const buckets = new LRUCache<string, Bucket>({ max: 10_000 })
  return (keyId, now) => {
    const { tokens, at } = buckets.get(keyId) ?? { tokens: atOnce, at: now.getTime() }
    // A clock that is set back gives nobody anything, nor takes it.
    const left = Math.min(atOnce, tokens + Math.max(0, now.getTime() - at) * perMs)
    if (left < 1) {
      buckets.set(keyId, { tokens: left, at: now.getTime() })
      throw problem.tooMany('Too many requests, wait a moment and try again', Math.ceil((1 - left) / perMs / 1000))
    }
    buckets.set(keyId, { tokens: left - 1, at: now.getTime() })
  }
}
