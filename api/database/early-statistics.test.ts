import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../testing/old-database.ts'
import { migrateDatabase } from './migrate.ts'

/** The migrations of the version before. */
const before = 100

test('after the migration a statement that names account and merchant is planned for the lines of the account', async (t) => {
  const { url, client } = await createDatabase(t, before)
  const merchantIds = Array.from({ length: 50 }, () => crypto.randomUUID())
  const insert = (columns: string, values: string) =>
    `insert into ${columns} select ${values} from unnest($1::uuid[]) merchant_id, generate_series(1, 100)`
  await client.query(
    insert('ledger_lines (account_id, entry_id, amount_kobo, merchant_id)', 'merchant_id, uuidv7(), 5, merchant_id'),
    [merchantIds],
  )
  await client.query(
    insert(
      'ledger_unsettled_lines (account_id, entry_id, amount_kobo, at, merchant_id)',
      'merchant_id, uuidv7(), 5, now(), merchant_id',
    ),
    [merchantIds],
  )
  await client.query('analyze ledger_lines, ledger_unsettled_lines')
  const expected = async (table: string): Promise<number> => {
    const { rows } = await client.query(
      `explain (format json) select from ${table} where account_id = '${merchantIds[0]}' and merchant_id = '${merchantIds[0]}'`,
    )
    return rows[0]['QUERY PLAN'][0].Plan['Plan Rows']
  }
  for (const table of ['ledger_lines', 'ledger_unsettled_lines']) assert.equal(await expected(table), 2)
  await migrateDatabase(url)
  for (const table of ['ledger_lines', 'ledger_unsettled_lines']) assert.equal(await expected(table), 100)
})
