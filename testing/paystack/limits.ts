import type { Domain } from './integration.ts'

const windowMs = 60_000
/** Requests in a minute, shared by all operations without a limit of their own. */
const sharedLimits: Record<Domain, number> = { live: 600, test: 100 }
/** Requests in a minute to one operation; only in live mode. */
const ownLimits: Record<string, number> = {
  transaction_verify: 3_000,
  bank_resolveAccountNumber: 1_500,
  transaction_initialize: 1_200,
  transaction_chargeAuthorization: 1_200,
  charge_create: 1_200,
  charge_check: 1_200,
  transfer_initiate: 900,
}

/** Paystack's published limits, by the wall clock. */
export function createLimits() {
  const windows = new Map<string, { startedMs: number; requests: number }>()
  return {
    /** Counts a request. Seconds until the next window begins, if it is one too many. */
    countRequest(domain: Domain, operationId: string): number | undefined {
      const own = domain === 'live' ? ownLimits[operationId] : undefined
      const key = own === undefined ? domain : `${domain} ${operationId}`
      const nowMs = performance.now()
      const known = windows.get(key)
      const window = known && nowMs - known.startedMs < windowMs ? known : { startedMs: nowMs, requests: 0 }
      window.requests += 1
      windows.set(key, window)
      if (window.requests <= (own ?? sharedLimits[domain])) return undefined
      return Math.ceil((window.startedMs + windowMs - nowMs) / 1000)
    },
  }
}
export type Limits = ReturnType<typeof createLimits>
