import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Recorder } from './serve-request.ts'

/** HTTP server of a simulator. Requests to no operation, and bodies that are no JSON, are violations too. */
export function createSimulatorApp({ violations }: Recorder, toErrorBody: (message: string) => object) {
  const app = Fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    violations.push({ operation: `${request.method} ${pathname}`, problems: ['The processor has no such operation'] })
    return reply.code(404).send(toErrorBody('The requested resource was not found'))
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    violations.push({ operation: `${request.method} ${request.routeOptions.url}`, problems: [error.message] })
    return reply.code(error.statusCode ?? 500).send(toErrorBody(error.message))
  })
  return app
}

/** Address that the server listens on. `port`: 0 for any free port. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
