import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { checkLedger } from '../features/settlements/check-ledger.ts'
import { moveSharedLines } from '../features/settlements/move-shared-lines.ts'
import { platformMerchantId } from '../ledger/accounts.ts'
import { disputeDecided, paymentReceived, refundTaken } from '../ledger/entries.ts'
import { getBalance, postEntry } from '../ledger/ledger.ts'
import { processorRecorded } from '../ledger/processor-entries.ts'
import { rollUpLedger } from '../ledger/roll-up.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { postEntryBefore, readBalancesBefore, rollUpLedgerBefore } from '../testing/ledger-before.ts'
import { createDatabase } from '../testing/old-database.ts'
import { findProcess, startMigrate } from '../testing/operator-migrate.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** The migrations of the version before the one that puts the merchant into the keys of the ledger. */
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
  for (const entry of entriesBefore) assert.equal(await postEntryBefore(client, entry), true)
  await rollUpLedgerBefore(client, 5)
  return { url, client }
}

/** Entries that the job of the version before has not filled, since a version before that. */
const forget = (client: pg.Client) =>
  client.query(tables.map((table) => `update ${table} set merchant_id = null`).join('; '))

/** All rows of the ledger, with their merchants. */
async function readRows(client: pg.Client): Promise<unknown[]> {
  const results = []
  for (const table of tables) results.push((await client.query(`select * from ${table} row order by row::text`)).rows)
  return results
}

const constraints = `select conname from pg_constraint where conname like '%_early_merchant'`

test('merchants that the job has not filled are filled before the migration, and no row of the ledger changes otherwise', async (t) => {
  const { url, client } = await openBefore(t)
  const rows = await readRows(client)
  await forget(client)
  await migrateDatabase(url)
  assert.deepEqual(await readRows(client), rows)
  const { rows: entries } = await client.query(
    'select merchant_id as id from ledger_entries order by ledger_entries.id',
  )
  assert.deepEqual(
    entries.map(({ id }) => id),
    [merchantId, merchantId, platformMerchantId],
  )
  assert.equal((await client.query(constraints)).rowCount, 0)
  for (const table of tables)
    await assert.rejects(client.query(`update ${table} set merchant_id = null`), { code: '23502' })
})

test('a process of the version before posts, reads and rolls up beside this one, and an entry is posted once', async (t) => {
  const { url, client } = await openBefore(t)
  const balances = await readBalancesBefore(client)
  await migrateDatabase(url)
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  assert.deepEqual(await readBalancesBefore(client), balances)

  assert.equal(await postEntryBefore(client, paid(4)), true)
  assert.equal(await database.write((tx) => postEntry(tx, paid(4))), false)
  assert.equal(await database.write((tx) => postEntry(tx, paid(5))), true)
  assert.equal(await postEntryBefore(client, paid(5)), false)
  await rollUpLedgerBefore(client, 3)
  await database.write((tx) => rollUpLedger(tx, 3))
  await rollUpLedgerBefore(client, 100)
  const refund = { id: paymentId(9), reference: 'rfd', merchantId, pendingKobo: 100, availableKobo: 0 }
  const refunded = refundTaken('TEST', refund, at)
  assert.equal(await database.write((tx) => postEntry(tx, refunded)), true)
  assert.equal(await postEntryBefore(client, refunded), false)
  await client.query(
    `insert into refunds (merchant_id, id, payment_id, reference, status, amount_kobo, from_pending_kobo, reason, requested_by_kind, requested_by, created_at)
     values ($1, $2, $3, 'rfd', 'processed', 100, 100, 'x', 'user', 'Ada', now())`,
    [merchantId, paymentId(9), paymentId(4)],
  )

  for (const [name, kobo] of Object.entries(await readBalancesBefore(client))) {
    const [owner, kind] = name.split(' ') as [string, 'pending']
    assert.equal(await database.read((tx) => getBalance(tx, { owner, kind })), kobo, name)
  }
  const { 'TEST fees': fees, 'TEST vat': vat, 'TEST processor_clearing': clearing } = await readBalancesBefore(client)
  assert.deepEqual([fees, vat, clearing], [3 * 17_500, 3 * 1_313, -3 * 500_000 + 500_000 + 100 + 100])
  const write: Parameters<typeof checkLedger>[0] = (use) => database.write((tx) => use({ tx } as never))
  assert.deepEqual((await checkLedger(write)).faults, [])
  // Lines of both versions come to the accounts of the platform for the merchant; those of no merchant stay.
  const sums = await readBalancesBefore(client)
  await database.write((tx) => rollUpLedger(tx, 100))
  await moveSharedLines({ write } as never)
  assert.deepEqual((await checkLedger(write)).faults, [])
  assert.deepEqual(await readBalancesBefore(client), sums)
  const { rows: shared } = await client.query(
    `select entry.reference from ledger_lines line join ledger_entries entry on entry.id = line.entry_id
     join ledger_accounts account on account.id = line.account_id where account.merchant_id = '${platformMerchantId}'`,
  )
  assert.deepEqual(shared, Array(2).fill({ reference: 'processor:1' }))
})

test('kill -9 while merchants are filled, then two processes at once: each row has its merchant', async (t) => {
  const { url, client } = await openBefore(t)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off' }
  const rows = await readRows(client)
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
  assert.equal(await postEntryBefore(client, paid(4)), true)
  const both = [startMigrate(env), startMigrate(env)]
  for (const { code, output } of await Promise.all(both.map((one) => one.readEnd()))) assert.equal(code, 0, output)
  assert.equal(
    (await client.query(`delete from ledger_entries where reference = 'payment:${paymentId(4)}'`)).rowCount,
    1,
  )
  for (const table of ['ledger_lines', 'ledger_deltas', 'ledger_unsettled_lines'])
    await client.query(`delete from ${table} row where not exists (select from ledger_entries where id = row.entry_id)`)
  assert.deepEqual(await readRows(client), rows)
})

test('a row whose merchant nothing tells stops the migration with a sentence, and the version before continues', async (t) => {
  const { url, client } = await openBefore(t)
  await client.query('insert into ledger_lines (entry_id, account_id, amount_kobo) values (uuidv7(), uuidv7(), 5)')
  await assert.rejects(migrateDatabase(url), /Rows of ledger_lines have no merchant.*ledger check/)
  assert.equal(await postEntryBefore(client, paid(4)), true)
  await client.query('delete from ledger_lines where merchant_id is null')
  await migrateDatabase(url)
  assert.equal(await postEntryBefore(client, paid(5)), true)
})
