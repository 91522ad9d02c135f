import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { openApp } from '../api/app.ts'
import { readConfig } from '../api/config.ts'
import { connectDatabase } from '../api/database/connect.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openStores } from '../api/files/stores.ts'
import { openLive } from '../api/jobs/live.ts'
import type { Runtime } from '../api/runtime.ts'
import { breakAll, type GateTask, type InjectedFault, installGate, taskStorage } from './gate.ts'
import { newDatabase, restoreInto } from './postgres.ts'

/** What a caller is told of a call during which the process ended. */
export class Crash extends Error {
  override name = 'Crash'
}

interface Process {
  runtime: Runtime
  app: FastifyInstance
  url: string
}

export const taskHeader = 'x-simulation-task'

/** The product on a database of its own, in a time of its own, with ends and beginnings. */
export interface Environment {
  readonly runtime: Runtime
  readonly url: string
  readonly databaseUrl: string
  readonly crashes: number
  readonly restores: number
  now(): Date
  forward(ms: number): void
  /** Does something as a task that `fault` may hit; starts the product again where it ended. Throws `Crash` then. */
  within<T>(fault: InjectedFault | undefined, callback: (task: GateTask) => Promise<T>): Promise<T>
  /** A task among several that run side by side; requests name it by its id until it is closed. */
  openTask(fault: InjectedFault | undefined): GateTask
  closeTask(task: GateTask): void
  /** Settles when the work does, or throws `Crash` when the process ends first. */
  orCrash<T>(pending: Promise<T>): Promise<T>
  /** Starts the product again where it ended. */
  recover(): Promise<void>
  crash(): Promise<void>
  /** Copies every row into a new database, as a backup that is restored does, and goes on there. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openEnvironment(server: string, startAt: Date): Promise<Environment> {
  installGate()
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-simulation-'))
  const clock = { ms: startAt.getTime() }
  const now = () => new Date(clock.ms)
  const open = new Map<string, GateTask>()
  let databaseUrl = await newDatabase(server, `simulation_${randomBytes(6).toString('hex')}`)
  let process = await start({ databaseUrl, dataDir, now, open })
  let ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  let hasEnded = false
  let crashes = 0
  let restores = 0
  let count = 0
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    crashes += 1
    stop(process)
    ended.reject(new Crash('The process ended'))
  }
  const begin = async () => {
    await backendsGone(server, databaseUrl)
    process = await start({ databaseUrl, dataDir, now, open })
    ended = Promise.withResolvers<never>()
    ended.promise.catch(() => {})
    hasEnded = false
  }
  const environment: Environment = {
    get runtime() {
      return process.runtime
    },
    get url() {
      return process.url
    },
    get databaseUrl() {
      return databaseUrl
    },
    get crashes() {
      return crashes
    },
    get restores() {
      return restores
    },
    now,
    forward: (ms) => {
      clock.ms += ms
    },
    openTask(fault) {
      const id = String(++count)
      const task = { id, fault, statements: 0, commits: 0, onCrash: end, turn: undefined, onResponse: undefined }
      open.set(id, task)
      return task
    },
    closeTask: ({ id }) => {
      open.delete(id)
    },
    orCrash: (pending) => Promise.race([pending, ended.promise]),
    async within(fault, callback) {
      const task = environment.openTask(fault)
      try {
        return await environment.orCrash(taskStorage.run(task, () => callback(task)))
      } finally {
        environment.closeTask(task)
        await environment.recover()
      }
    },
    async recover() {
      if (hasEnded) await begin()
    },
    async crash() {
      end()
      await begin()
    },
    async restore() {
      await shutDown(process)
      await backendsGone(server, databaseUrl)
      const copy = await restoreInto(server, databaseUrl, `simulation_${randomBytes(6).toString('hex')}`)
      databaseUrl = copy
      restores += 1
      process = await start({ databaseUrl, dataDir, now, open })
    },
    async close() {
      if (!hasEnded) await shutDown(process)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return environment
}

/** Requests that wait for each other's turns hold locks longer than they do alone; on a slow machine as on a fast one. */
const patienceMs = 120_000

interface Start {
  databaseUrl: string
  dataDir: string
  now(): Date
  open: ReadonlyMap<string, GateTask>
}

async function start({ databaseUrl, dataDir, now, open }: Start): Promise<Process> {
  const config = readConfig({ DATA_DIR: dataDir, REQUESTS_PER_SECOND: '0', DEMO: 'off', NODE_ENV: 'development' })
  const database = connectDatabase({ url: databaseUrl, statementTimeoutMs: patienceMs, lockTimeoutMs: patienceMs })
  const signer = await openSigner(dataDir)
  const live = openLive(databaseUrl)
  const runtime: Runtime = { config, database, signer, ...(await openStores(dataDir)), live, clock: now }
  const app = await openApp(runtime, pino({ level: 'silent' }))
  await app.ready()
  nameTasks(app.server as Server, open)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { runtime, app, url }
}

/** Every request says which task it is of: all that is done for it then is that task's. */
function nameTasks(server: Server, open: ReadonlyMap<string, GateTask>): void {
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response) => {
    const task = open.get(String(request.headers[taskHeader]))
    const handle = () => {
      for (const handler of handlers) handler.call(server, request, response)
    }
    if (!task) return handle()
    // The body arrives in the context of the connection: it is taken into that of the task.
    const emit = request.emit
    request.emit = (...event: Parameters<typeof emit>) => taskStorage.run(task, () => emit.apply(request, event))
    taskStorage.run(task, handle)
  })
}

/** As kill -9: nothing is finished, nothing is said. */
function stop({ app, runtime }: Process): void {
  breakAll()
  app.server.close()
  app.server.closeAllConnections()
  void runtime.live.close().catch(() => {})
  void runtime.database.close().catch(() => {})
}

async function shutDown({ app, runtime }: Process): Promise<void> {
  app.server.closeAllConnections()
  await app.close()
  await runtime.live.close()
  await runtime.database.close()
}

/** PostgreSQL has noticed the end of the process: what was not committed is undone. */
async function backendsGone(server: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const name = databaseName(databaseUrl)
  try {
    for (;;) {
      const { rows } = await client.query(
        `select count(*)::int as left, count(pg_terminate_backend(pid)) from pg_stat_activity
         where datname = $1 and backend_type = 'client backend'`,
        [name],
      )
      if (rows[0].left === 0) return
    }
  } finally {
    await client.end()
  }
}

export const databaseName = (databaseUrl: string) => databaseUrl.match(/\/([^/?]+)(\?|$)/)![1]!
