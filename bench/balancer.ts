// HAProxy as deploy/haproxy.cfg and deploy/haproxy-database.cfg set it up, on this machine, with shorter intervals.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithProcess } from '../api/testing/end-with-process.ts'
import { freePort } from '../scripts/free-port.mjs'
import { type BenchPostgres, isPrimary } from './standby.ts'

export interface Balancer {
  port: number
  close(): Promise<void>
}

const start = `global
    maxconn 4000
defaults
    timeout connect 3s
    timeout client 35s
    timeout server 60s
    option redispatch
    retries 2
`

/** Before the servers of a database: connections go to the primary, and those to a server that is lost are closed. */
export async function balanceDatabase(servers: readonly BenchPostgres[]): Promise<Balancer> {
  const port = await freePort()
  const checks = await serveChecks(servers)
  const lines = servers.map(
    ({ socket }, index) => `    server s${index} unix@${socket} check addr 127.0.0.1 port ${checks.ports[index]}`,
  )
  const close = await startHaproxy(`${start}
listen postgres
    bind 127.0.0.1:${port}
    mode tcp
    option httpchk GET /primary
    http-check expect status 200
    timeout client 24h
    timeout server 24h
    default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`)
  return {
    port,
    async close() {
      await close()
      checks.close()
    },
  }
}

/** Before processes that answer requests, at a port (by default any that is free). */
export async function balanceProcesses(urls: readonly string[], port?: number): Promise<Balancer> {
  port ??= await freePort()
  const servers = urls.map((url, index) => `    server s${index} ${new URL(url).host}`)
  const close = await startHaproxy(`${start}
    mode http
frontend public
    bind 127.0.0.1:${port}
    use_backend unready if { nbsrv(processes) eq 0 }
    default_backend processes
backend processes
    balance leastconn
    option httpchk GET /health/ready
    http-check expect status 200
    default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
backend unready
    balance roundrobin
${servers.join('\n')}
`)
  return { port, close }
}

/** Answers for each server whether it is the primary, as Patroni does. */
async function serveChecks(servers: readonly BenchPostgres[]) {
  const listeners = await Promise.all(
    servers.map(async (server) => {
      const listener = createServer((_request, response) => {
        void isPrimary(server).then((isSo) => response.writeHead(isSo ? 200 : 503).end())
      })
      await once(listener.listen(0, '127.0.0.1'), 'listening')
      return listener
    }),
  )
  return {
    ports: listeners.map((listener) => (listener.address() as AddressInfo).port),
    close: () => {
      for (const listener of listeners) listener.close()
    },
  }
}

async function startHaproxy(text: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'adire-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const haproxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'], env })
  endWithProcess(haproxy)
  await isRunning(haproxy)
  return async () => {
    const exit = once(haproxy, 'exit')
    if (haproxy.kill('SIGTERM')) await exit
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws Error if there is no HAProxy */
const isRunning = (haproxy: ChildProcess) =>
  once(haproxy, 'spawn').catch((error: Error) => {
    throw new Error(`HAProxy is needed (Debian: haproxy): ${error.message}`)
  })
