/**
 * Content security policy of our pages: no inline script or style, nothing from other origins, no framing. Trusted Types
 * also block markup from strings. `embedder` is the one origin that may show the page in a frame (decision 21).
 */
export const pagePolicy = (embedder: string | null = null) =>
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
    "trusted-types 'none'",
  ].join('; ')
