import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { freePort } from '../../scripts/free-port.mjs'
import { operatorProgram } from '../../scripts/product.mjs'
import { connectDatabase } from '../database/connect.ts'
import { outbox } from '../jobs/tables.ts'
import { atEnd } from './at-end.ts'
import { openBalancedClient } from './balanced.ts'
import { startServer } from './crash-server.ts'
import { temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'
import { openDatabaseClock } from './database-clock.ts'
import { createDatabase } from './old-database.ts'

const run = promisify(execFile)
const runOperator = (env: Record<string, string>, ...words: string[]) =>
  run(process.execPath, [fileURLToPath(new URL(`../../${operatorProgram}`, import.meta.url)), ...words], {
    env: { ...process.env, ...env },
  })

const environment = async (t: TestContext) => ({
  DATABASE_URL: await testDatabase(t),
  DATA_DIR: await temporaryFolder(t),
  DEMO: 'off',
})

/** A process that is killed after the test. */
async function start(t: TestContext, env: Record<string, string>) {
  const server = await startServer(env)
  atEnd(t, () => server.kill())
  return server
}

test('a process that must not migrate, and a command, do not start while migrations are missing; the migrate command applies them', async (t) => {
  const { url } = await createDatabase(t, 7)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off', MIGRATE_AT_START: 'off' }
  const message =
    /The database lacks the migrations 0007_\S+, 0008_\S+, 0009_\S+ and \d+ more. Run "npm run operator -- migrate" first/
  await assert.rejects(startServer(env), message)
  await assert.rejects(runOperator(env, 'list'), message)
  const { stdout } = await runOperator(env, 'migrate')
  assert.match(stdout, /^• 0007_[\s\S]*✓ The database is up to date\.\n$/)
  assert.match((await runOperator(env, 'migrate')).stdout, /^✓ The database was up to date\.\n$/)
  await start(t, env)
})

test('a process only for requests runs no jobs and is ready without them; one only for jobs runs them and serves nothing else', async (t) => {
  const env = await environment(t)
  const database = connectDatabase({ url: env.DATABASE_URL, writers: 1, readers: 1 })
  atEnd(t, database.close)
  const worker = await start(t, { ...env, ROLES: 'worker' })
  assert.equal((await fetch(`${worker.url}/`)).status, 404)
  assert.equal((await fetch(`${worker.url}/openapi.json`)).status, 404)
  const countJobs = () => database.read((tx) => tx.$count(outbox))
  const addJob = () =>
    database.write((tx) =>
      tx.insert(outbox).values({ job: 'purge-expired', payload: {}, createdAt: sql`now() - interval '1 hour'` }),
    )
  await addJob()
  while ((await countJobs()) > 0) await pause(20)
  await worker.stop()

  const api = await start(t, { ...env, ROLES: 'api' })
  await addJob()
  const health = async (path: string) => {
    const response = await fetch(`${api.url}${path}`)
    return [response.status, ((await response.json()) as { worker: string }).worker]
  }
  while ((await health('/health'))[1] !== 'late') await pause(50)
  assert.deepEqual(await health('/health/ready'), [200, 'late'])
  assert.equal((await fetch(`${api.url}/openapi.json`)).status, 200)
  assert.equal(await countJobs(), 1)
})

test('while one of two processes is replaced, a load balancer that follows /health/ready sees no failed request', async (t) => {
  const env = { ...(await environment(t)), DRAIN_SECONDS: '120' }
  const first = await start(t, env)
  const second = await start(t, env)
  const client = openBalancedClient()
  atEnd(t, async () => client.close())
  client.add(first.url)
  client.add(second.url)
  await Promise.all([client.waitFor(first.url, true), client.waitFor(second.url, true)])

  let isSending = true
  const statuses: (number | string)[] = []
  const send = async () => {
    while (isSending) statuses.push(await client.send({ method: 'GET', path: '/openapi.json' }))
  }
  const senders = Array.from({ length: 4 }, send)
  void first.stop()
  await client.waitFor(first.url, false)
  assert.equal(await first.stop(), 0) // a second signal ends the wait
  const third = await start(t, env)
  client.add(third.url)
  await client.waitFor(third.url, true)
  const before = statuses.length
  while (statuses.length < before + 20) await pause(20)
  isSending = false
  await Promise.all(senders)
  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('a process whose clock differs from that of the database does not start', async (t) => {
  const env = await environment(t)
  const databaseClock = await openDatabaseClock(env.DATABASE_URL)
  await databaseClock.skew(-7200)
  await assert.rejects(start(t, env), /The clock of this machine is 7200 seconds ahead of that of the database/)
  await databaseClock.skew(3600)
  await assert.rejects(start(t, env), /The clock of this machine is 3600 seconds behind that of the database/)
})

test('a process whose clock goes wrong is not ready and runs no jobs until it is right again', async (t) => {
  const env = { ...(await environment(t)), METRICS_ADDRESS: `127.0.0.1:${await freePort()}` }
  const databaseClock = await openDatabaseClock(env.DATABASE_URL)
  const database = connectDatabase({ url: env.DATABASE_URL, writers: 1, readers: 1 })
  atEnd(t, database.close)
  const server = await start(t, env)
  const readReady = async () => {
    const response = await fetch(`${server.url}/health/ready`)
    return [response.status, ((await response.json()) as { clock: string }).clock]
  }
  const until = async (status: number, clock: string) => {
    const deadline = Date.now() + 60_000
    while (String(await readReady()) !== `${status},${clock}`) {
      assert.ok(Date.now() < deadline, `${await readReady()}`)
      await pause(50)
    }
  }
  await until(200, 'right')
  await databaseClock.skew(-120)
  await until(503, 'wrong')
  const metrics = await (await fetch(`http://${env.METRICS_ADDRESS}/metrics`)).text()
  // The time that the question took may be missing.
  const [, offsetSeconds] = metrics.match(/^adire_clock_offset_seconds (\S+)$/m)!
  assert.ok(Number(offsetSeconds) > 60 && Number(offsetSeconds) <= 120.1, offsetSeconds)
  const countJobs = () => database.read((tx) => tx.$count(outbox))
  while (!(await readFile(join(env.DATA_DIR, 'log/adire.log'), 'utf8')).includes('no jobs run')) await pause(50)
  await database.write((tx) => tx.insert(outbox).values({ job: 'purge-expired', payload: {} }))
  await pause(3000)
  assert.equal(await countJobs(), 1)
  await databaseClock.skew(0)
  await until(200, 'right')
  while ((await countJobs()) > 0) await pause(20)
})
