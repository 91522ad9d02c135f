/**
 * What a page of ours may do: no inline script or style, nothing from elsewhere, no frame around it; with Trusted Types,
 * markup from strings cannot run either. `embedder` is the one origin that may show it in a frame (decision 21).
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
