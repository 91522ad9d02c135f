import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { operatorProgram } from '../../scripts/product.mjs'
import { connectDatabase } from '../database/connect.ts'
import { outbox } from '../jobs/tables.ts'
import { atEnd } from './at-end.ts'
import { openBalancedClient } from './balanced.ts'
import { startServer } from './crash-server.ts'
import { temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'
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

test('a process that must not migrate does not start while migrations are missing; the migrate command applies them', async (t) => {
  const { url } = await createDatabase(t, 7)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off', MIGRATE_AT_START: 'off' }
  await assert.rejects(
    startServer(env),
    /The database lacks the migrations 0007_\S+, 0008_\S+, 0009_\S+ and \d+ more, and MIGRATE_AT_START is off. Run "npm run operator -- migrate" first/,
  )
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
  isSending = false
  await Promise.all(senders)
  assert.ok(statuses.length > 20)
  assert.deepEqual(new Set(statuses), new Set([200]))
})
