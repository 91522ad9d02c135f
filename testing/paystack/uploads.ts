import type { FastifyInstance } from 'fastify'
import type { Simulation } from './simulation.ts'

const maxBytes = 10 * 1024 * 1024

/** Serves the addresses that files are sent to with PUT, as evidence in disputes. Only their size is stored. */
export function serveUploads(app: FastifyInstance, { integrations }: Simulation): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, bytes, done) =>
      done(null, bytes),
    )
    scope.put<{ Params: { name: string }; Body: Buffer | null }>(
      '/uploads/:name',
      ({ params: { name }, body }, reply) => {
        const integration = Object.values(integrations).find(({ uploads }) => uploads.has(name))
        if (!integration) return reply.code(403).send()
        integration.uploads.set(name, body?.length ?? 0)
        return reply.code(200).send()
      },
    )
  })
}
