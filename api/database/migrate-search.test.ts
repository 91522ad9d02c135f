import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../testing/old-database.ts'
import { migrateDatabase } from './migrate.ts'

const merchant = '00000000-0000-4000-8000-000000000001'

test('the migration to one search writes the search text of existing payers and customers', async (t) => {
  const { url, client } = await createDatabase(t, 24)
  await client.query(
    `insert into payments (merchant_id, reference, access_code, status, step, price_kobo, amount_kobo, fee_bearer, customer_email,
       customer_name, customer_phone, channel_details, created_at, expires_at)
     select $1, 'pay_' || nth, 'code' || nth, 'success', 'success', 1000, 1000, 'merchant', email, name, phone,
       details::jsonb, now(), now()
     from (values
       (1, 'ada@example.com', 'Ada Òjó', '+2348031234567', '{}'),
       (2, 'ada@example.com', 'Ada Òjó', null, '{"bank_transfer": {"senderName": "OJO ADA B"}}'),
       (3, 'bola@example.com', null, null, '{}')) as payer (nth, email, name, phone, details)`,
    [merchant],
  )
  await client.query(
    `insert into customers (merchant_id, email, first_name, phone, created_at) values ($1, 'ada@example.com', 'Adaeze', null, now())`,
    [merchant],
  )
  await migrateDatabase(url)
  const { rows } = await client.query<{ search_text: string }>('select search_text from search_persons order by email')
  assert.deepEqual(
    rows.map(({ search_text }) => search_text.trim().split(/\s+/).sort()),
    [
      ['+2348031234567', '08031234567', 'ada', 'ada', 'ada@example.com', 'adaeze', 'b', 'ojo', 'ojo'],
      ['bola@example.com'],
    ],
  )
})

test('a role that owns the database migrates it without being superuser', async (t) => {
  const { url, client } = await createDatabase(t, 0)
  const role = `owner_${crypto.randomUUID().slice(0, 8)}`
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`create role ${role} login password 'owner'; alter database ${rows[0]!.name} owner to ${role};
    alter schema public owner to ${role}; drop schema drizzle cascade`)
  await migrateDatabase(url.replace(/\/\/[^@/]*@/, `//${role}:owner@`))
  const extensions = await client.query(`select extname from pg_extension where extname in ('pg_trgm', 'btree_gin')`)
  assert.equal(extensions.rows.length, 2)
})

test('persons of before get their trigrams, also from processes of the version before, and no other business reads them', async (t) => {
  const { url, client } = await createDatabase(t, 98)
  const other = '00000000-0000-4000-8000-000000000101' // with the same last digits
  const add = (business: string, email: string) =>
    client.query('select add_search_person($1, $2, $2)', [business, email])
  await client.query(`insert into search_persons select $1, 'p' || i, ' p' || i from generate_series(1, 2000) i`, [
    merchant,
  ])
  await add(merchant, 'ada@example.com')
  await migrateDatabase(url)
  await add(merchant, 'adaeze@example.com')
  await add(other, 'ada@example.com')
  await client.query('analyze search_persons; set enable_seqscan = off')
  const condition = `merchant_id = '${merchant}' and person_trigrams(merchant_id, search_text) collate "C" @> '{"01  a","01 ad",01ada}'`
  const { rows } = await client.query(`select email from search_persons where ${condition} order by email`)
  assert.deepEqual(rows, [{ email: 'ada@example.com' }, { email: 'adaeze@example.com' }])
  const plan = await client.query(`explain select from search_persons where ${condition}`)
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /search_persons_trigrams/)
  // As the back office searches.
  const all = await client.query(`select from search_persons where search_text like '%ada@%'`)
  assert.equal(all.rowCount, 2)
})
