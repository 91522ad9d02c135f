import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { connectDatabase } from '../database/connect.ts'
import { createClient } from '../database/one-client.ts'
import { demoCredentials } from '../database/seed/demo.ts'
import { isEmpty } from '../database/seed/start.ts'
import { hashPassword } from '../features/auth/sign-in.ts'
import { users } from '../features/auth/tables.ts'
import { atEnd } from './at-end.ts'
import { spawnServer, startServer } from './crash-server.ts'
import { testDatabase } from './database.ts'

const mailSettings = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@pay.example',
  BRAND_HELP_EMAIL: 'help@pay.example',
}

async function environment(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'adire-start-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return { DATABASE_URL: await testDatabase(t), DATA_DIR: join(folder, 'data') }
}

test('a database with the demo business is rejected where the demo is off, in production and outside', async (t) => {
  const env = await environment(t)
  const database = connectDatabase({ url: env.DATABASE_URL, writers: 1, readers: 1 })
  const passwordHash = await hashPassword(demoCredentials.password)
  await database.write((tx) =>
    tx.insert(users).values({ email: demoCredentials.email, passwordHash, emailVerifiedAt: new Date() }),
  )
  await database.close()
  const startError = /holds the demo business \(demo@adire\.example\)/
  await assert.rejects(startServer({ ...env, DEMO: 'off' }), startError)
  await assert.rejects(startServer({ ...env, NODE_ENV: 'production', ...mailSettings }), startError)
})

test('production does not start without a mail server, a sender of emails and an address for help', async (t) => {
  const env = { ...(await environment(t)), NODE_ENV: 'production', ...mailSettings }
  for (const name of Object.keys(mailSettings))
    await assert.rejects(startServer({ ...env, [name]: '' }), new RegExp(`${name} is not set`))
})

test('without the demo there is no mailbox, and the data folder is readable by its owner only', async (t) => {
  const env = await environment(t)
  const server = await startServer({ ...env, DEMO: 'off' })
  atEnd(t, server.kill)
  assert.equal((await fetch(`${server.url}/mailbox`)).status, 404)
  const readMode = async (...path: string[]) => (await stat(join(env.DATA_DIR, ...path))).mode & 0o777
  assert.deepEqual(
    [await readMode(), await readMode('log'), await readMode('log', 'adire.log'), await readMode('signing-key.json')],
    [0o700, 0o700, 0o600, 0o600],
  )
})

test('a process with other keys than those of its database does not start, and names the key; with the same keys it starts', async (t) => {
  const env = { ...(await environment(t)), DEMO: 'off' }
  await (await startServer(env)).kill()
  const other = { ...env, DATA_DIR: `${env.DATA_DIR}-other` }
  await assert.rejects(startServer(other), /SIGNING_KEY is not the key that this database is used with/)
  const SIGNING_KEY = await readFile(join(env.DATA_DIR, 'signing-key.json'), 'utf8')
  await assert.rejects(
    startServer({ ...other, SIGNING_KEY }),
    /SEALING_KEY is not the key that this database is used with/,
  )
  const SEALING_KEY = await readFile(join(env.DATA_DIR, 'sealing-key'), 'utf8')
  await (await startServer({ ...other, SIGNING_KEY, SEALING_KEY })).kill()
})

test('a demo business that cannot be seeded stops the start, with the reason', async (t) => {
  const env = await environment(t)
  const database = connectDatabase({ url: env.DATABASE_URL, writers: 1, readers: 1 })
  await database.write((tx) => tx.execute(sql`alter table merchants add constraint nothing check (false)`))
  await database.close()
  await assert.rejects(startServer(env), /• Seeding the demo business\n✗ PostgreSQL 23514: /)
})

test('a stop during the seeding of the demo business ends both processes and leaves the database empty', async (t) => {
  const env = await environment(t)
  const database = connectDatabase({ url: env.DATABASE_URL, writers: 1, readers: 1 })
  atEnd(t, database.close)
  // The seeding waits here, so that it cannot end before it is stopped.
  const lock = createClient(env.DATABASE_URL)
  atEnd(t, () => lock.end())
  await lock.connect()
  await lock.query('begin; lock table payments in share mode')
  const { server } = await spawnServer(env)
  atEnd(t, async () => void server.kill('SIGKILL'))
  const countSessions = (doing: SQL) =>
    database.read(async (tx) => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and ${doing}`)
      return rows[0]!.count
    })
  while ((await countSessions(sql`query ilike 'insert into "payments"%' and wait_event_type = 'Lock'`)) === 0)
    await sleep(20)
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
  await lock.end()
  while ((await countSessions(sql`true`)) > 0) await sleep(20)
  assert.equal(await isEmpty(database), true)
})
