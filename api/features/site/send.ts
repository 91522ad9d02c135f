import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Packed } from './render.ts'

/** No inline script or style, nothing from elsewhere; with Trusted Types, markup from strings cannot run either. */
export const pagePolicy = (connect: readonly string[] = []) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

interface How {
  status?: number
  /** Made for one person: kept by nobody. */
  isOwn?: boolean
}

/** Sends a page, smaller where the browser can take it so, and not at all where it has it already. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Packed,
  { status = 200, isOwn }: How = {},
) {
  reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(),
    'cache-control': isOwn ? 'no-store' : 'no-cache',
    vary: 'accept-encoding',
    ...(!isOwn && { etag: page.etag }),
  })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (status === 200 && !isOwn && known?.includes(page.etag)) return reply.code(304).send()
  const taken = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(taken)) return reply.header('content-encoding', 'br').send(page.br)
  if (/\bgzip\b/.test(taken)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.html)
}
