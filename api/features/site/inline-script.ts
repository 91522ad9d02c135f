import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { webDistUrl } from '../../files/paths.ts'
import { compressedFile } from './render.ts'
import { sendPacked } from './send.ts'

const file = new URL('client/inline.js', webDistUrl)

/**
 * Serves the checkout plugin that merchants include in their pages. `/inline.js` is the newest version; the interface of `/v1` will
 * never change. Both are cached for an hour at most, so that a bug fix reaches all sites.
 */
export function serveInlineScript(app: FastifyInstance): void {
  if (!existsSync(file)) return
  const script = compressedFile(file)
  for (const [address, maxAge] of [
    ['/inline.js', 300],
    ['/v1/inline.js', 3600],
  ] as const)
    app.get(address, async (request, reply) => {
      reply.headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': `public, max-age=${maxAge}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'accept-encoding',
      })
      return sendPacked(request, reply, await script())
    })
}
