import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const sources = [fileURLToPath(new URL('../main.ts', import.meta.url))]
const startTimeoutMs = 180_000

export interface CrashServer {
  url: string
  pid: number
  /** Ends it as a power cut would: nothing of it runs any more. */
  kill(): Promise<void>
  /** Ends it as an operator does; answers its exit code. */
  stop(): Promise<number | null>
  hasEnded(): boolean
}

/** The product in a process of its own, from its sources or as Node is told, once it says that all of it is up. */
export async function startServer(env: Record<string, string>, program = sources): Promise<CrashServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, program, {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, REQUESTS_PER_SECOND: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text))
  const deadline = Date.now() + startTimeoutMs
  while (!(await isUp(url))) {
    if (hasEnded(server)) throw new Error(`The server ended while it started:\n${output}`)
    if (Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`The server is not up after ${startTimeoutMs / 1000} seconds:\n${output}`)
    }
    await pause(25)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded(server)) {
      const exit = once(server, 'exit')
      server.kill(signal)
      await exit
    }
    return server.exitCode
  }
  return {
    url,
    pid: server.pid!,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    hasEnded: () => hasEnded(server),
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const isUp = (url: string) =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** One that no other program is given by the system meanwhile: those it gives to connections begin higher up. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const probe = createServer()
    const isFree = new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (await isFree) return port
  }
}
