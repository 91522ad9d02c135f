import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { type Kept, keptBy } from '../features/payments/figures.ts'
import { foldFacts } from '../features/payments/fold.ts'
import { testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/remains.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

/** A database as it stood after the first so many migrations. */
async function databaseOf(t: TestContext, migrations: number) {
  const url = await testDatabase(t)
  const folder = await temporaryFolder(t)
  await cp(fileURLToPath(new URL('migrations', import.meta.url)), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrations) }))
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the test's database goes before its connections do
  await client.connect()
  t.after(() => client.end())
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await applyMigrations(drizzle(client), { migrationsFolder: folder })
  return { url, client }
}

/** As they were then. */
const sums = ['count', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'net_kobo', 'refunded_kobo']

/** 300 payments by two links and by none; the last 100 and what became of some others are not folded yet. */
const lived = `
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
  const { url, client } = await databaseOf(t, 7)
  await client.query(lived)
  await migrate(url)
  await migrate(url)
  const differences = async (kept: Kept, and: string) => {
    const key = keptBy[kept].join(', ')
    const summed = `${key}, ${sums.map((sum) => `sum(${sum})`).join(', ')}`
    const isThere = keptBy[kept].map((name) => `${name} is not null`).join(' and ')
    const { rows } = await client.query(
      `with kept as (
         select ${summed} from (select ${key}, ${sums.join(', ')} from ${kept} ${and}) held
         group by ${key} having sum(count) <> 0 or sum(amount_kobo) <> 0 or sum(refunded_kobo) <> 0
       ), truth as (select ${summed} from figure where ${isThere} group by ${key})
       (select * from kept except select * from truth) union all (select * from truth except select * from kept)`,
    )
    return rows
  }
  for (const kept of Object.keys(keptBy) as Kept[]) {
    const columns = `${keptBy[kept].join(', ')}, ${sums.join(', ')}`
    const isThere = kept === 'payment_link_totals' ? 'payment_link_id is not null' : 'true'
    assert.deepEqual(await differences(kept, `union all select ${columns} from payment_facts where ${isThere}`), [])
    assert.notDeepEqual(await differences(kept, ''), [])
  }
  const database = connect({ url })
  t.after(() => database.close())
  assert.ok((await database.write((tx) => foldFacts(tx, 5_000))) > 100)
  for (const kept of Object.keys(keptBy) as Kept[]) assert.deepEqual(await differences(kept, ''), [])
})

test('a migration gives way to whoever uses the table it changes, and is done when that one has ended', async (t) => {
  const { url, client } = await databaseOf(t, 9)
  const observer = new pg.Client({ connectionString: url })
  observer.on('error', () => {}) // as above
  await observer.connect()
  t.after(() => observer.end())
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
  const migrated = migrate(url)
  await until(true)
  await until(false)
  await client.query('commit')
  await migrated
})

test('the figures of settlements that were sent back, or waited, are those of all their lines after it is migrated', async (t) => {
  const { url, client } = await databaseOf(t, 10)
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
  await migrate(url)
  const { rows } = await client.query(
    `select opening_kobo, gross_kobo, fees_kobo, vat_kobo, refunds_kobo, shares_kobo, total_kobo, amount_kobo from settlements`,
  )
  assert.deepEqual(
    Object.values(rows[0]).map(Number),
    [0, 2_000_000, -50_000, -3_751, -65_062, 0, 1_881_187, 1_876_187],
  )
})
