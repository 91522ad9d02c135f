import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partitionedTables as allTables } from '../jobs/partitions.ts'
import { atEnd } from '../testing/at-end.ts'
import { createDatabase } from '../testing/old-database.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'
import { managePartitions } from './partitions.ts'

const merchantId = '00000000-0000-4000-8000-000000000001'

/** A request at an instant; an attempt of a delivery whose id was made at it. */
const rowOf: Record<string, (at: string) => string> = {
  request_log: (at) => `
    insert into request_log (merchant_id, id, created_at, method, path, status, ms, request_id, last4)
    values ('${merchantId}', gen_random_uuid(), '${at}', 'GET', '/test/core/customers', 200, 3, gen_random_uuid(), 'abcd')`,
  webhook_attempts: (at) => `
    insert into webhook_attempts (merchant_id, delivery_id, number, started_at, url, request_headers)
    values ('${merchantId}', rpad(lpad(to_hex((extract(epoch from timestamptz '${at}') * 1000)::bigint), 12, '0'), 32, '7')::uuid, 1,
      '${at}', 'https://shop.example', '[]')`,
}

// Timelines and audit log: early-bounds.test.ts.
const partitionedTables = allTables.filter(({ name }) => name in rowOf)

/** Months after the present one. */
const monthLater = (months: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
}

test('existing request logs and webhook attempts become partitions by month, which are created ahead and dropped when they are old', async (t) => {
  const { url, client } = await createDatabase(t, 78)
  const addRow = (table: string, months: number) => client.query(rowOf[table]!(monthLater(months).toISOString()))
  for (const { name } of partitionedTables) for (const months of [-2, 0, 5]) await addRow(name, months)
  await migrateDatabase(url)
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  for (const table of partitionedTables) {
    const manage = (now: Date) => database.write((tx) => managePartitions(tx, table, now))
    const read = async () => {
      const { rows } = await client.query<{ partition: string }>(
        `select tableoid::regclass::text as partition from ${table.name} order by ${table.key.column}`,
      )
      return rows.map(({ partition }) => partition)
    }
    const nameOf = (months: number) => `${table.name}_${monthLater(months).toISOString().slice(0, 7).replace('-', '_')}`
    const [first, spare] = [`${table.name}_first`, `${table.name}_default`]
    assert.deepEqual(await read(), [first, first, spare])

    assert.deepEqual(await manage(new Date()), { created: [nameOf(2)], dropped: [] })
    assert.deepEqual(await manage(new Date()), { created: [], dropped: [] })
    await addRow(table.name, 2)
    assert.deepEqual(await read(), [first, first, nameOf(2), spare])
    await client.query(`delete from ${table.name} where tableoid = '${nameOf(2)}'::regclass`)

    // What was written to the default partition moves to that of its month.
    const created = [4, 5, 6].map(nameOf)
    assert.deepEqual(await manage(monthLater(4)), { created, dropped: [nameOf(2), first] })
    assert.deepEqual(await read(), [nameOf(5)])
    assert.deepEqual((await manage(monthLater(9))).dropped, created)
    assert.deepEqual(await read(), [])
  }
})
