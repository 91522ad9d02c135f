import type { FastifyRequest } from 'fastify'
import type { RequestOrigin } from '../context.ts'

/** Origin of a request for the audit log; the user agent is cut to 300 characters. */
export const requestOrigin = (request: FastifyRequest): RequestOrigin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
