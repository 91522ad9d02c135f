import assert from 'node:assert/strict'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeRequest } from '@adire/contract/endpoint.ts'
import { listPayments } from '@adire/contract/payments.ts'
import pg from 'pg'
import { pino } from 'pino'
import { openApp } from '../app.ts'
import { connectDatabase } from '../database/connect.ts'
import { testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { startServer } from './crash-server.ts'
import { openCrashedDatabase, temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'
import { checkResponses, openTraffic, prepareBuiltIn, prepareTraffic, untilUp } from './traffic.ts'
import type { TestUser } from './users.ts'

test('forty connections ended by PostgreSQL under traffic cause no internal error, and no process ends', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  const crashedDatabase = await openCrashedDatabase(url, dataDir)
  atEnd(t, () => crashedDatabase.runtime.database.close())
  const prepared = await prepareTraffic(crashedDatabase)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' })
  atEnd(t, server.kill)
  const { stop } = openTraffic(t, server, prepared)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  atEnd(t, () => client.end())
  for (let round = 0; round < 40; round++) {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await pause(50)
  }
  const statuses = await stop()
  checkResponses(statuses)
  await untilUp(server)
  assert.equal(await server.stop(), 0)
})

/** Process id of the built-in PostgreSQL; undefined if none is ready. */
function readPostgresPid(dataDir: string): number | undefined {
  try {
    const lines = readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'data', 'postmaster.pid'), 'utf8').split(
      '\n',
    )
    return lines[7]?.trim() === 'ready' ? Number(lines[0]) : undefined
  } catch {
    return undefined // it is being replaced
  }
}

/** Kills the built-in PostgreSQL, and waits until another one is ready. */
async function crashPostgres(dataDir: string): Promise<void> {
  const killed = await waitForPostgres(dataDir)
  process.kill(killed, 'SIGKILL')
  await waitForPostgres(dataDir, killed)
}

/** Waits until a built-in PostgreSQL is ready, other than process `not`, and returns its process id. */
async function waitForPostgres(dataDir: string, not?: number): Promise<number> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const pid = readPostgresPid(dataDir)
    if (pid !== undefined && pid !== not) return pid
    assert.ok(Date.now() < deadline, 'a PostgreSQL is ready')
    await pause(50)
  }
}

test('a built-in PostgreSQL that crashes four times within a minute restarts, and the process responds all the time', async (t) => {
  const dataDir = await temporaryFolder(t)
  const { prepared } = await prepareBuiltIn(dataDir)
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off' })
  atEnd(t, server.kill)
  const { stop } = openTraffic(t, server, prepared)
  for (let crash = 0; crash < 4; crash++) {
    await crashPostgres(dataDir)
    await untilUp(server)
  }
  checkResponses(await stop())
  assert.equal(await server.stop(), 0)
})

/** Requests a list that must fail. Resolves with the error response. */
async function expectUnavailable(url: string, { token, merchantId }: TestUser) {
  const { path } = encodeRequest(listPayments, { merchantId })
  const response = await fetch(`${url}/test/${listPayments.server}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
}

test('a statement that is cut off while it runs gets 503 with the time to try again', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const client = new pg.Client({ connectionString: api.runtime.database.url })
  client.on('error', () => {}) // the test database is dropped before its connections close
  await client.connect()
  atEnd(t, () => client.end())
  await client.query('begin; lock table payments in access exclusive mode')
  const rejected = expectUnavailable(api.url, ade)
  const deadline = Date.now() + 60_000
  for (let ended = 0; ended === 0; ) {
    assert.ok(Date.now() < deadline, 'the list waits for the lock')
    // On another connection: within one transaction, `pg_stat_activity` does not change.
    const { rowCount } = await api.runtime.database.write((tx) =>
      tx.$client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    )
    ended = rowCount!
  }
  await client.query('rollback')
  assert.deepEqual(await rejected, { status: 503, code: 'busy', retryAfter: '2' })
})

test('without a database every call gets 503, the sign-in too', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const nowhere = connectDatabase({ url: 'postgresql://127.0.0.1:1/none' })
  const app = await openApp({ ...api.runtime, database: nowhere }, pino({ level: 'silent' }))
  atEnd(t, () => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.deepEqual(await expectUnavailable(url, ade), { status: 503, code: 'busy', retryAfter: '2' })
  const body = new URLSearchParams({
    grant_type: 'password',
    username: ade.email,
    password: 'Indigo-2026',
    client_id: 'web',
    client_secret: 'adire-web-client',
  })
  const signIn = await fetch(`${url}/test/core/oauth/token`, { method: 'POST', body })
  assert.deepEqual([signIn.status, signIn.headers.get('retry-after')], [503, '2'])
})
