import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { temporaryFolder } from '../../testing/crashed-database.ts'
import { runNow } from '../../testing/drain.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { createSimulatedMerchant } from '../../testing/simulated-merchant.ts'
import { fillLedgerMerchants } from './fill-merchants.ts'

type Fixture = Awaited<ReturnType<typeof settlementFixture>>

const read = async <Row extends object>({ app }: Fixture, text: string) =>
  (await app.runtime.database.read((tx) => tx.$client.query<Row>(text))).rows

const tables = ['ledger_accounts', 'ledger_entries', 'ledger_lines', 'ledger_unsettled_lines', 'ledger_snapshots']

/** The rows of all tables with their merchants. */
const readMerchants = (fixture: Fixture) =>
  Promise.all(tables.map((table) => read(fixture, `select * from ${table} row order by row::text`)))

/** What a version before has written: the same without merchants. */
const forgetMerchants = ({ app }: Fixture) =>
  app.runtime.database.write(async (tx) => {
    for (const table of tables) await tx.$client.query(`update ${table} set merchant_id = null`)
  })

/** A business with payments, shares, an advance, a reserve, a returned payout, and a lost dispute of which nothing is held. */
async function openHistory(fixture: Fixture) {
  const business = await createSimulatedMerchant(fixture, { reserveBps: 1_000 })
  const [first, second] = business.recipientIds
  const shares = [
    { partyId: first!, value: 3_000 },
    { partyId: second!, value: 2_000 },
  ]
  await business.pay(2_000_000, { type: 'percentage', feeBearer: 'business', shares } as never)
  await business.pay(700_000)
  await business.refund(0.9, 'failed')
  business.setBank('returns')
  await business.morning()
  business.setBank('pays')
  await business.morning()
  await business.refund(0.1, 'processed')
  for (let days = 0; days < 5; days++) await business.morning()
  await business.dispute(0.6, 'lost')
  await business.pay(300_000)
  return business
}

test('entries of a version before get the merchants that new entries have, in two runs at once; its later entries, too', async (t) => {
  const fixture = await settlementFixture(t)
  await openHistory(fixture)
  await openHistory(fixture)
  await runNow(fixture.app.runtime, 'roll-up-ledger')
  const [entries] = await read<{ mine: number; platform: number }>(
    fixture,
    `select count(*) filter (where accounts > 0)::int as mine, count(*) filter (where accounts = 0)::int as platform from (
       select count(*) filter (where account.owner <> 'TEST') as accounts
       from ledger_lines line join ledger_accounts account on account.id = line.account_id group by line.entry_id
     ) entry`,
  )
  assert.ok(entries!.mine > 30 && entries!.platform >= 1, JSON.stringify(entries))
  assert.deepEqual(await fixture.faults(), [])
  const written = await readMerchants(fixture)
  assert.ok(written.flat().every((row) => 'merchant_id' in row && row.merchant_id !== null))

  await forgetMerchants(fixture)
  assert.deepEqual(await fixture.faults(), [])
  const unitOfWork = jobUnitOfWork(fixture.app.runtime)
  const fill = () => fillLedgerMerchants(unitOfWork, { atOnce: 7, runMs: 60_000 })
  assert.deepEqual(await Promise.all([fill(), fill()]), [true, true])
  await fill()
  assert.deepEqual(await readMerchants(fixture), written)

  // A process of the version before still runs, and its entry is older than the last one that was filled.
  await fixture.app.runtime.database.write(async ({ $client }) => {
    await $client.query(`
      with old as (select id from ledger_entries where reference like 'payment:%' order by id limit 1),
        entry as (update ledger_entries set merchant_id = null from old where ledger_entries.id = old.id)
      update ledger_lines set merchant_id = null from old where entry_id = old.id`)
  })
  await runNow(fixture.app.runtime, 'fill-ledger-merchants')
  assert.deepEqual(await readMerchants(fixture), written)
  assert.deepEqual(await fixture.faults(), [])
})

test('the ledger check finds an entry, a line, a copy or an account of another merchant', async (t) => {
  const fixture = await settlementFixture(t)
  await fixture.pay(500_000)
  const other = (await fixture.app.createUser('Other')).merchantId
  for (const [table, fault] of [
    ['ledger_entries', /The entry payment:.* is of the merchant .*, but not all of its lines/],
    ['ledger_lines', /The entry payment:.* is of the merchant .*, but not all of its lines/],
    ['ledger_deltas', /An amount of the entry payment:.* is waiting in ledger_deltas for the merchant/],
    [
      'ledger_unsettled_lines',
      /An amount of the entry payment:.* is waiting in ledger_unsettled_lines for the merchant/,
    ],
    ['ledger_accounts', /The account pending of .* has another merchant/],
  ] as const) {
    const set = (merchantId: string, but: string) =>
      fixture.app.runtime.database.write((tx) =>
        tx.$client.query(`update ${table} set merchant_id = $1 where merchant_id = $2`, [merchantId, but]),
      )
    await set(other, fixture.merchantId)
    const found = await fixture.faults()
    assert.ok(
      found.some((sentence) => fault.test(sentence)),
      `${table}: ${found.join('; ')}`,
    )
    await set(fixture.merchantId, other)
    assert.deepEqual(await fixture.faults(), [])
  }
})

const many = 1_000

/** Entries of half a year ago, each between the platform and one of ten businesses. */
const seedOldEntries = ({ app }: Fixture) =>
  app.runtime.database.write(async ({ $client }) => {
    await $client.query(`
      insert into merchants (mode, merchant_code, business_name, business_email, country_id)
        select 'TEST', 'OLD' || i, 'Old ' || i, 'old@example.com', 566 from generate_series(0, 9) i;
      insert into ledger_accounts (owner, kind) select id::text, 'reserved' from merchants where merchant_code like 'OLD%'
        union all select 'TEST', 'processor_clearing';
      insert into ledger_entries (id, reference, description, at, line_count)
        select (lpad(to_hex(1770000000000 + i), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid, 'old:' || i, 'Old', now(), 2
        from generate_series(1, ${many}) i;
      insert into ledger_lines (entry_id, account_id, amount_kobo)
        select entry.id, account.id, case account.kind when 'reserved' then 100 else -100 end
        from ledger_entries entry
        join merchants merchant on merchant.merchant_code = 'OLD' || split_part(entry.reference, ':', 2)::int % 10
        join ledger_accounts account on account.owner in (merchant.id::text, 'TEST');
      insert into ledger_snapshots (account_id, balance_kobo)
        select account_id, sum(amount_kobo) from ledger_lines group by account_id`)
  })

const countFilled = async (fixture: Fixture) =>
  (await read<{ filled: number }>(fixture, 'select count(merchant_id)::int as filled from ledger_entries'))[0]!.filled

/** The process of the server that fills entries and waits for a lock. */
async function findWaiting(fixture: Fixture): Promise<number> {
  for (let look = 0; look < 1200; look++) {
    const [found] = await read<{ pid: number }>(
      fixture,
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%from ledger_merchant_fills%'`,
    )
    if (found) return found.pid
    await pause(25)
  }
  return assert.fail('No process fills entries')
}

test('kill -9 while merchants are filled, then two processes at once: every row has its merchant, and the ledger is right', async (t) => {
  const fixture = await settlementFixture(t)
  await seedOldEntries(fixture)
  const { url } = fixture.app.runtime.database
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: await temporaryFolder(t) }
  const program = fileURLToPath(new URL('../../testing/fill-process.ts', import.meta.url))
  const start = () => fork(program, { env, stdio: 'ignore' })

  const pid = await fixture.app.runtime.database.write(async ({ $client }) => {
    await $client.query(`select from ledger_entries where reference = 'old:450' for update`)
    const killed = start()
    const ended = once(killed, 'exit')
    const waiting = await findWaiting(fixture)
    killed.kill('SIGKILL')
    await ended
    return waiting
  })
  await read(fixture, `select pg_terminate_backend(${pid}, 10000)`)
  assert.equal(await countFilled(fixture), 400)
  assert.deepEqual(await fixture.faults(), [])

  const ends = await Promise.all([start(), start()].map((one) => once(one, 'exit')))
  assert.deepEqual(
    ends.map(([code]) => code),
    [0, 0],
  )
  const wrong = await read(
    fixture,
    `select entry.id from ledger_entries entry
     join merchants merchant on merchant.merchant_code = 'OLD' || split_part(entry.reference, ':', 2)::int % 10
     left join ledger_lines line on line.entry_id = entry.id and line.merchant_id = merchant.id
     where entry.merchant_id is distinct from merchant.id group by entry.id having count(*) <> 2 or count(line.entry_id) = 0`,
  )
  assert.deepEqual(wrong, [])
  assert.equal(await countFilled(fixture), many)
  const [position] = await read<{ id: string }>(fixture, 'select up_to_entry_id as id from ledger_merchant_fills')
  const [newest] = await read<{ id: string }>(fixture, 'select id from ledger_entries order by id desc limit 1')
  assert.equal(position!.id, newest!.id)
  assert.deepEqual(await fixture.faults(), [])
})
