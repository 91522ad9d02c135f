import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'
import { program } from '../../scripts/product.mjs'
import { endWithProcess } from './end-with-process.ts'

/** The built product, as `npm start` runs it. */
export const builtProgram = fileURLToPath(new URL(`../../${program}`, import.meta.url))
const startTimeoutMs = 180_000

export interface CrashServer {
  url: string
  pid: number
  /** Kills the process, as a power failure would. */
  kill(): Promise<void>
  /** Stops the process, as an operator does. Resolves with its exit code. */
  stop(): Promise<number | null>
  hasEnded(): boolean
}

/** Starts the built product, or that of an earlier version, in a child process, on `PORT` or a free port. */
export async function spawnServer(env: Record<string, string>, file = builtProgram) {
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, REQUESTS_PER_SECOND: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithProcess(server)
  return { url, server }
}

/** Starts the product as `spawnServer` does. Resolves when `/health` is up. */
export async function startServer(env: Record<string, string>, file?: string): Promise<CrashServer> {
  const { url, server } = await spawnServer(env, file)
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text))
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const health = await readHealth(url)
    if (health.isUp) break
    if (hasEnded(server)) throw new Error(`The server ended while it started:\n${output}`)
    if (Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`The server is not up after ${startTimeoutMs / 1000} seconds (${health.text}):\n${output}`)
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

const readHealth = (url: string) =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(30_000) }).then(
    async (response) => ({ isUp: response.status === 200, text: await response.text() }),
    (error: Error) => ({ isUp: false, text: String(error.cause ?? error) }),
  )
