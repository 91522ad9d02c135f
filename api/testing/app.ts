import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type ApiConnection, type CallOptions, callEndpoint, type Mode } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import * as z from 'zod/mini'
import { openApp } from '../app.ts'
import { readConfig, type ServerName, serverNames } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { openSigner } from '../features/auth/access-token.ts'
import { openStores } from '../files/stores.ts'
import { openLog } from '../http/log.ts'
import { openLive } from '../jobs/live.ts'
import type { Runtime } from '../runtime.ts'
import { atEnd } from './at-end.ts'
import { drainOutbox } from './drain.ts'
import { reusedDatabase } from './reused-database.ts'
import { createUser, type TestUser } from './users.ts'

export interface TestApp {
  app: FastifyInstance
  runtime: Runtime
  /** Calls endpoints as a user, over real HTTP, as the web app does. */
  as(who: TestUser, mode?: Mode): { call: Call; merchantId: string }
  /** Calls endpoints with a client-credentials token. */
  asClient(mode?: Mode): { call: Call }
  asNobody(mode?: Mode): { call: Call }
  /** Creates a verified, signed-in user with a new business whose details are submitted. */
  createUser(name?: string): Promise<TestUser>
  /** Moves the clock of the whole app. */
  forward(ms: number): void
  /** Stops the clock at an instant until `forward` moves it, for events at an exact time. */
  stopClock(at: Date): void
  /** Runs the due jobs once, until none is due. */
  drain(): Promise<void>
  url: string
  /** Silent, unless `LOG_LEVEL` is set: then it writes to a file under the data directory. */
  log: Logger
}

type Call = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: CallOptions,
) => Promise<EndpointOutput<E>>

const isLive = (name: ServerName) => name.startsWith('live-')

/** For tests that request an address of Live Mode themselves, at `url`. */
export const withLiveMode = { SERVERS: serverNames.join(',') }
/** Opening the servers of Live Mode takes as long as opening all others. */
const withoutLiveMode = { SERVERS: serverNames.filter((name) => !isLive(name)).join(',') }

/**
 * The whole product on its own port and database, closed after the test. Without `PROCESSOR` or `SERVERS`, the first call in Live Mode opens
 * its servers as those of a second process. `beside`: another process of the same product, with the database, keys and clock of the first.
 */
export async function testApp(
  t: Pick<TestContext, 'after'>,
  env: Record<string, string> = {},
  beside?: Pick<TestApp, 'runtime'>,
): Promise<TestApp> {
  const dataDir = beside?.runtime.config.dataDir ?? env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'adire-app-')))
  const databaseUrl = beside?.runtime.database.url ?? env.DATABASE_URL
  const served = env.PROCESSOR ? withLiveMode : withoutLiveMode
  const given = { DATA_DIR: dataDir, REQUESTS_PER_SECOND: '0', DEMO: 'off', LOG_LEVEL: 'silent', ...served, ...env }
  const config = readConfig(given)
  const database = databaseUrl ? connectDatabase({ url: databaseUrl, writers: 8, readers: 4 }) : await reusedDatabase(t)
  let offsetMs = 0
  let stoppedMs: number | undefined
  const clock = beside?.runtime.clock ?? (() => new Date((stoppedMs ?? Date.now()) + offsetMs))
  const signer = await openSigner(dataDir)
  const live = openLive(database.url)
  const runtime: Runtime = { config, database, signer, ...(await openStores(dataDir)), live, clock }
  const log = config.logLevel === 'silent' ? pino({ level: 'silent' }) : openLog(config)
  const app = await openApp(runtime, log)
  const url = await app.listen({ port: Number(env.PORT ?? 0), host: '127.0.0.1' })
  const apps = [app]
  const openLiveMode = async () => {
    const second = await openApp({ ...runtime, config: { ...config, servers: serverNames.filter(isLive) } }, log)
    apps.push(second)
    return second.listen({ port: 0, host: '127.0.0.1' })
  }
  let liveUrl: Promise<string> | undefined
  const urlOf = (mode: Mode) => {
    if (mode === 'TEST' || config.servers.some(isLive)) return url
    liveUrl ??= openLiveMode()
    return liveUrl
  }
  atEnd(t, async () => {
    for (const one of apps) await one.close()
    await live.close()
    await database.close()
    if (!beside) await rm(dataDir, { recursive: true, force: true })
    const undeclared = apps.flatMap(({ undeclaredCodes }) => [...undeclaredCodes])
    assert.deepEqual(undeclared, [], 'every error code is named by the contract of its endpoint')
  })

  const callOn = openCalls(urlOf)
  const clientToken = await runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 30 * 864e5))
  return {
    app,
    runtime,
    url,
    log,
    as: (who, mode = 'TEST') => ({
      call: callOn(mode, who.token, who.merchantId),
      merchantId: who.merchantId,
    }),
    asClient: (mode = 'TEST') => ({ call: callOn(mode, clientToken) }),
    asNobody: (mode = 'TEST') => ({ call: callOn(mode, undefined) }),
    createUser: (name) => createUser(runtime, name),
    forward: (ms) => {
      offsetMs += ms
    },
    stopClock: (at) => {
      stoppedMs = at.getTime() - offsetMs
    },
    drain: () => drainOutbox(runtime),
  }
}

const openCalls =
  (urlOf: (mode: Mode) => string | Promise<string>) =>
  (mode: Mode, token: string | undefined, merchantId?: string): Call =>
  async (endpoint, input, options) => {
    const address = await urlOf(mode)
    const connection: ApiConnection = {
      baseUrl: (server) => `${address}/${mode.toLowerCase()}/${server}`,
      token: () => (endpoint.access === 'public' ? undefined : token),
      merchantId: () => merchantId,
    }
    const response = await callEndpoint(connection, endpoint, input, options)
    // Only these tests validate responses against the schema; the server does not (`buildSerializer`).
    return endpoint.downloads ? response : (z.parse(schemasOf(endpoint).output, response) as typeof response)
  }
