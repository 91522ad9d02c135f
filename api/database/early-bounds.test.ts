import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { auditPartitions } from '../features/audit/retention.ts'
import { partitionedTables } from '../jobs/partitions.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { createDatabase } from '../testing/old-database.ts'
import { findProcess, startMigrate } from '../testing/operator-migrate.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'
import { managePartitions } from './partitions.ts'

/** The migrations before the one that partitions timelines and audit log. */
const before = 91
const names = ['timeline_events', 'audit_events'] as const
type Name = (typeof names)[number]
const allTables = [...partitionedTables, auditPartitions({ auditLogDays: undefined })]
const tables = allTables.filter(({ name }) => names.includes(name as Name))
const merchantId = '00000000-0000-4000-8000-000000000001'

/** The middle of a month after the present one. */
const monthLater = (months: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
}
const idAt = (at: Date) => `${at.getTime().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-`

let rows = 0
/** The statement of a process of the version before, prepared by its name, for an object or event of that month. */
function insertInto(table: Name, months: number): pg.QueryConfig {
  const id = idAt(monthLater(months)) + String(++rows).padStart(12, '0')
  if (table === 'timeline_events') {
    const text = `insert into timeline_events (merchant_id, subject_id, subject, at, kind, text) values ($1, $2, 'payment', now(), 'paid', '')`
    return { name: 'timeline', text, values: [merchantId, id] }
  }
  const text = `insert into audit_events (merchant_id, id, actor_kind, actor_name, action, created_at, position, hash)
    values ($1, $2, 'system', 'Adire', 'plan.created', now(), $3, '')`
  return { name: 'audit', text, values: [merchantId, id, rows] }
}

async function readPartitions(client: pg.Client, { name, key }: (typeof tables)[number]): Promise<string[]> {
  const { rows } = await client.query(
    `select tableoid::regclass::text as partition from ${name} order by ${key.column}`,
  )
  return rows.map(({ partition }) => partition)
}

/** The files of a table and its indexes: one that is rewritten or built again has another. */
const readFiles = async (client: pg.Client, table: string) => {
  const { rows } = await client.query(
    `select relfilenode as file from pg_class where oid = $1::regclass
       or oid in (select indexrelid from pg_index where indrelid = $1::regclass) order by 1`,
    [table],
  )
  return rows.map(({ file }) => file)
}

const listBounds = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, convalidated as "isValid" from pg_constraint where conname like '%early_bound' order by 1`,
  )
  return rows
}

test('timelines and audit log become partitions by month without being read or written again, and none is dropped', async (t) => {
  const { url, client } = await createDatabase(t, before)
  for (const name of names) for (const months of [-2, 0]) await client.query(insertInto(name, months))
  const files = await Promise.all(names.map((name) => readFiles(client, name)))
  await migrateDatabase(url)
  assert.deepEqual(await Promise.all(names.map((name) => readFiles(client, `${name}_first`))), files)
  assert.deepEqual(await listBounds(client), [])
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  for (const table of tables) {
    const name = table.name as Name
    const manage = (months: number) => database.write((tx) => managePartitions(tx, table, monthLater(months)))
    const nameOf = (months: number) => `${name}_${monthLater(months).toISOString().slice(0, 7).replace('-', '_')}`
    const [first, spare] = [`${name}_first`, `${name}_default`]
    await client.query(insertInto(name, 2)) // with the statement that was prepared before
    await client.query(insertInto(name, 3))
    assert.deepEqual(await readPartitions(client, table), [first, first, first, spare])
    assert.deepEqual(await manage(0), { created: [], dropped: [] })
    // By two processes at once.
    const both = await Promise.all([manage(1), manage(1)])
    assert.deepEqual(
      both.flatMap(({ created }) => created),
      [nameOf(3)],
    )
    const later = [13, 14, 15].map(nameOf)
    assert.deepEqual(await manage(13), { created: later, dropped: [] })
    await client.query(insertInto(name, 15))
    assert.deepEqual(await readPartitions(client, table), [first, first, first, nameOf(3), nameOf(15)])
  }
  const twice = { ...insertInto('audit_events', 15), name: 'twice' }
  twice.values![2] = rows - 1
  await assert.rejects(client.query(twice), /duplicate key/)
})

test('rows that belong to no partition yet move to that of their month, when it is created', async (t) => {
  const { url, client } = await createDatabase(t, before)
  for (const name of names) for (const months of [0, 5]) await client.query(insertInto(name, months))
  await migrateDatabase(url)
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  for (const table of tables) {
    assert.deepEqual(await readPartitions(client, table), [`${table.name}_first`, `${table.name}_default`])
    await database.write((tx) => managePartitions(tx, table, monthLater(3)))
    const month = monthLater(5).toISOString().slice(0, 7).replace('-', '_')
    assert.deepEqual(await readPartitions(client, table), [`${table.name}_first`, `${table.name}_${month}`])
  }
})

test('after a kill before the migration the version before continues, and two processes at once complete it', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off' }
  const reader = new pg.Client({ connectionString: url })
  reader.on('error', () => {}) // the test database is dropped before its connections end
  await reader.connect()
  atEnd(t, () => reader.end())
  for (const name of names) await client.query(insertInto(name, 0))
  await reader.query('begin')
  await reader.query('lock table audit_events in access share mode')
  const killed = startMigrate(env)
  const pid = await findProcess(client, 'add constraint audit_events_early_bound')
  await killed.kill()
  await client.query('select pg_terminate_backend($1, 10000)', [pid])
  await reader.query('rollback')
  assert.deepEqual(await listBounds(client), [{ table: 'timeline_events', isValid: true }])
  for (const name of names) await client.query(insertInto(name, 1))

  // Killed between the two statements of the other table.
  await client.query(`alter table audit_events add constraint audit_events_early_bound
    check (id < '${idAt(monthLater(3))}000000000000') not valid`)
  const files = await Promise.all(names.map((name) => readFiles(client, name)))
  const ends = await Promise.all([startMigrate(env), startMigrate(env)].map((one) => one.readEnd()))
  for (const { code, output } of ends) assert.equal(code, 0, output)
  for (const table of tables)
    assert.deepEqual(await readPartitions(client, table), [`${table.name}_first`, `${table.name}_first`])
  assert.deepEqual(await Promise.all(names.map((name) => readFiles(client, `${name}_first`))), files)
  assert.deepEqual(await listBounds(client), [])
})
