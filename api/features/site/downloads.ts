import { createReadStream, existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { downloadsUrl } from '../../files/paths.ts'

const typeOf = {
  'adire.php': 'text/plain; charset=utf-8',
  'adire.py': 'text/plain; charset=utf-8',
  'adire-listen.mjs': 'text/plain; charset=utf-8',
  'adire-client.tgz': 'application/gzip',
  'adire.postman_collection.json': 'application/json; charset=utf-8',
}

/** Serves what developers download: the clients, the listener and the Postman collection. They are written by `api/build.mjs`. */
export function serveDownloads(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(typeOf)) {
    const file = new URL(name, downloadsUrl)
    app.get(`/downloads/${name}`, async (_request, reply) => {
      if (!existsSync(file)) return reply.callNotFound()
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'public, max-age=3600')
        .send(createReadStream(file))
    })
  }
}
