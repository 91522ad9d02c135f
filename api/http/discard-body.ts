import type { IncomingMessage } from 'node:http'

const maxBytes = 10 * 1024 * 1024
const maxMs = 5_000

/**
 * Reads the rest of a rejected body and drops it. A connection that is closed while its client still sends is reset, and most clients then
 * report a lost connection instead of the response. Above 10 MB, or after 5 seconds, the connection is closed nevertheless.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve()
  return new Promise((resolve) => {
    let received = 0
    const stop = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', stop).off('close', stop)
      resolve()
    }
    const timer = setTimeout(stop, maxMs)
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) stop()
    }
    request.on('data', count).on('end', stop).on('close', stop)
  })
}
