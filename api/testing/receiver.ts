import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from './at-end.ts'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

/** A merchant's server, which stores requests and responds as set with `respondWith`. */
export async function openReceiver(t: TestContext) {
  const received: ReceivedRequest[] = []
  const state = { status: 200, body: 'thanks', isSilent: false }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const bytes = Buffer.concat(pieces)
      received.push({ headers: request.headers, body: bytes.toString(), bytes })
      if (!state.isSilent) response.writeHead(state.status, { 'x-answered-by': 'shop' }).end(state.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    received,
    respondWith: (status: number, body = 'thanks') => Object.assign(state, { status, body, isSilent: false }),
    /** From now on it accepts requests and never responds. */
    neverRespond: () => Object.assign(state, { isSilent: true }),
    url: `http://127.0.0.1:${port}/webhooks`,
  }
}
