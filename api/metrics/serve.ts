import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Runtime } from '../runtime.ts'
import { openRegistry } from './registry.ts'
import type { MetricsSettings } from './settings.ts'

/**
 * How long an idle connection stays open, in ms: longer than the usual intervals of a scrape, and as the API's. A connection that the server
 * closes as the next request is sent fails that request.
 */
const keepAliveMs = 72_000

export interface MetricsServer {
  url: string
  close(): Promise<void>
}

/**
 * Serves `GET /metrics` on an address of its own, never on the public one.
 * @throws Error that names METRICS_ADDRESS, if the address cannot be used
 */
export async function serveMetrics(runtime: Runtime, settings: MetricsSettings, log: Logger): Promise<MetricsServer> {
  const registry = openRegistry(runtime)
  const server = createServer({ keepAliveTimeout: keepAliveMs }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    if (!hasToken(request, settings.token)) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    try {
      const text = await registry.write()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'writing the metrics failed')
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`METRICS_ADDRESS ${settings.host}:${settings.port} cannot be used (${error.code})`)),
    )
    server.listen(settings.port, settings.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}/metrics`,
    async close() {
      registry.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
