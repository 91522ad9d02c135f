import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Marks an answer that may be kept for an hour and asked for again after; true where the caller has it already. */
export function isFresh(request: FastifyRequest, reply: FastifyReply, body: unknown): boolean {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
  return isKnown(request, etag)
}

/** Whether the caller has what bears this mark. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known?.includes(etag) ?? false
}
