/**
 * Content security policy of our pages: no inline script or style, nothing from other origins, no framing. Trusted Types
 * also block markup from strings. `embedder` is the one origin that may show the page in a frame (decision 21); `trusted` is the one
 * policy of Trusted Types that the page may create.
 */
export const pagePolicy = (embedder: string | null = null, trusted = "'none'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embedder ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trusted}`,
  ].join('; ')

/** Policy of the pages of the app, which may register the service worker of the dashboard (`web/client/worker.ts`). */
export const appPolicy = pagePolicy(null, 'dashboard-worker')

/** Policy of the back office, which shows documents in a frame. */
export const backOfficePolicy = `${pagePolicy()}; frame-src 'self'`

/** Policy of everything except our pages, which set their own. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Headers of every response, until a handler replaces them. */
export const generalHeaders = (production: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': closedPolicy,
  'cache-control': 'no-store',
  ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Headers that a page of payers has besides or instead. Its URL may contain a payer's key: no referrer, no caches. */
export const hostedPageHeaders = (embedder: string | null = null) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(embedder),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
})

/** Policy of the service worker: it may fetch our files, and load nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"
