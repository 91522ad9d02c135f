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
import { closeAllConnections, type GateTask, type InjectedFault, installGate, taskStorage } from './gate.ts'
import { newDatabase, restoreInto } from './postgres.ts'

/** Rejects a call during which the process crashed. */
export class Crash extends Error {
  override name = 'Crash'
}

interface Process {
  runtime: Runtime
  app: FastifyInstance
  url: string
}

export const taskHeader = 'x-simulation-task'

/** The product on its own database and clock, with crashes and restarts. */
export interface Environment {
  readonly runtime: Runtime
  readonly url: string
  readonly databaseUrl: string
  readonly crashes: number
  readonly restores: number
  now(): Date
  forward(ms: number): void
  /**
   * Runs `callback` as a task that `fault` may hit, and restarts the product after a crash.
   * @throws {Crash} if the process crashed
   */
  within<T>(fault: InjectedFault | undefined, callback: (task: GateTask) => Promise<T>): Promise<T>
  /** Opens one of several concurrent tasks; requests carry its id until it is closed. */
  openTask(fault: InjectedFault | undefined): GateTask
  closeTask(task: GateTask): void
  /**
   * Settles with `pending`.
   * @throws {Crash} if the process crashes first
   */
  orCrash<T>(pending: Promise<T>): Promise<T>
  /** Restarts the product after a crash. */
  recover(): Promise<void>
  crash(): Promise<void>
  /** Copies every row into a new database, as a restore from a backup does, and continues there. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openEnvironment(server: string, startAt: Date): Promise<Environment> {
  installGate()
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-simulation-'))
  const clock = { ms: startAt.getTime() }
  const now = () => new Date(clock.ms)
  const open = new Map<string, GateTask>()
  const product = await openProduct(server, { dataDir, now, open })
  let count = 0
  const environment: Environment = {
    get runtime() {
      return product.process.runtime
    },
    get url() {
      return product.process.url
    },
    get databaseUrl() {
      return product.databaseUrl
    },
    get crashes() {
      return product.crashes
    },
    get restores() {
      return product.restores
    },
    now,
    forward: (ms) => {
      clock.ms += ms
    },
    openTask(fault) {
      const id = String(++count)
      const task = {
        id,
        fault,
        statements: 0,
        commits: 0,
        onCrash: product.crash,
        turn: undefined,
        onResponse: undefined,
      }
      open.set(id, task)
      return task
    },
    closeTask: ({ id }) => {
      open.delete(id)
    },
    orCrash: (pending) => Promise.race([pending, product.crashed]),
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
      if (product.hasCrashed) await product.restart()
    },
    async crash() {
      product.crash()
      await product.restart()
    },
    restore: product.restore,
    async close() {
      if (!product.hasCrashed) await shutDown(product.process)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return environment
}

/** The running process and its database, which a crash and a restore replace. */
async function openProduct(server: string, options: Omit<Start, 'databaseUrl'>) {
  const newName = () => `simulation_${randomBytes(6).toString('hex')}`
  let databaseUrl = await newDatabase(server, newName())
  let process = await start({ databaseUrl, ...options })
  let crashed = rejectedLater()
  let hasCrashed = false
  let crashes = 0
  let restores = 0
  return {
    get process() {
      return process
    },
    get databaseUrl() {
      return databaseUrl
    },
    /** Rejects when the process crashes. */
    get crashed() {
      return crashed.promise
    },
    get hasCrashed() {
      return hasCrashed
    },
    get crashes() {
      return crashes
    },
    get restores() {
      return restores
    },
    crash() {
      if (hasCrashed) return
      hasCrashed = true
      crashes += 1
      kill(process)
      crashed.reject(new Crash('The process ended'))
    },
    async restart() {
      await backendsGone(server, databaseUrl)
      process = await start({ databaseUrl, ...options })
      crashed = rejectedLater()
      hasCrashed = false
    },
    async restore() {
      await shutDown(process)
      await backendsGone(server, databaseUrl)
      databaseUrl = await restoreInto(server, databaseUrl, newName())
      restores += 1
      process = await start({ databaseUrl, ...options })
    },
  }
}

/** A promise that may be rejected while nothing waits for it. */
function rejectedLater() {
  const resolvers = Promise.withResolvers<never>()
  resolvers.promise.catch(() => {})
  return resolvers
}

/** Timeout for statements and locks: interleaved requests keep locks longer than usual, more so on a slow machine. */
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

/** Runs each request in the context of the task named in its header, so that all its statements belong to that task. */
function nameTasks(server: Server, open: ReadonlyMap<string, GateTask>): void {
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response) => {
    const task = open.get(String(request.headers[taskHeader]))
    const handle = () => {
      for (const handler of handlers) handler.call(server, request, response)
    }
    if (!task) return handle()
    // Body events are emitted in the context of the connection; this moves them into the task's.
    const emit = request.emit
    request.emit = (...event: Parameters<typeof emit>) => taskStorage.run(task, () => emit.apply(request, event))
    taskStorage.run(task, handle)
  })
}

/** Ends the process like kill -9: nothing is finished and no response is sent. */
function kill({ app, runtime }: Process): void {
  closeAllConnections()
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

/** Waits until PostgreSQL has ended the process's sessions and rolled back their transactions. */
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
