import assert from 'node:assert/strict'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CallError, type Connection, call } from '@adire/contract/call.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import { encode } from '@adire/contract/endpoint.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { register } from '@adire/contract/registration.ts'
import pg from 'pg'
import { pino } from 'pino'
import { openApp } from '../app.ts'
import { connect } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { paymentLinks } from '../features/payment-links/tables.ts'
import { testApp } from './app.ts'
import { type Server, startServer } from './crash-server.ts'
import { testDatabase } from './database.ts'
import { type Person, person } from './people.ts'
import { openRemains, type Remains, temporaryFolder } from './remains.ts'

/** A business with a link, whose session and client token the server takes. */
async function prepare({ runtime }: Remains) {
  const who = await person(runtime, 'outage')
  const slug = `outage-${crypto.randomUUID()}`
  await runtime.database.write((tx) =>
    tx.insert(paymentLinks).values({
      merchantId: who.merchantId,
      slug,
      name: 'Aso oke, one metre',
      amountKobo: 150_000,
      feeBearer: 'merchant',
      status: 'active',
      createdAt: runtime.clock(),
    }),
  )
  const client = await runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  return { who, slug, client }
}

type Prepared = { who: Person; slug: string; client: string }

/** Reads, writes, jobs and sign-ins, again and again until told to stop. Answers how often each status came. */
function traffic(server: Server, { who, slug, client }: Prepared) {
  const statuses = new Map<string, number>()
  const note = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const connection: Connection = {
    baseUrl: (name) => `${server.url}/test/${name}`,
    token: ({ access }) => (access === 'public' ? undefined : access === 'client' ? client : who.token),
    merchantId: () => who.merchantId,
  }
  const signIn = async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'web', client_secret: 'wrong' })
    const { status } = await fetch(`${server.url}/test/core/oauth/token`, { method: 'POST', body })
    note(`sign-in ${status}`)
  }
  let number = 0
  const email = () => `payer-${++number}@example.com`
  const newcomer = () => ({ businessName: 'Tola Atelier', countryId: 566, email: email(), password: 'Indigo-2026' })
  const kinds: Record<string, () => Promise<unknown>> = {
    list: () => call(connection, listPayments, {}),
    pay: () => call(connection, startPayment, { slug, checkoutId: crypto.randomUUID(), email: email() }),
    register: () => call(connection, register, newcomer()),
  }
  let stopped = false
  const again = async (kind: string, once: () => Promise<unknown>) => {
    while (!stopped) {
      try {
        await once()
        note(`${kind} ok`)
      } catch (error) {
        assert.ok(error instanceof CallError, String(error))
        note(`${kind} ${error.status} ${error.code}`)
        await pause(5)
      }
    }
  }
  const going = Promise.all([
    ...[1, 2].flatMap(() => Object.entries(kinds).map(([kind, once]) => again(kind, once))),
    (async () => {
      while (!stopped) {
        await signIn()
        await pause(20)
      }
    })(),
  ])
  return async () => {
    // What was interrupted too often to be done succeeds once nothing interrupts it any more.
    const isDone = () => Object.keys(kinds).every((kind) => statuses.has(`${kind} ok`))
    const deadline = Date.now() + 120_000
    while (!isDone() && Date.now() < deadline) await pause(50)
    stopped = true
    await going
    return statuses
  }
}

/** Nothing but good answers and "busy, try again": no fault, no call without an answer, no refusal of anything else. */
function checkAnswers(statuses: Map<string, number>) {
  for (const status of statuses.keys())
    assert.match(status, / (ok|400|401|503 busy|503|429.*)$/, JSON.stringify([...statuses]))
  for (const kind of ['list', 'pay', 'register']) assert.ok(statuses.has(`${kind} ok`), kind)
}

async function untilUp({ url }: Server): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const up = await fetch(`${url}/health`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (up) return
    assert.ok(Date.now() < deadline, 'the server is up again')
    await pause(100)
  }
}

test('connections that PostgreSQL ends, forty times under traffic: no fault is answered, no process ends', async (t) => {
  const url = await testDatabase(t)
  const dataDir = await temporaryFolder(t)
  const remains = await openRemains(url, dataDir)
  t.after(() => remains.runtime.database.close())
  const prepared = await prepare(remains)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' })
  t.after(server.kill)
  const stop = traffic(server, prepared)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.end())
  for (let round = 0; round < 40; round++) {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await pause(50)
  }
  const statuses = await stop()
  checkAnswers(statuses)
  await untilUp(server)
  assert.equal(await server.stop(), 0)
})

/** The process of the built-in PostgreSQL; undefined where none has begun. */
function postgresOf(dataDir: string): number | undefined {
  const lock = join(realpathSync(join(dataDir, 'postgres')), 'data', 'postmaster.pid')
  return existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : undefined
}

/** Ends the built-in PostgreSQL as a crash would, and waits until another has begun in its place. */
async function crashPostgres(dataDir: string): Promise<void> {
  const pid = postgresOf(dataDir)!
  process.kill(pid, 'SIGKILL')
  const deadline = Date.now() + 120_000
  for (let next = postgresOf(dataDir); !next || next === pid; next = postgresOf(dataDir)) {
    assert.ok(Date.now() < deadline, 'another PostgreSQL has begun')
    await pause(50)
  }
}

const prepareBuiltIn = async (t: TestContext) => {
  const dataDir = await temporaryFolder(t)
  const { url, stop } = await startEmbedded({ dataDir })
  await migrate(url)
  const remains = await openRemains(url, dataDir)
  const prepared = await prepare(remains)
  await remains.runtime.database.close()
  await stop()
  return { dataDir, prepared }
}

test('a built-in PostgreSQL that crashes four times within a minute comes back, and the process answers all the while', async (t) => {
  const { dataDir, prepared } = await prepareBuiltIn(t)
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off' })
  t.after(server.kill)
  const stop = traffic(server, prepared)
  for (let crash = 0; crash < 4; crash++) {
    await crashPostgres(dataDir)
    await untilUp(server)
  }
  checkAnswers(await stop())
  assert.equal(await server.stop(), 0)
})

/** A list, and how it was refused. */
async function refusedList(url: string, { token, merchantId }: Person) {
  const { path } = encode(listPayments, { merchantId })
  const response = await fetch(`${url}/test/${listPayments.server}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
}

test('a statement that is cut off while it runs is answered with 503, and when to try again', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  const client = new pg.Client({ connectionString: api.runtime.database.url })
  client.on('error', () => {}) // the test's database goes before its connections do
  await client.connect()
  t.after(() => client.end())
  await client.query('begin; lock table payments in access exclusive mode')
  const refused = refusedList(api.url, ade)
  const deadline = Date.now() + 60_000
  for (let ended = 0; ended === 0; ) {
    assert.ok(Date.now() < deadline, 'the list waits for the lock')
    // On another connection: what a transaction sees of the activity stands still.
    const { rowCount } = await api.runtime.database.write((tx) =>
      tx.$client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    )
    ended = rowCount!
  }
  await client.query('rollback')
  assert.deepEqual(await refused, { status: 503, code: 'busy', retryAfter: '2' })
})

test('where there is no database every call is answered with 503, the sign-in too', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  const nowhere = connect({ url: 'postgresql://127.0.0.1:1/none' })
  const app = await openApp({ ...api.runtime, database: nowhere }, pino({ level: 'silent' }))
  t.after(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.deepEqual(await refusedList(url, ade), { status: 503, code: 'busy', retryAfter: '2' })
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
