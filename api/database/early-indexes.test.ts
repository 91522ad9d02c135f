import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { migrationsUrl } from '../files/paths.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { createDatabase } from '../testing/old-database.ts'
import { findProcess, startMigrate } from '../testing/operator-migrate.ts'
import { createEarlyIndexes, earlyIndexes } from './early-indexes.ts'
import { migrateDatabase } from './migrate.ts'

/** The migration before the one that changes the keys of reports. */
const before = 86
const insertRun = `
  insert into report_runs (merchant_id, schedule_id, report, format, frequency, from_on, to_on, trigger, recipients, waiting_ids,
    created_at, requested_at)
  values ('00000000-0000-4000-8000-000000000001', gen_random_uuid(), 'transactions', 'csv', 'daily', '2026-11-01', '2026-11-01',
    'schedule', 1, '{}', now(), now())`

const readIndexes = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; isValid: boolean; isKey: boolean }>(
    `select indexrelid::regclass::text as name, indisvalid as "isValid", indisprimary as "isKey" from pg_index
     where indrelid = 'report_runs'::regclass and indisunique order by 1`,
  )
  return rows
}
const indexesAfter = [
  { name: 'report_runs_merchant_id_id_pk', isValid: true, isKey: true },
  { name: 'report_runs_period', isValid: true, isKey: false },
]

async function openClient(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the test database is dropped before its connections end
  await client.connect()
  atEnd(t, () => client.end())
  return client
}

test('keys of large tables are created while the table is written, after any kill, and by two processes at once', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off' }
  const payer = await openClient(t, url)
  await client.query(insertRun)

  await payer.query('begin')
  await payer.query(insertRun)
  const killed = startMigrate(env)
  const pid = await findProcess(client, 'create unique index concurrently')
  await client.query(insertRun)
  await killed.kill()
  await client.query('select pg_terminate_backend($1, 10000)', [pid])
  assert.deepEqual(await readIndexes(client), [
    { name: 'report_runs_merchant_id_id_pk', isValid: false, isKey: false },
    { name: 'report_runs_once', isValid: true, isKey: false },
    { name: 'report_runs_pkey', isValid: true, isKey: true },
  ])

  const both = [startMigrate(env), startMigrate(env)]
  await findProcess(client, 'drop index concurrently')
  await findProcess(client, 'advisory_lock', { isWaiting: false })
  await payer.query('commit')
  const ends = await Promise.all(both.map((one) => one.readEnd()))
  for (const { code, output } of ends) assert.equal(code, 0, output)
  assert.deepEqual(await readIndexes(client), indexesAfter)
  assert.equal((await client.query('select from report_runs')).rowCount, 3)
})

test('a run that was killed between the indexes and the migration leaves the keys as they were, and is repeated', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off' }
  const reader = await openClient(t, url)
  await client.query(insertRun)
  await reader.query('begin')
  await reader.query('lock table report_runs in access share mode')
  const killed = startMigrate(env)
  await findProcess(client, 'DROP INDEX "report_runs_once"')
  await killed.kill()
  await reader.query('commit')
  const names = (await readIndexes(client)).map(({ name, isValid }) => isValid && name)
  assert.deepEqual(names, [
    'report_runs_merchant_id_id_pk',
    'report_runs_once',
    'report_runs_period',
    'report_runs_pkey',
  ])
  const { code, output } = await startMigrate(env).readEnd()
  assert.equal(code, 0, output)
  assert.deepEqual(await readIndexes(client), indexesAfter)
})

test('while older transactions stay open, the error says what to do, and nothing has changed', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const writer = await openClient(t, url)
  await writer.query('begin')
  await writer.query(insertRun)
  const missing = earlyIndexes.map(({ migration }) => migration)
  await assert.rejects(createEarlyIndexes(client, missing, { waitMs: 100 }), /older transactions are still open/)
  await writer.query('rollback')
  await migrateDatabase(url)
  assert.deepEqual(await readIndexes(client), indexesAfter)
})

test('another index of the same name is neither used nor dropped, and the error says what to do', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const missing = earlyIndexes.map(({ migration }) => migration)
  for (const other of [
    'create unique index report_runs_merchant_id_id_pk on report_runs (id)',
    'create index report_runs_merchant_id_id_pk on report_runs (merchant_id, id)',
    'create unique index report_runs_merchant_id_id_pk on report_runs (merchant_id, id) include (from_on)',
    'create unique index report_runs_merchant_id_id_pk on report_runs (merchant_id, id) where false',
  ]) {
    await client.query(other)
    await assert.rejects(createEarlyIndexes(client, missing), /Rename the index that is there/)
    await client.query('drop index report_runs_merchant_id_id_pk')
  }
  await migrateDatabase(url)
  assert.deepEqual(await readIndexes(client), indexesAfter)
})

test('a process does not wait without end for another one that creates indexes', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const other = await openClient(t, url)
  await other.query('select pg_advisory_lock(7243004)')
  const missing = earlyIndexes.map(({ migration }) => migration)
  await assert.rejects(createEarlyIndexes(client, missing, { processMs: 100 }), /Another process has been creating/)
  await other.query('select pg_advisory_unlock(7243004)')
  await migrateDatabase(url)
  assert.deepEqual(await readIndexes(client), indexesAfter)
})

test('each index that is created early is named in its migration, which creates it in a new database', async () => {
  for (const { migration, name, table, setUp, isUnique } of earlyIndexes) {
    const sql = await readFile(new URL(`${migration}.sql`, migrationsUrl), 'utf8')
    const kind = isUnique === false ? 'INDEX' : 'UNIQUE INDEX'
    assert.ok(sql.includes(`CREATE ${kind} IF NOT EXISTS "${name}" ON "${table}"`), name)
    assert.ok(sql.includes(setUp ?? ''), name)
  }
})
