import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Result of one slice. Latencies in ms. */
export interface LoadSample {
  count: number
  perSecond: number
  p50: number
  p95: number
}

export interface LoadTarget {
  port: number
  /** Paths to request in turn. */
  paths: string[]
  headers?: Record<string, string>
}

/**
 * Sends requests over keep-alive connections for `ms`, one at a time on each connection. Not a library, because the generator
 * shares the machine with the measured server, and because latencies below a millisecond are needed.
 * @throws {Error} for any status other than 200
 */
export async function runLoad(
  { port, paths, headers = {} }: LoadTarget,
  connections: number,
  ms: number,
): Promise<LoadSample> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`)
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)))
  const latencies: number[] = []
  const begin = performance.now()
  let turn = 0
  await Promise.all(
    sockets.map(async (socket) => {
      while (performance.now() - begin < ms) {
        const sent = performance.now()
        await sendRequest(socket, requests[turn++ % requests.length]!)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  for (const socket of sockets) socket.destroy()
  return toLoadSample(latencies, seconds)
}

export function toLoadSample(latencies: number[], seconds: number): LoadSample {
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!
  return { count: latencies.length, perSecond: latencies.length / seconds, p50: at(0.5), p95: at(0.95) }
}

export function calculateMedian(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Sends one request and waits for the whole response. */
function sendRequest(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined
    let head = ''
    const end = (error?: Error) => {
      socket.off('data', take).off('error', end).off('close', closed)
      if (error) reject(error)
      else resolve()
    }
    const closed = () => end(new Error('The server closed the connection'))
    const take = (chunk: Buffer) => {
      if (missing === undefined) {
        head += chunk.toString('latin1')
        const headEnd = head.indexOf('\r\n\r\n')
        if (headEnd < 0) return
        if (!head.startsWith('HTTP/1.1 200')) return end(new Error(`Not answered: ${head.slice(0, 600)}`))
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - (head.length - headEnd - 4)
      } else missing -= chunk.length
      if (missing <= 0) end()
    }
    socket.on('data', take).on('error', end).on('close', closed)
    socket.write(request)
  })
}
