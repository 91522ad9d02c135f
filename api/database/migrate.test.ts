import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { parseChannelDetails } from '../features/payments/channels/channels.ts'
import { rollUpPaymentStats } from '../features/payments/roll-up.ts'
import { type StatTable, statKeys } from '../features/payments/stats.ts'
import { balanceSql } from '../ledger/ledger.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { testDatabase } from '../testing/database.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** A database with only the first `migrations` migrations applied. */
async function createDatabase(t: TestContext, migrations: number) {
  const url = await testDatabase(t)
  const folder = await temporaryFolder(t)
  await cp(fileURLToPath(new URL('migrations', import.meta.url)), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrations) }))
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the test database is dropped before its connections end
  await client.connect()
  atEnd(t, () => client.end())
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await applyMigrations(drizzle(client), { migrationsFolder: folder })
  return { url, client }
}

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

test('the figures of a database with payments are right after it is migrated, those that are not folded yet too', async (t) => {
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

test('a migration gives way to whoever uses the table it changes, and is done when that one has ended', async (t) => {
  const { url, client } = await createDatabase(t, 9)
  const observer = new pg.Client({ connectionString: url })
  observer.on('error', () => {}) // as above
  await observer.connect()
  atEnd(t, () => observer.end())
  const isWaiting = async () => {
    const { rowCount } = await observer.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rowCount! > 0
  }
  const until = async (state: boolean) => {
    for (let look = 0; look < 600; look++) {
      if ((await isWaiting()) === state) return
      await pause(50)
    }
    assert.fail(`the migration is ${state ? 'not waiting' : 'still waiting'} for the table`)
  }
  await client.query('begin')
  await client.query('lock table disputes in row exclusive mode')
  const migrated = migrateDatabase(url)
  await until(true)
  await until(false)
  await client.query('commit')
  await migrated
})

test('the figures of settlements that were sent back, or waited, are those of all their lines after it is migrated', async (t) => {
  const { url, client } = await createDatabase(t, 10)
  const [merchantId, id] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await client.query(`
    insert into settlements (merchant_id, owner_id, id, reference, status, due_on, opening_kobo, gross_kobo, fees_kobo, vat_kobo,
      total_kobo, amount_kobo, narration, created_at)
    values ('${merchantId}', '${merchantId}', '${id}', 'stl_1', 'success', '2026-11-11', 1400000, 500000, -17500, -1313, 1881187,
      1876187, 'X', now());
    insert into settlement_lines (merchant_id, owner_id, settlement_id, entry_id, account, type, at, gross_kobo, fee_kobo, vat_kobo,
      amount_kobo)
    select '${merchantId}', '${merchantId}', '${id}', gen_random_uuid(), 'pending', type, '2026-11-09T10:00:00Z', gross, fee, vat, net
    from (values ('payment', 1500000, 32500, 2438, 1465062), ('payment', 500000, 17500, 1313, 481187),
                 ('refund', 0, 0, 0, -65062)) line (type, gross, fee, vat, net)`)
  await migrateDatabase(url)
  const { rows } = await client.query(
    `select opening_kobo, gross_kobo, fees_kobo, vat_kobo, refunds_kobo, shares_kobo, total_kobo, amount_kobo from settlements`,
  )
  assert.deepEqual(
    Object.values(rows[0]).map(Number),
    [0, 2_000_000, -50_000, -3_751, -65_062, 0, 1_881_187, 1_876_187],
  )
})

/** Ledger lines, snapshots and payout settings in the old schema: of three accounts one is rolled up, one in part, one not. */
const postedBefore = `
  insert into ledger_accounts (id, owner, kind) values
    ('00000000-0000-4000-8000-000000000001', 'TEST', 'processor_clearing'),
    ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-0000000000aa', 'pending'),
    ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-0000000000aa', 'available');
  insert into ledger_entries (id, reference, description, at)
    select ('00000000-0000-4000-8000-0000000001' || i)::uuid, case when i % 10 = 9 then 'settlement:' else 'payment:' end || i, 'x', now()
    from generate_series(10, 59) i;
  insert into ledger_lines (entry_id, account_id, amount_kobo, xid)
    select entry.id, ('00000000-0000-4000-8000-00000000000' || part.account)::uuid, part.kobo, (1000 + i)::text::xid8
    from generate_series(10, 59) i join ledger_entries entry on split_part(reference, ':', 2)::int = i
    cross join lateral (
      select 1 as account, -100 * i as kobo where i % 10 < 9 union all select 2, 100 * i where i % 10 < 9
      union all select 2, -100 * i where i % 10 = 9 union all select 3, 100 * i where i % 10 = 9
    ) part;
  insert into ledger_snapshots (account_id, balance_kobo, upto)
    select account_id, sum(amount_kobo), '1040' from ledger_lines
    where xid < '1040' and account_id <> '00000000-0000-4000-8000-000000000003' group by account_id;
  insert into settlement_books (merchant_id, owner_id, upto) select owner::uuid, owner::uuid, '1019' from ledger_accounts
    where kind = 'pending';
  insert into settlement_lines (merchant_id, owner_id, entry_id, account, settlement_id, type, at, gross_kobo, fee_kobo, vat_kobo, amount_kobo)
    select account.owner::uuid, account.owner::uuid, line.entry_id, 'pending', uuidv7(), 'payment', now(), 0, 0, 0, line.amount_kobo
    from ledger_lines line join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'
    join ledger_entries entry on entry.id = line.entry_id and reference like 'payment:%' where line.xid < '1025';
  insert into webhook_events (merchant_id, type, body, created_at)
    values ('00000000-0000-4000-8000-0000000000aa', 'customer.created', '{}', now())`

test('balances and what is to be settled are the same before and after transaction ids leave the database', async (t) => {
  const { url, client } = await createDatabase(t, 13)
  await client.query(postedBefore)
  const before = await client.query(
    `select account.id, (coalesce(snapshot.balance_kobo, 0) + coalesce((
       select sum(line.amount_kobo) from ledger_lines line
       where line.account_id = account.id and line.xid >= coalesce(snapshot.upto, '0')
     ), 0))::bigint as balance
     from ledger_accounts account left join ledger_snapshots snapshot on snapshot.account_id = account.id order by 1`,
  )
  const unsettled = await client.query(
    `select line.account_id, line.entry_id, line.amount_kobo from ledger_lines line
     join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'
     join ledger_entries entry on entry.id = line.entry_id and reference like 'payment:%'
     where line.xid >= '1025' order by 2`,
  )
  assert.equal(unsettled.rowCount, 31)
  await migrateDatabase(url)
  const after = await client.query(`select id, ${balanceSql} as balance from ledger_accounts account order by 1`)
  assert.deepEqual(after.rows, before.rows)
  const lines = await client.query('select account_id, entry_id, amount_kobo from ledger_unsettled_lines order by 2')
  assert.deepEqual(lines.rows, unsettled.rows)
  // A process of the earlier version that still runs gets an error, so it cannot post without a delta.
  await assert.rejects(
    client.query(`insert into ledger_entries (reference, description, at) values ('payment:old', 'x', now())`),
    /line_count/,
  )
})

/** Rows whose stored values are renamed, and a queue with a waiting and a completed job. */
const namedBefore = `
  insert into ledger_accounts (owner, kind) values ('recipient', 'owes'), ('merchant', 'lent'), ('merchant', 'pending');
  insert into payouts (merchant_id, settlement_id, reference, attempt, status, amount_kobo, stamp_duty_kobo, stamp_duty_bearer, bank_id, account_number,
      account_name, asked_at)
    select uuidv7(), uuidv7(), 'ref_' || status, 1, status, 100, 0, 'merchant', 1, '0000000000', 'ADA OBI', now()
    from unnest(array['asked', 'paid', 'returned']) status;
  insert into settlement_books (merchant_id, owner_id, gathered_on) values (uuidv7(), uuidv7(), '2026-11-20');
  insert into attempts (key, at) values ('sign-in:ada', now());
  insert into outbox (job, payload) values ('mail', '{"id": "a", "letter": "ending"}'), ('other', '{"id": "b"}');
  insert into failed_jobs (state, job, payload, attempts, error, failed_at)
    values ('dead', 'mail', '{"id": "c", "letter": "ending"}', 1, 'x', now());
  insert into outbox (job, payload) values ('gather-settlements', '{}')`

/** The queue as a process of the earlier version leaves it: jobs that wait, one that is done, and one that runs by itself. */
async function queueBefore(client: pg.Client, url: string) {
  const boss = new PgBoss({ connectionString: url, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  for (const name of ['dead-letter', 'mail', 'mail-news', 'fold-ledger']) await boss.createQueue(name)
  await boss.send('mail', { merchantId: null, payload: { id: 'd', letter: 'ending' } })
  await boss.send('mail-news', { merchantId: null, payload: { id: 'e' } })
  await boss.schedule('fold-ledger', '* * * * *')
  await boss.insert('dead-letter', [{ data: { payload: {} } }])
  await boss.stop({ graceful: false })
  await client.query("update pgboss.job set source_name = 'fold-ledger' where name = 'dead-letter'")
  await client.query(
    'insert into pgboss.job (name, data, state) values (\'mail\', \'{"payload": {"letter": "ending"}}\', \'completed\')',
  )
}

test('tables and values that get standard names keep what they hold', async (t) => {
  const { url, client } = await createDatabase(t, 20)
  await client.query(namedBefore)
  await queueBefore(client, url)
  await migrateDatabase(url)
  const all = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  assert.deepEqual(await all('select kind from ledger_accounts order by kind'), [
    ['advance'],
    ['pending'],
    ['receivable'],
  ])
  assert.deepEqual(await all('select reference, status from payouts where requested_at is not null order by 1'), [
    ['ref_asked', 'requested'],
    ['ref_paid', 'paid'],
    ['ref_returned', 'returned'],
  ])
  assert.deepEqual(await all('select last_run_on::text from payout_settings'), [['2026-11-20']])
  assert.deepEqual(await all('select key from rate_limit_attempts'), [['sign-in:ada']])
  assert.deepEqual(
    await all('select job, payload from outbox union all select job, payload from failed_jobs order by 1, 2'),
    [
      ['create-settlements', {}],
      ['mail', { id: 'a', template: 'ending' }],
      ['mail', { id: 'c', template: 'ending' }],
      ['other', { id: 'b' }],
      ['send-notification-email', { id: 'e' }],
    ],
  )
  assert.deepEqual(await all('select name, data from pgboss.job where source_name is null order by name, state'), [
    ['mail', { merchantId: null, payload: { id: 'd', template: 'ending' } }],
    ['mail', { payload: { letter: 'ending' } }],
  ])
  assert.deepEqual(
    await all(
      "select name from pgboss.queue where name not like '\\_\\_%' union all select name from pgboss.schedule order by 1",
    ),
    [['dead-letter'], ['mail']],
  )
  assert.deepEqual(await all('select name, source_name from pgboss.job where source_name is not null'), [
    ['dead-letter', 'roll-up-ledger'],
  ])
  const { rows } = await client.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename in ('attempts', 'payment_facts', 'settlement_books', 'split_parties')`,
  )
  assert.deepEqual(rows, [])
})

/** The tables of timelines of the earlier version, and the column of each with the id of its object. */
const timelineTables = {
  payment: 'payment_id',
  customer: 'customer_id',
  dispute: 'dispute_id',
  settlement: 'settlement_id',
  invoice: 'invoice_id',
  subscription: 'subscription_id',
  mandate: 'mandate_id',
}

test('the timelines of all objects are in one table after it is migrated, and none of their events is lost', async (t) => {
  const { url, client } = await createDatabase(t, 21)
  const all = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows
  const before: unknown[][] = []
  for (const [subject, column] of Object.entries(timelineTables)) {
    await client.query(`
      insert into ${subject}_events (merchant_id, ${column}, at, kind, text)
      select '00000000-0000-4000-8000-0000000000aa', gen_random_uuid(), now(), 'kind ' || i, '${subject} ' || i
      from generate_series(1, 3) i`)
    before.push(
      ...(await all(
        `select id, '${subject}', merchant_id, ${column}, at, kind, text from ${subject}_events order by 1`,
      )),
    )
  }
  await migrateDatabase(url)
  const after = await all(
    'select id, subject, merchant_id, subject_id, at, kind, text from timeline_events order by id',
  )
  assert.deepEqual(after, before)
  assert.equal(after.length, 21)
  await assert.rejects(
    client.query(
      "insert into timeline_events (merchant_id, subject_id, at, kind, text) values (uuidv7(), uuidv7(), now(), 'x', 'x')",
    ),
    /subject/,
  )
})

test('the sandbox stores channels under their public names after it is migrated', async (t) => {
  const { url, client } = await createDatabase(t, 22)
  await client.query(`insert into sandbox_charges (reference, amount_kobo, status, paid_by)
    select coalesce(paid_by, 'open'), 1000, 'success', paid_by
    from unnest(array['card', 'transfer', 'ussd', 'qr', 'account', 'mandate', null]) as known (paid_by)`)
  await migrateDatabase(url)
  const { rows } = await client.query('select paid_by from sandbox_charges order by reference collate "C"')
  assert.deepEqual(
    rows.map(({ paid_by }) => paid_by),
    ['bank_account', 'card', 'direct_debit', null, 'qr', 'bank_transfer', 'ussd'],
  )
})

/** Columns of an account number opened for a transfer, at that migration. */
const openAccount = (number: string, until: string) => ({
  transfer_bank: 'Sandbox',
  transfer_account_number: number,
  transfer_account_name: 'Ade',
  transfer_expires_at: until,
})

test('what payments store of their channels is the same after it is one column', async (t) => {
  const { url, client } = await createDatabase(t, 23)
  const at = '2026-05-01T10:00:00.250Z'
  const given: Record<string, Record<string, unknown>> = {
    none: {},
    card: {
      channel: 'card',
      card_brand: 'visa',
      card_bin: '408408',
      card_last4: '4081',
      card_expiry_month: 12,
      card_expiry_year: 2030,
    },
    'erased card': { channel: 'card', card_brand: 'visa' },
    transfer: { channel: 'bank_transfer', ...openAccount('90', at), sender_name: 'ADA', sender_bank: 'Kuda' },
    ussd: { channel: 'ussd', sender_bank: 'Zenith', offline_code: '*966#', offline_expires_at: at },
    'demo qr': { channel: 'qr' },
    qr: { channel: 'qr', ...openAccount('91', at), offline_code: '000201', offline_expires_at: at },
    account: { channel: 'bank_account', sender_bank: 'Zenith', sender_account: '0011' },
    debit: { channel: 'direct_debit', sender_bank: 'Zenith', sender_account: '0018' },
  }
  for (const [name, fields] of Object.entries(given)) {
    const row = {
      ...{ merchant_id: '00000000-0000-4000-8000-0000000000bb', reference: name, access_code: name, status: 'pending' },
      ...{ step: 'pending', price_kobo: 1, amount_kobo: 1, fee_bearer: 'merchant', customer_email: 'ada@example.com' },
      ...{ created_at: at, expires_at: at, ...fields },
    }
    const columns = Object.keys(row)
    const values = columns.map((_, index) => `$${index + 1}`)
    await client.query(`insert into payments (${columns.join(', ')}) values (${values.join(', ')})`, Object.values(row))
  }
  await migrateDatabase(url)
  const { rows } = await client.query('select reference, channel_details, card_last4 from payments')
  const stored = Object.fromEntries(rows.map((row) => [row.reference, row.channel_details]))
  const card = { brand: 'visa', bin: '408408', expiryMonth: 12, expiryYear: 2030, bank: null }
  const account = { bankName: 'Sandbox', accountNumber: '90', accountName: 'Ade', expiresAt: at }
  assert.deepEqual(stored, {
    none: {},
    card: { card },
    'erased card': { card: { ...card, bin: null, expiryMonth: null, expiryYear: null } },
    transfer: { bank_transfer: { ...account, senderName: 'ADA', senderBank: 'Kuda' } },
    ussd: { ussd: { code: '*966#', bankName: 'Zenith', expiresAt: at } },
    'demo qr': {},
    qr: {
      bank_transfer: { ...account, accountNumber: '91', senderName: null, senderBank: null },
      qr: { code: '000201', expiresAt: at },
    },
    account: { bank_account: { bankName: 'Zenith', last4: '0011' } },
    debit: { direct_debit: { bankName: 'Zenith', last4: '0018' } },
  })
  for (const details of Object.values(stored)) assert.deepEqual(parseChannelDetails(details), details)
  assert.equal(rows.find(({ reference }) => reference === 'card').card_last4, '4081')
  await assert.rejects(client.query(`update payments set channel_details = '[]'`), /payments_channel_details/)
})

test('each year’s holidays are added once: a year that the operator changed stays as it is, also an older database', async (t) => {
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
  test(`checks of cards are in no sales figure of an older database, which was ${isRolledUp ? '' : 'not '}folded`, async (t) => {
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
    assert.deepEqual(await selectRows('select email, first_paid_at, last_paid_at from customers order by email'), [
      ['ada@example.com', new Date('2026-11-08T10:00:00Z'), new Date('2026-11-09T09:00:00Z')],
      ['only.checked@example.com', null, null],
    ])
  })

test('no column holds what belongs to one database cluster, such as a transaction id', async (t) => {
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
