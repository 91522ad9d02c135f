import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isApiKey } from '../features/auth/api-key.ts'
import { findKeyState } from '../features/auth/key-state.ts'
import type { Runtime } from '../runtime.ts'
import { readBearerToken } from './bearer-token.ts'
import { openKeyLimit } from './key-limit.ts'
import { toNetwork } from './network.ts'
import { problem } from './problem.ts'
import { openSharedCounts, startExchanging } from './shared-counts.ts'

const timeWindow = 10_000
/** A caller below this part of the limit is not shared: even ten processes together then stay within the limit. */
const sharedFrom = 0.1

/** Rate limits: per API key, per session, and otherwise per network. All processes share them (decision 86). */
export async function limitCallers(app: FastifyInstance, runtime: Runtime, log: Logger): Promise<void> {
  const { database, config, clock } = runtime
  const keys = openKeyLimit(config.requestsPerSecond)
  const windows = openWindows(clock)
  const shared = openSharedCounts(runtime, Math.max(1, config.requestsPerSecond * sharedFrom), (caller, requests) => {
    if (caller.startsWith(keyPrefix)) keys.takeForOthers(caller.slice(keyPrefix.length), requests)
    else windows.addOthers(caller, requests)
  })
  app.addHook('onClose', startExchanging(shared, log))
  const byKey = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    const token = readBearerToken(request.headers.authorization)
    const key = isApiKey(token) ? await findKeyState(database, token, clock()) : undefined
    if (!key) return
    byKey.add(request)
    reply.headers(keys.take(key.id, clock()))
    shared.count(keyPrefix + key.id)
  })
  await app.register(rateLimit, {
    timeWindow,
    max: config.requestsPerSecond * 10,
    store: windows.storeWith(shared.count),
    keyGenerator: (request) => identifyRateLimitKey(runtime, request),
    allowList: (request) =>
      request.url.startsWith('/static/') || request.url.startsWith('/health') || byKey.has(request),
    errorResponseBuilder: (_request, { ttl }) =>
      problem.tooMany('Too many requests, wait a moment and try again', Math.ceil(ttl / 1000)),
  })
}

/** Distinguishes API keys from sessions and networks among the shared counts. */
const keyPrefix = 'key '

interface CallerWindow {
  startedMs: number
  current: number
}

/** Requests per caller in windows of ten seconds that begin with the first request, with those that other processes counted. */
function openWindows(clock: Runtime['clock']) {
  const windows = new LRUCache<string, CallerWindow>({ max: 5000 })
  const present = (caller: string, nowMs = clock().getTime()) => {
    const found = windows.get(caller)
    return found && found.startedMs + timeWindow > nowMs ? found : undefined
  }
  return {
    addOthers(caller: string, requests: number) {
      const found = present(caller)
      if (found) found.current += requests
    },
    storeWith(count: (caller: string) => void): FastifyRateLimitStoreCtor {
      const store: FastifyRateLimitStore = {
        incr(caller, callback) {
          const nowMs = clock().getTime()
          const window = present(caller, nowMs) ?? { startedMs: nowMs, current: 0 }
          window.current++
          windows.set(caller, window)
          count(caller)
          callback(null, { current: window.current, ttl: timeWindow - (nowMs - window.startedMs) })
        },
        child: () => store,
      }
      // The library makes the store with `new`.
      return function openStore() {
        return store
      } as unknown as FastifyRateLimitStoreCtor
    },
  }
}

/**
 * The key of the rate limit: the session, from any address; the network without a valid token, because otherwise made-up
 * tokens would bypass the limit.
 */
async function identifyRateLimitKey({ signer, clock }: Runtime, request: FastifyRequest): Promise<string> {
  const token = readBearerToken(request.headers.authorization)
  if (token === undefined || isApiKey(token)) return toNetwork(request.ip)
  const claims = (await signer.read(token, clock())) ?? (await signer.read(token, clock(), 'operator'))
  return claims?.sid ?? toNetwork(request.ip)
}
