import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Endpoint, fileType } from '@adire/contract/endpoint.ts'
import type { FastifyReply } from 'fastify'

/**
 * Sends a file piece by piece. The first piece is waited for, so that a refusal is still a refusal; returns when the last
 * is sent, or the reader has gone: until then the pieces' connection is needed.
 */
export async function sendFile(reply: FastifyReply, pieces: AsyncIterable<string | Buffer>, { downloads }: Endpoint) {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  const all = async function* () {
    if (!first.done) yield first.value
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  reply
    .header('content-disposition', `attachment; filename="${downloads}"`)
    .type(fileType(downloads!) === 'text/csv' ? 'text/csv; charset=utf-8' : fileType(downloads!))
  reply.send(Readable.from(all()))
  await finished(reply.raw).catch(() => undefined)
  return reply
}
