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

/** Policy of the service worker: it may fetch our files, and load nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"
