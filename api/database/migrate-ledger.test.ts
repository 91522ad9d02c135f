import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { checkLedger } from '../features/settlements/check-ledger.ts'
import { platformMerchantId } from '../ledger/accounts.ts'
import { disputeDecided, paymentReceived } from '../ledger/entries.ts'
import { postEntry } from '../ledger/ledger.ts'
import { processorRecorded } from '../ledger/processor-entries.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { postSharedEntry, readBalancesBefore, rollUpLedgerBefore } from '../testing/ledger-before.ts'
import { createDatabase } from '../testing/old-database.ts'
import { findProcess, startMigrate } from '../testing/operator-migrate.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** The migrations of the version before the one that puts the merchant into the keys of the ledger: an upgrade that skips a version. */
const before = 99
const at = new Date('2026-11-02T09:00:00Z')
const merchantId = '00000000-0000-4000-8000-000000000001'
const recipientId = '00000000-0000-4000-8000-0000000000a1'
const disputeId = '00000000-0000-4000-8000-0000000000d1'
const paymentId = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
const tables = [
  ...['ledger_accounts', 'ledger_entries', 'ledger_lines'],
  ...['ledger_deltas', 'ledger_unsettled_lines', 'ledger_snapshots'],
]

/** A business with a recipient, three paid payments and a lost dispute. */
const rowsBefore = `
  insert into merchants (id, mode, merchant_code, business_name, business_email, country_id)
    values ('${merchantId}', 'TEST', 'M1', 'Ada Stores', 'ada@example.com', 566);
  insert into split_recipients (id, merchant_id, name, bank_id, account_number, account_name, created_at)
    values ('${recipientId}', '${merchantId}', 'Bola', 1, '0000000011', 'Bola', now());
  insert into payments (id, merchant_id, reference, access_code, checkout_id, status, step, channel, price_kobo, amount_kobo, fee_kobo,
      vat_kobo, net_kobo, shared_kobo, fee_bearer, customer_email, created_at, expires_at, paid_at)
    select ('00000000-0000-4000-8000-00000000000' || i)::uuid, '${merchantId}', 'pay_' || i, i, gen_random_uuid(), 'success', 'success',
      'card', amount, amount, fee, vat, amount - fee - vat, shared, 'merchant', 'ada@example.com', now(), now(), now()
    from (values (2, 500000, 17500, 1313, 100000), (4, 500000, 17500, 1313, 0),
                 (5, 500000, 17500, 1313, 0)) paid (i, amount, fee, vat, shared);
  insert into payment_shares (merchant_id, payment_id, owner_id, split_id, position, gross_kobo, charge_kobo, net_kobo, at)
    values ('${merchantId}', '${paymentId(2)}', '${recipientId}', gen_random_uuid(), 1, 100000, 0, 100000, now());
  insert into disputes (id, merchant_id, payment_id, reference, status, category, reason, processor_reference, amount_kobo, held_kobo,
      lost_kobo, owed_kobo, entries, created_at, due_at)
    values ('${disputeId}', '${merchantId}', '${paymentId(2)}', 'dsp_1', 'lost', 'fraud', 'x', 'x', 500000, 0, 500000, 500000, 1, now(),
      now());
  insert into processor_records (processor, kind, record_id, amount_kobo, currency, fee_kobo, status, is_of_dispute, at,
      booked_fee_kobo, booked_transfer_kobo, imported_at)
    values ('paystack', 'charge', '1', 0, 'NGN', 100, 'success', false, now(), 100, 0, now())`

const parts = { amountKobo: 500_000, feeKobo: 17_500, vatKobo: 1_313, netKobo: 481_187 }
const paid = (index: number, more: object = {}) =>
  paymentReceived('TEST', { id: paymentId(index), reference: `pay_${index}`, merchantId, ...parts, ...more }, at)
/** All that the version before wrote: shared; lost without a balance; of no business. */
const entriesBefore = [
  paid(2, { shares: [{ recipientId, netKobo: 100_000 }] }),
  disputeDecided(
    'TEST',
    { id: disputeId, reference: 'dsp_1', merchantId, entries: 0, heldKobo: 0, lostKobo: 500_000 },
    at,
  ),
  processorRecorded('TEST', { id: '1', processor: 'paystack', feesKobo: 100, transferredKobo: 0 }, at)!,
]

/** A database of the version before, with entries of which some are rolled up. */
async function openBefore(t: TestContext) {
  const { url, client } = await createDatabase(t, before)
  await client.query(rowsBefore)
  for (const entry of entriesBefore) assert.equal(await postSharedEntry(client, entry), true)
  await rollUpLedgerBefore(client, 5)
  return { url, client }
}

/** Entries that the job of the version before has not filled, since a version before that. */
const forget = (client: pg.Client) =>
  client.query(tables.map((table) => `update ${table} set merchant_id = null`).join('; '))

/** All lines with their entries and merchants, and what is not rolled up or settled. */
async function readLines(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select entry.*, account.owner, account.kind, line.amount_kobo, line.merchant_id as line_of, delta.amount_kobo as delta, delta.merchant_id as delta_of,
       unsettled.amount_kobo as unsettled, unsettled.merchant_id as unsettled_of
     from ledger_entries entry join ledger_lines line on line.entry_id = entry.id
     join ledger_accounts account on account.id = line.account_id
     left join ledger_deltas delta on delta.entry_id = line.entry_id and delta.account_id = line.account_id
     left join ledger_unsettled_lines unsettled on unsettled.entry_id = line.entry_id and unsettled.account_id = line.account_id
     order by entry.id, account.owner, account.kind`,
  )
  return rows
}

const constraints = `select conname from pg_constraint where conname like '%_early_merchant'`

test('an upgrade that skips a version fills merchants and moves lines to their accounts, and no balance changes', async (t) => {
  const { url, client } = await openBefore(t)
  const [lines, balances] = [await readLines(client), await readBalancesBefore(client)]
  await forget(client)
  await migrateDatabase(url)
  assert.deepEqual([await readLines(client), await readBalancesBefore(client)], [lines, balances])
  const { rows: accounts } = await client.query<{ id: string; lines: number }>(
    `select account.merchant_id as id, count(*)::int as lines from ledger_lines line join ledger_accounts account on account.id = line.account_id
     where line.merchant_id = account.merchant_id group by 1 order by 1`,
  )
  assert.deepEqual(accounts, [
    { id: platformMerchantId, lines: 2 },
    { id: merchantId, lines: 7 },
  ])
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  for (const index of [4, 5]) assert.equal(await database.write((tx) => postEntry(tx, paid(index))), true)
  assert.deepEqual((await checkLedger((use) => database.write((tx) => use({ tx } as never)))).faults, [])
  assert.equal((await client.query(constraints)).rowCount, 0)
  for (const table of tables)
    await assert.rejects(client.query(`update ${table} set merchant_id = null`), { code: '23502' })
})

test('kill -9 while merchants are filled, then two processes at once: each row has its merchant', async (t) => {
  const { url, client } = await openBefore(t)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off' }
  const lines = await readLines(client)
  await forget(client)
  const other = new pg.Client({ connectionString: url })
  other.on('error', () => {}) // the test database is dropped before its connections end
  await other.connect()
  atEnd(t, () => other.end())
  await other.query(`begin; select from ledger_entries where reference = 'processor:1' for update`)
  const killed = startMigrate(env)
  const pid = await findProcess(client, 'update ledger_entries entry set merchant_id')
  await killed.kill()
  await client.query('select pg_terminate_backend($1, 10000)', [pid])
  await other.query('rollback')
  // The version before continues.
  assert.equal(await postSharedEntry(client, paid(4)), true)
  const both = [startMigrate(env), startMigrate(env)]
  for (const { code, output } of await Promise.all(both.map((one) => one.readEnd()))) assert.equal(code, 0, output)
  assert.equal(
    (await client.query(`delete from ledger_entries where reference = 'payment:${paymentId(4)}'`)).rowCount,
    1,
  )
  for (const table of ['ledger_lines', 'ledger_deltas', 'ledger_unsettled_lines'])
    await client.query(`delete from ${table} row where not exists (select from ledger_entries where id = row.entry_id)`)
  assert.deepEqual(await readLines(client), lines)
})

test('a row whose merchant nothing tells stops the migration with a sentence, and the version before continues', async (t) => {
  const { url, client } = await openBefore(t)
  await client.query('insert into ledger_lines (entry_id, account_id, amount_kobo) values (uuidv7(), uuidv7(), 5)')
  await assert.rejects(migrateDatabase(url), /Rows of ledger_lines have no merchant.*ledger check/)
  assert.equal(await postSharedEntry(client, paid(4)), true)
  await client.query('delete from ledger_lines where merchant_id is null')
  await migrateDatabase(url)
  assert.equal((await client.query(`select from ledger_lines where entry_id is not null`)).rowCount, 13)
})
