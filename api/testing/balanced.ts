import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** How often a load balancer asks each process whether it is ready, in ms. */
const checkMs = 100

export interface BalancedRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface BalancedClient {
  /** Processes to choose from; a process is used from its first successful check on. */
  add(url: string): void
  /** Resolves when a process is ready, or is no longer and has no open request. */
  waitFor(url: string, isReady: boolean): Promise<void>
  /** HTTP status, or the message of the error. Never repeats a request. */
  send(request: BalancedRequest): Promise<number | string>
  close(): void
}

/**
 * A client that behaves like a simple load balancer: sends to the ready processes in turn, on open connections, and learns by
 * `/health/ready` which are ready. It repeats nothing, so that each dropped connection is seen.
 */
export function openBalancedClient(): BalancedClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const targets = new Map<string, boolean>()
  const open = new Map<string, number>()
  const countOpen = (url: string, change: number) => open.set(url, (open.get(url) ?? 0) + change)
  let isClosed = false
  let turn = 0
  const follow = async (url: string) => {
    while (!isClosed) {
      targets.set(url, (await sendRequest(agent, url, { method: 'GET', path: '/health/ready' })) === 200)
      await pause(checkMs)
    }
  }
  return {
    add(url) {
      targets.set(url, false)
      void follow(url)
    },
    async waitFor(url, isReady) {
      while (targets.get(url) !== isReady || (!isReady && open.get(url))) await pause(20)
    },
    async send(balanced) {
      const ready = [...targets].filter(([, isReady]) => isReady).map(([url]) => url)
      if (ready.length === 0) return 'no process is ready'
      const url = ready[turn++ % ready.length]!
      countOpen(url, 1)
      return sendRequest(agent, url, balanced).finally(() => countOpen(url, -1))
    },
    close() {
      isClosed = true
      agent.destroy()
    },
  }
}

const sendRequest = (agent: Agent, url: string, { method, path, headers, body }: BalancedRequest) =>
  new Promise<number | string>((resolve) => {
    const sent = request(new URL(path, url), { method, agent, ...(headers && { headers }) }, (response) => {
      response.on('error', (error) => resolve(error.message))
      response.resume().on('end', () => resolve(response.statusCode!))
    })
    sent.on('error', (error) => resolve(error.message))
    sent.end(body)
  })
