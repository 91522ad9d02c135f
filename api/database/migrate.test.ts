import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { rollUpPaymentStats } from '../features/payments/roll-up.ts'
import { type StatTable, statKeys } from '../features/payments/stats.ts'
import { atEnd } from '../testing/at-end.ts'
import { testDatabase } from '../testing/database.ts'
import { createDatabase } from '../testing/old-database.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase, uuidv7Function } from './migrate.ts'

/** The columns of the sums at that migration. */
const sums = ['count', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'net_kobo', 'refunded_kobo']

/** 300 payments, by two links and without a link; the last 100 and changes of some others are not rolled up yet. */
const seedSql = `
  insert into payments (merchant_id, reference, access_code, payment_link_id, status, step, channel, price_kobo, amount_kobo,
    fee_kobo, vat_kobo, net_kobo, fee_bearer, customer_email, created_at, expires_at)
  select ('00000000-0000-4000-8000-00000000000' || i % 2)::uuid, 'pay_' || i, 'code' || i,
    case when i % 3 > 0 then ('00000000-0000-4000-8000-0000000000a' || i % 3)::uuid end,
    case when i % 4 > 0 then 'success' else 'failed' end, 'success', case when i % 5 > 0 then 'card' end, 1000 * i, 1000 * i,
    case when i % 4 > 0 then 14 * i else 0 end, case when i % 4 > 0 then i else 0 end, case when i % 4 > 0 then 985 * i else 0 end,
    'merchant', 'ada@example.com', '2026-02-27T22:30:00Z'::timestamptz + i % 7 * interval '10 minutes', now()
  from generate_series(1, 300) i;
  create temporary view figure as
    select merchant_id, payment_link_id, (created_at at time zone 'Africa/Lagos')::date as day, status,
      coalesce(channel, 'none') as channel, 1 as count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo,
      substr(reference, 5)::int as i
    from payments;
  insert into payment_days select merchant_id, day, status, channel, ${sums.map((sum) => `sum(${sum})`).join(', ')}
    from figure where i <= 200 group by 1, 2, 3, 4;
  insert into payment_link_totals select merchant_id, payment_link_id, count(*), count(*) filter (where status = 'success'),
    coalesce(sum(amount_kobo) filter (where status = 'success'), 0)
    from figure where i <= 200 and payment_link_id is not null group by 1, 2;
  insert into payment_facts (merchant_id, payment_link_id, day, status, channel, ${sums.join(', ')})
    select merchant_id, payment_link_id, day, status, channel, ${sums.map((sum) => `-${sum}`).join(', ')}
    from figure where i <= 50 and status = 'success';
  update payments set status = 'partially_refunded', refunded_kobo = 500
    where substr(reference, 5)::int <= 50 and status = 'success';
  insert into payment_facts (merchant_id, payment_link_id, day, status, channel, ${sums.join(', ')})
    select merchant_id, payment_link_id, day, status, channel, ${sums.join(', ')}
    from figure where i > 200 or status = 'partially_refunded'`

test('after the migration the stats of existing payments are right, including deltas that are not rolled up', async (t) => {
  const { url, client } = await createDatabase(t, 7)
  await client.query(seedSql)
  await migrateDatabase(url)
  await migrateDatabase(url)
  const differences = async (statTable: StatTable, and: string) => {
    const key = statKeys[statTable].join(', ')
    const summed = `${key}, ${sums.map((sum) => `sum(${sum})`).join(', ')}`
    const isThere = statKeys[statTable].map((name) => `${name} is not null`).join(' and ')
    const { rows } = await client.query(
      `with kept as (
         select ${summed} from (select ${key}, ${sums.join(', ')} from ${statTable} ${and}) held
         group by ${key} having sum(count) <> 0 or sum(amount_kobo) <> 0 or sum(refunded_kobo) <> 0
       ), truth as (select ${summed} from figure where ${isThere} group by ${key})
       (select * from kept except select * from truth) union all (select * from truth except select * from kept)`,
    )
    return rows
  }
  for (const statTable of Object.keys(statKeys) as StatTable[]) {
    const columns = `${statKeys[statTable].join(', ')}, ${sums.join(', ')}`
    const isThere = statTable === 'payment_link_totals' ? 'payment_link_id is not null' : 'true'
    assert.deepEqual(
      await differences(statTable, `union all select ${columns} from payment_stat_deltas where ${isThere}`),
      [],
    )
    assert.notDeepEqual(await differences(statTable, ''), [])
  }
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  assert.ok((await database.write((tx) => rollUpPaymentStats(tx, 5_000))) > 100)
  for (const statTable of Object.keys(statKeys) as StatTable[]) assert.deepEqual(await differences(statTable, ''), [])
})

test('a migration waits for transactions that use its table, and continues after them', async (t) => {
  const { url, client } = await createDatabase(t, 9)
  const observer = new pg.Client({ connectionString: url })
  observer.on('error', () => {}) // as above
  await observer.connect()
  atEnd(t, () => observer.end())
  const until = async (what: string, condition: string) => {
    for (let look = 0; look < 1200; look++) {
      const { rows } = await observer.query<{ isTrue: boolean }>(`select ${condition} as "isTrue"`)
      if (rows[0]!.isTrue) return
      await pause(25)
    }
    assert.fail(`not within 30 seconds: ${what}`)
  }
  await client.query('begin')
  await client.query('lock table merchants in row exclusive mode')
  const migrated = migrateDatabase(url)
  await until(
    'the migration has the outbox and waits for the merchants',
    `exists (
       select from pg_locks held join pg_locks wanted using (pid)
       where held.relation = 'outbox'::regclass and held.mode = 'AccessExclusiveLock' and held.granted
         and wanted.relation = 'merchants'::regclass and not wanted.granted)`,
  )
  // In a deadlock the migration gives up, never the transaction, although it is the last to wait.
  await pause(1200)
  await client.query('lock table outbox in row exclusive mode')
  await until(
    'nobody waits',
    `not exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`,
  )
  await client.query('commit')
  await migrated
})

test('the holidays of each year are added once: a year that the operator changed is kept, also in an older database', async (t) => {
  const { url, client } = await createDatabase(t, 18)
  await client.query(
    `insert into holidays (day, name) values ('2027-12-28', 'Boxing Day'), ('2029-03-01', 'A day of our own')`,
  )
  await migrateDatabase(url)
  const countByYear = async () => {
    const { rows } = await client.query(
      `select left(day::text, 4) as year, count(*)::int from holidays group by 1 order by 1`,
    )
    return Object.fromEntries(rows.map(({ year, count }) => [year, count]))
  }
  assert.deepEqual(await countByYear(), { 2026: 13, 2027: 1, 2028: 13, 2029: 1, 2030: 13, 2031: 13, 2032: 13 })
  await client.query(`delete from holidays where day = '2028-10-02'`)
  await migrateDatabase(url)
  assert.equal((await countByYear())[2028], 12)
})

/** Two card checks, one of them refunded, and two sales, of one customer and one link; rolled up completely or not at all. */
const checkedBefore = (isRolledUp: boolean) => `
  insert into payments (merchant_id, id, reference, access_code, payment_link_id, is_card_check, status, step, channel, price_kobo,
    amount_kobo, net_kobo, refunded_kobo, fee_bearer, customer_email, created_at, expires_at, paid_at)
  select '00000000-0000-4000-8000-0000000000aa', ('00000000-0000-4000-8000-00000000000' || i)::uuid, 'pay_' || i, 'code' || i,
    '00000000-0000-4000-8000-0000000000bb', i < 3, status, 'success', 'card', kobo, kobo, kobo, back, 'merchant',
    case when i = 2 then 'only.checked@example.com' else 'ada@example.com' end, at, at, at
  from (values (1, 'refunded', 5000, 5000, '2026-11-09T10:00:00Z'::timestamptz), (2, 'success', 5000, 0, '2026-11-09T23:30:00Z'),
               (3, 'success', 700000, 0, '2026-11-08T10:00:00Z'), (4, 'refunded', 300000, 300000, '2026-11-09T09:00:00Z'))
       payment (i, status, kobo, back, at);
  insert into ${isRolledUp ? 'payment_days' : 'payment_facts'} (merchant_id, day, status, channel, ${sums.join(', ')}
      ${isRolledUp ? '' : ', payment_link_id'})
    select merchant_id, (created_at at time zone 'Africa/Lagos')::date, status, channel, count(*), sum(amount_kobo), 0, 0,
      sum(net_kobo), sum(refunded_kobo) ${isRolledUp ? '' : ', payment_link_id'}
    from payments group by merchant_id, 2, status, channel, payment_link_id;
  ${
    isRolledUp
      ? `insert into payment_day_totals select merchant_id, day, status, ${sums.map((sum) => `sum(${sum})`).join(', ')}
           from payment_days group by 1, 2, 3;
         insert into payment_link_totals
           select merchant_id, '00000000-0000-4000-8000-0000000000bb', status, channel, ${sums.map((sum) => `sum(${sum})`).join(', ')}
           from payment_days group by 1, 3, 4;`
      : ''
  }
  insert into customers (merchant_id, email, created_at, first_paid_at, last_paid_at)
    select merchant_id, customer_email, min(created_at), min(paid_at), max(paid_at) from payments group by 1, 2;
  insert into settlements (merchant_id, owner_id, id, reference, status, due_on, gross_kobo, refunds_kobo, total_kobo, amount_kobo,
    payment_count, line_count, first_day, last_day, narration, created_at)
  values ('00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-0000000000cc',
    'stl_1', 'success', '2026-11-10', 1010000, -305000, 705000, 700000, 4, 6, '2026-11-08', '2026-11-10', 'X', now());
  insert into settlement_lines (merchant_id, owner_id, settlement_id, entry_id, account, type, payment_id, at, gross_kobo, fee_kobo,
    vat_kobo, amount_kobo)
  select merchant_id, merchant_id, '00000000-0000-4000-8000-0000000000cc', gen_random_uuid(), 'pending', line.type, id, created_at,
    case line.type when 'payment' then amount_kobo else 0 end, 0, 0, line.kobo
  from payments cross join lateral (values ('payment', amount_kobo), ('refund', -refunded_kobo)) line (type, kobo) where line.kobo <> 0`

for (const isRolledUp of [false, true])
  test(`card checks are not counted in the sales stats of an older database, with deltas ${isRolledUp ? '' : 'not '}rolled up`, async (t) => {
    const { url, client } = await createDatabase(t, 18)
    await client.query(checkedBefore(isRolledUp))
    await migrateDatabase(url)
    const database = connectDatabase({ url })
    atEnd(t, () => database.close())
    await database.write((tx) => rollUpPaymentStats(tx, 5_000))
    const selectRows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
    const counted = (table: string, day: string) =>
      selectRows(`select ${day} status, sum(count)::int, sum(amount_kobo)::int, sum(refunded_kobo)::int from ${table}
               group by ${day} status having sum(count) <> 0 or sum(amount_kobo) <> 0 order by ${day} status`)
    const byDay = [
      ['2026-11-08', 'success', 1, 700_000, 0],
      ['2026-11-09', 'card_check', 1, 5_000, 5_000],
      ['2026-11-09', 'refunded', 1, 300_000, 300_000],
      ['2026-11-10', 'card_check', 1, 5_000, 0],
    ]
    assert.deepEqual(await counted('(select *, day::text as d from payment_days) kept', 'd,'), byDay)
    assert.deepEqual(await counted('(select *, day::text as d from payment_day_totals) kept', 'd,'), byDay)
    assert.deepEqual(await counted('payment_link_totals', ''), [
      ['card_check', 2, 10_000, 5_000],
      ['refunded', 1, 300_000, 300_000],
      ['success', 1, 700_000, 0],
    ])
    assert.deepEqual(
      await selectRows(`select gross_kobo::int, refunds_kobo::int, adjustments_kobo::int, total_kobo::int, payment_count,
                       first_day::text, last_day::text from settlements`),
      [[1_000_000, -300_000, 5_000, 705_000, 2, '2026-11-08', '2026-11-09']],
    )
    assert.deepEqual(
      await selectRows(`select type, count(*)::int, sum(gross_kobo)::int from settlement_lines group by 1 order by 1`),
      [
        ['card_check', 3, 0],
        ['payment', 2, 1_000_000],
        ['refund', 1, 0],
      ],
    )
    assert.deepEqual(
      await selectRows('select email, first_paid_at, last_paid_at, paid_kobo::int from customers order by email'),
      [
        ['ada@example.com', new Date('2026-11-08T10:00:00Z'), new Date('2026-11-09T09:00:00Z'), 700_000],
        ['only.checked@example.com', null, null, 0],
      ],
    )
  })

test('keys of before approvals get the member who has seen their secret, from the audit log', async (t) => {
  const { url, client } = await createDatabase(t, 67)
  await client.query(`
    insert into users (id, email, password_hash) values ('00000000-0000-4000-8000-000000000001', 'ada@example.com', '');
    insert into merchants (id, mode, merchant_code, business_name, business_email, country_id)
      values ('00000000-0000-4000-8000-000000000002', 'TEST', 'M1', 'Ada Stores', 'ada@example.com', 566);
    insert into api_keys (merchant_id, kind, hash, display, created_at)
      select '00000000-0000-4000-8000-000000000002', 'secret', i, 'sk_test_…000' || i, now() from generate_series(1, 3) i;
    insert into audit_events (merchant_id, user_id, actor_kind, actor_name, action, object, after, request_id, created_at)
      select '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'user', 'ada@example.com', action,
        'sk_test_…0001', after::jsonb, 'r', now()
      from (values ('api_key.created', null), ('api_key.rolled', '{"replacedBy":"sk_test_…0002"}')) event (action, after)`)
  await migrateDatabase(url)
  const { rows } = await client.query('select display, created_by is not null as known from api_keys order by display')
  assert.deepEqual(
    rows.map(({ known }) => known),
    [true, true, false],
  )
})

test('no column holds values that belong to one database cluster, such as a transaction id', async (t) => {
  const migrated = new pg.Client({ connectionString: await testDatabase(t) })
  migrated.on('error', () => {})
  await migrated.connect()
  atEnd(t, () => migrated.end())
  const { rows } = await migrated.query(
    `select table_name, column_name, udt_name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema')
       and (udt_name in ('xid', 'xid8', 'cid', 'tid', 'oid', 'pg_lsn', 'pg_snapshot', 'txid_snapshot') or udt_name like 'reg%'
         or column_default ~ 'xact_id|txid|_lsn|pg_snapshot')`,
  )
  assert.deepEqual(rows, [])
})

test('the ids made for servers before PostgreSQL 18 are of version 7, have the time, and are in order', async (t) => {
  const client = new pg.Client({ connectionString: await testDatabase(t) })
  await client.connect()
  atEnd(t, () => client.end())
  await client.query('create schema older')
  await client.query(uuidv7Function('older'))
  const ids: string[] = []
  for (let n = 0; n < 50; n++) {
    const { rows } = await client.query<{ id: string }>('select older.uuidv7() as id')
    const { id } = rows[0]!
    const ageMs = Date.now() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    assert.ok(ageMs >= -1 && ageMs < 60_000)
    ids.push(id)
  }
  assert.deepEqual(ids, ids.toSorted())
  assert.ok(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)))
})
