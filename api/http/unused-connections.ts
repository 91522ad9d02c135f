import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for a connection that has just been opened to send its request during a shutdown, in ms. */
const graceMs = 500

/**
 * Closes connections without a request at shutdown. Browsers open some in advance, and Node counts them as neither idle nor timed out once
 * the server closes: each would delay the end of the process until the browser closes it.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, graceMs).unref()
  })
}
