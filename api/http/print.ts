import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PdfSource } from '../files/media.ts'
import { isKnown } from './etag.ts'

/** Sends a PDF under this name; to whom has it already only says so, without drawing it. */
export async function sendPrint(request: FastifyRequest, reply: FastifyReply, { etag, draw }: PdfSource, name: string) {
  const marks = { etag, 'cache-control': 'private, no-cache' }
  if (isKnown(request, etag)) return reply.code(304).headers(marks).send()
  // Marked only once it is drawn: an error that bears the mark of a PDF would be kept as that PDF.
  const pdf = await draw()
  return reply
    .headers(marks)
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/pdf')
    .send(pdf)
}
