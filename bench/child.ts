import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { environment } from '../scripts/product.mjs'

const children: ChildProcess[] = []

/** Starts a server in a child process with the environment of the product. Resolves with its port. */
export async function openServer(file: string, env: Record<string, string>, input?: string) {
  const profile = process.env.BENCH_PROFILE
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...environment, ...env },
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    execArgv: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  })
  children.push(child)
  child.stdin!.end(input)
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  return { port: port as number, pid: child.pid! }
}

export const openApi = (url: string, dataDir: string) =>
  openServer('list-api.ts', { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' })

/** Closes the child processes: each ends when the channel closes, and then writes its CPU profile if one was requested. */
export async function closeChildren(): Promise<void> {
  for (const child of children.splice(0)) {
    const exit = once(child, 'exit')
    child.disconnect()
    await exit
  }
}
