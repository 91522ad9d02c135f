import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PdfSource } from '../files/media.ts'
import { isKnown } from './etag.ts'

/** Sends a PDF under this file name; 304 without rendering it if the caller has the same version. */
export async function sendPrint(request: FastifyRequest, reply: FastifyReply, { etag, draw }: PdfSource, name: string) {
  const marks = { etag, 'cache-control': 'private, no-cache' }
  if (isKnown(request, etag)) return reply.code(304).headers(marks).send()
  // Set only after rendering: an error with the ETag of a PDF would be cached as that PDF.
  const pdf = await draw()
  return reply
    .headers(marks)
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/pdf')
    .send(pdf)
}
