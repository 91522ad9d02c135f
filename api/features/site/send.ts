import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from '../../http/packed-text.ts'
import { pagePolicy } from '../../http/policy.ts'
import type { CompressedPage } from './render.ts'

interface How {
  status?: number
  /** Made for one user; must not be cached. */
  isPersonal?: boolean
  policy?: string
}

/** Sends a page, compressed if the browser accepts that, or 304 if the browser has it cached. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CompressedPage,
  { status = 200, isPersonal, policy = pagePolicy() }: How = {},
) {
  reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': isPersonal ? 'no-store' : 'no-cache',
    vary: 'accept-encoding',
  })
  if (status !== 200 || isPersonal) return sendSmaller(request, reply, page)
  return sendPacked(request, reply, page)
}

/** Sends a compressed page or script, or 304 if the browser has it cached. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: CompressedPage) {
  reply.header('etag', packed.etag)
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(packed.etag)) return reply.code(304).send()
  return sendSmaller(request, reply, packed)
}

async function sendSmaller(request: FastifyRequest, reply: FastifyReply, packed: CompressedPage) {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding) return reply.header('content-encoding', encoding).send(packed[encoding])
  // Rare: a script of a merchant or a monitor. Every browser accepts gzip.
  return reply.send(await promisify(gunzip)(packed.gzip))
}
