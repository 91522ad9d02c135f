import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type CallOptions, type Connection, call, type Mode } from '@adire/contract/call.ts'
import type { Endpoint, Input, Output } from '@adire/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import * as z from 'zod/mini'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { connect } from '../database/connect.ts'
import { openSigner } from '../features/auth/access-token.ts'
import { openKeeping } from '../files/keeping.ts'
import { openLog } from '../http/log.ts'
import { openLive } from '../jobs/live.ts'
import type { Runtime } from '../runtime.ts'
import { atEnd } from './at-end.ts'
import { testDatabase } from './database.ts'
import { drain } from './drain.ts'
import { type Person, person } from './people.ts'

export interface TestApp {
  app: FastifyInstance
  runtime: Runtime
  /** Calls endpoints as somebody, over real HTTP, the way the web app does. */
  as(who: Person, mode?: Mode): { call: Call; merchantId: string }
  /** Calls endpoints with a client-credentials token, or with none. */
  asClient(mode?: Mode): { call: Call }
  asNobody(mode?: Mode): { call: Call }
  /** A new business of its own, verified, signed in, with its details submitted. */
  person(name?: string): Promise<Person>
  /** Moves the clock of everything. */
  forward(ms: number): void
  /** From now on it is this instant, until the clock is moved: for what begins or ends at an exact time. */
  stopClock(at: Date): void
  /** Does the work that was promised, once, until none is due. */
  drain(): Promise<void>
  url: string
  /** Silent, unless `LOG_LEVEL` is set: then a file under the data directory. */
  log: Logger
}

type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>

/**
 * The whole product on a port of its own, with a database of its own; ended with the test. `beside`: another process of
 * the same product, with the database, the keys and the clock of the first.
 */
export async function testApp(
  t: Pick<TestContext, 'after'>,
  env: Record<string, string> = {},
  beside?: Pick<TestApp, 'runtime'>,
): Promise<TestApp> {
  const dataDir = beside?.runtime.config.dataDir ?? env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'adire-app-')))
  const databaseUrl = beside?.runtime.database.url ?? env.DATABASE_URL ?? (await testDatabase(t))
  const config = readConfig({ DATA_DIR: dataDir, REQUESTS_PER_SECOND: '0', DEMO: 'off', LOG_LEVEL: 'silent', ...env })
  const database = connect({ url: databaseUrl, writers: 8, readers: 4 })
  let ahead = 0
  let stoppedMs: number | undefined
  const clock = beside?.runtime.clock ?? (() => new Date((stoppedMs ?? Date.now()) + ahead))
  const signer = await openSigner(dataDir)
  const live = openLive(databaseUrl)
  const runtime: Runtime = { config, database, signer, ...(await openKeeping(dataDir)), live, clock }
  const log = config.logLevel === 'silent' ? pino({ level: 'silent' }) : openLog(config)
  const app = await openApp(runtime, log)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(t, async () => {
    await app.close()
    await live.close()
    await database.close()
    if (!beside) await rm(dataDir, { recursive: true, force: true })
  })

  const connection = (mode: Mode, token: string | undefined, merchantId?: string): Connection => ({
    baseUrl: (server) => `${url}/${mode.toLowerCase()}/${server}`,
    token: (endpoint) => (endpoint.access === 'public' ? undefined : token),
    merchantId: () => merchantId,
  })
  const callOn =
    (made: Connection): Call =>
    async (endpoint, input, options) => {
      const answered = await call(made, endpoint, input, options)
      // How ids and instants are written only the tests look at (`shapeOf`).
      return endpoint.downloads ? answered : (z.parse(endpoint.output, answered) as typeof answered)
    }
  const clientToken = await runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 30 * 864e5))
  return {
    app,
    runtime,
    url,
    log,
    as: (who, mode = 'TEST') => ({
      call: callOn(connection(mode, who.token, who.merchantId)),
      merchantId: who.merchantId,
    }),
    asClient: (mode = 'TEST') => ({ call: callOn(connection(mode, clientToken)) }),
    asNobody: (mode = 'TEST') => ({ call: callOn(connection(mode, undefined)) }),
    person: (name) => person(runtime, name),
    forward: (ms) => {
      ahead += ms
    },
    stopClock: (at) => {
      stoppedMs = at.getTime() - ahead
    },
    drain: () => drain(runtime),
  }
}
