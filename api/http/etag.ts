import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets an ETag and a cache time of one hour on the response; true if the caller already has this version (send 304). */
export function isFresh(request: FastifyRequest, reply: FastifyReply, body: unknown): boolean {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
  return isKnown(request, etag)
}

/** Whether `If-None-Match` names this ETag. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known?.includes(etag) ?? false
}
