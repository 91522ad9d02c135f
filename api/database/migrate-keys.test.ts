import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { rollUpPaymentStats } from '../features/payments/roll-up.ts'
import { atEnd } from '../testing/at-end.ts'
import { createDatabase } from '../testing/old-database.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** Two test businesses of one user, `…01` and `…02`. */
const businesses = `
  insert into users (id, email, password_hash) values ('00000000-0000-4000-8000-000000000001', 'ada@example.com', '');
  insert into merchants (id, mode, merchant_code, business_name, business_email, country_id)
    select ('00000000-0000-4000-8000-00000000000' || i)::uuid, 'TEST', 'M' || i, 'Ada Stores', 'ada@example.com', 566
    from generate_series(1, 2) i`

test('requests of keys keep their key, and no request can have the key of another business', async (t) => {
  const { url, client } = await createDatabase(t, 85)
  const request = (merchant: number, hash: string) => `
    insert into approval_requests (merchant_id, action, status, title, effects, input, input_hash, requesters, requested_by_key_id,
      requested_by, created_at, expires_at)
    select '00000000-0000-4000-8000-00000000000${merchant}', 'requestRefund', 'waiting', 'Refund', '[]', '{}', '${hash}', '[]', id, display,
      now(), now() from api_keys where hash = '${hash}'`
  await client.query(`${businesses};
    insert into api_keys (merchant_id, kind, hash, display, created_at)
      select id, 'secret', merchant_code, 'sk_test_…0001', now() from merchants;
    ${request(1, 'M1')}`)
  await migrateDatabase(url)
  const { rows } = await client.query(
    `select hash from approval_requests r join api_keys k on k.merchant_id = r.merchant_id and k.id = r.requested_by_key_id`,
  )
  assert.deepEqual(rows, [{ hash: 'M1' }])
  await client.query(request(2, 'M2'))
  await assert.rejects(client.query(request(1, 'M2')), { code: '23503' })
})

test('stat deltas that are not rolled up survive their new key, and a process of the version before rolls them up', async (t) => {
  const { url, client } = await createDatabase(t, 88)
  await client.query(
    `insert into payment_stat_deltas (merchant_id, day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo)
     select ('00000000-0000-4000-8000-00000000000' || i % 2)::uuid, '2026-11-01', 'success', 'card', 1, i, 0, 0, i, 0 from generate_series(1, 9) i`,
  )
  await migrateDatabase(url)
  const rolledUp = await client.query(
    `delete from payment_stat_deltas where id in (select id from payment_stat_deltas order by id limit 4 for update skip locked)
     returning amount_kobo::int as kobo`,
  )
  assert.deepEqual(rolledUp.rows.map(({ kobo }) => kobo).toSorted(), [1, 2, 3, 4])
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  assert.equal(await database.write((tx) => rollUpPaymentStats(tx, 50)), 5)
  const { rows } = await client.query('select count::int, amount_kobo::int as kobo from payment_days order by kobo')
  assert.deepEqual(rows, [
    { count: 2, kobo: 14 },
    { count: 3, kobo: 21 },
  ])
})

test('recipients of reports get the merchant of their schedule', async (t) => {
  const { url, client } = await createDatabase(t, 89)
  const add = (merchant: number, id: number, merchantOfRecipient = '') => `
    insert into report_schedules (merchant_id, id, report, format, frequency, created_at)
      values ('00000000-0000-4000-8000-00000000000${merchant}', '00000000-0000-4000-8000-0000000000a${id}', 'transactions', 'csv', 'daily', now());
    insert into report_recipients (schedule_id, user_id${merchantOfRecipient && ', merchant_id'})
      values ('00000000-0000-4000-8000-0000000000a${id}', '00000000-0000-4000-8000-000000000001'${merchantOfRecipient})`
  await client.query(`${businesses}; ${add(1, 1)}; ${add(2, 2)}`)
  await migrateDatabase(url)
  await assert.rejects(client.query(add(2, 3)), { code: '23502' })
  await client.query(add(2, 3, `, '00000000-0000-4000-8000-000000000002'`))
  const readRecipients = async () => {
    const { rows } = await client.query<{ names: string }>(
      `select right(r.merchant_id::text, 1) || ' ' || right(r.schedule_id::text, 2) as names from report_recipients r
       join report_schedules s on s.merchant_id = r.merchant_id and s.id = r.schedule_id order by 1`,
    )
    return rows.map(({ names }) => names)
  }
  assert.deepEqual(await readRecipients(), ['1 a1', '2 a2', '2 a3'])
  const ofOther = `update report_recipients set merchant_id = '00000000-0000-4000-8000-000000000001' where schedule_id = `
  await assert.rejects(client.query(`${ofOther} '00000000-0000-4000-8000-0000000000a3'`), { code: '23503' })
  await client.query(`delete from report_schedules where id = '00000000-0000-4000-8000-0000000000a3'`)
  assert.deepEqual(await readRecipients(), ['1 a1', '2 a2'])
})

test('an alert about a risk stays one alert with its new key, and the staff find it by its id', async (t) => {
  const { url, client } = await createDatabase(t, 92)
  // As processes of the version before raise it, too.
  const raise = (merchant: number) =>
    client.query(`insert into risk_alerts (kind, mode, title, subject, label, merchant_id, times, stopped, created_at, last_at, status)
      values ('rule', 'LIVE', 'Too many', 'card', '4081', '00000000-0000-4000-8000-00000000000${merchant}', 1, 0, now(), now(), 'open')
      on conflict (kind, coalesce(source_id, merchant_id), merchant_id, subject) where status = 'open'
      do update set times = risk_alerts.times + 1 returning id, times`)
  const { rows: before } = await raise(1)
  await migrateDatabase(url)
  const { rows: after } = await raise(1)
  assert.deepEqual(after, [{ id: before[0].id, times: 2 }])
  await raise(2)
  const closed = await client.query(`update risk_alerts set status = 'closed' where id = $1`, [before[0].id])
  assert.equal(closed.rowCount, 1)
  const { rows } = await client.query('select status from risk_alerts order by merchant_id')
  assert.deepEqual(rows, [{ status: 'closed' }, { status: 'open' }])
})

test('totals by day keep their sums, and a business with years of them is read from the key alone', async (t) => {
  const { url, client } = await createDatabase(t, 96)
  // As processes of the version before roll up, too.
  const rollUp = (table: string, key: string) => `
    insert into ${table} as old (${key}, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo)
    select * from (
      select ('00000000-0000-4000-8000-00000000000' || i)::uuid, date '2026-01-01' + day, 'success' ${key.includes('channel') ? ", 'card'" : ''},
        1, 100, 2, 1, 97, 0 from generate_series(0, 364) day, generate_series(1, 9) i
    ) rows
    on conflict (${key}) do update set count = old.count + excluded.count, amount_kobo = old.amount_kobo + excluded.amount_kobo`
  const tables = { payment_days: 'merchant_id, day, status, channel', payment_day_totals: 'merchant_id, day, status' }
  for (const [table, key] of Object.entries(tables)) await client.query(rollUp(table, key))
  await migrateDatabase(url)
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  for (const [table, key] of Object.entries(tables)) {
    await client.query(rollUp(table, key))
    await client.query(`vacuum analyze ${table}`)
    const sums = `select sum(count)::int as count, sum(amount_kobo)::int as kobo, sum(net_kobo)::int as net from ${table}
      where merchant_id = '00000000-0000-4000-8000-000000000001'`
    assert.deepEqual((await client.query(sums)).rows, [{ count: 730, kobo: 73_000, net: 35_405 }])
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sums}`)
    assert.match(
      rows.map((row) => row['QUERY PLAN']).join('\n'),
      new RegExp(`Index Only Scan using ${table}_merchant_id_day_`),
    )
  }
})

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const addLink = (merchant: string, slug: string) => `
  insert into payment_links (merchant_id, slug, name, fee_bearer, status, created_at)
    values ('${merchant}', '${slug}', 'Lace', 'merchant', 'active', now())`
const addMandate = (merchant: string, name: string, processorReference: string) => `
  insert into mandates (merchant_id, slug, processor, reference, processor_reference, access_code, status, kind, customer_id, customer_email,
      bank_id, sealed_account_number, last4, account_name, amount_kobo, limit_kobo, start_on, narration, fee_bearer, created_at, since)
    values ('${merchant}', '${name}', 'paystack', '${name}', ${processorReference}, '${name}', 'pending', 'variable', gen_random_uuid(),
      'a@example.com', 1, '', '0001', 'ADA', 1, 1, '2026-11-01', 'Rent', 'merchant', now(), now())`

/** Names that are unique over all businesses, each with the object that has it. */
async function readNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ names: string }>(
    `select p.kind || ' ' || p.name || ' ' || right(p.merchant_id::text, 1) || ' ' || coalesce(l.name, m.slug) as names from public_names p
     left join payment_links l on l.merchant_id = p.merchant_id and l.id = p.id
     left join mandates m on m.merchant_id = p.merchant_id and m.id = p.id order by 1`,
  )
  return rows.map(({ names }) => names)
}

test('links and mandates of before keep their names, and keys are unique for each business only', async (t) => {
  const { url, client } = await createDatabase(t, 101)
  const addDispute = (merchant: string, processor: string) => `
    insert into disputes (merchant_id, payment_id, reference, processor, processor_reference, amount_kobo, category, reason, status, created_at, due_at)
      values ('${merchant}', gen_random_uuid(), gen_random_uuid(), ${processor}, 'd', 1, 'chargeback', '', 'resolved', now(), now())`
  await client.query(
    `${businesses}; ${addLink(one, 'lace')}; ${addMandate(one, 'm', `'p'`)}; ${addMandate(two, 'n', 'null')}`,
  )
  await client.query(`${addDispute(one, 'null')}; ${addDispute(one, `'paystack'`)}`)
  await migrateDatabase(url)
  const names = ['mandate paystack:p 1 m', 'payment_link lace 1 Lace']
  assert.deepEqual(await readNames(client), names)
  await client.query(`${addMandate(two, 'm', `'p'`)}; ${addDispute(two, 'null')}; ${addDispute(two, `'paystack'`)}`)
  await client.query(addLink(two, 'lace'))
  for (const again of [
    addLink(one, 'lace'),
    addMandate(one, 'o', `'p'`),
    addMandate(one, 'm', 'null'),
    addDispute(one, 'null'),
  ])
    await assert.rejects(client.query(again), { code: '23505' })
  assert.deepEqual(await readNames(client), names)
})

test('mandates without their name get it, and links of the version before keep theirs', async (t) => {
  const { url, client } = await createDatabase(t, 103)
  await client.query(
    `${businesses}; ${addLink(one, 'lace')}; ${addMandate(one, 'm', `'p'`)}; ${addMandate(two, 'n', `'q'`)}`,
  )
  await client.query(`insert into public_names (kind, name, merchant_id, id)
    select 'mandate', 'paystack:p', merchant_id, id from mandates where slug = 'm'`)
  assert.deepEqual(await readNames(client), ['mandate paystack:p 1 m', 'payment_link lace 1 Lace'])
  await migrateDatabase(url)
  const names = ['mandate paystack:p 1 m', 'mandate paystack:q 2 n', 'payment_link lace 1 Lace']
  assert.deepEqual(await readNames(client), names)
  await client.query(addLink(two, 'ankara')) // no trigger names it
  assert.deepEqual(await readNames(client), names)
})
