import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { platformMerchantId } from '../ledger/accounts.ts'
import { paymentReceived } from '../ledger/entries.ts'
import { postEntry } from '../ledger/ledger.ts'
import { processorRecorded } from '../ledger/processor-entries.ts'
import { rollUpLedger } from '../ledger/roll-up.ts'
import { atEnd } from '../testing/at-end.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { moveLinesBefore, postSharedEntry, readBalancesBefore, rollUpLedgerBefore } from '../testing/ledger-before.ts'
import { createDatabase } from '../testing/old-database.ts'
import { findProcess, startMigrate } from '../testing/operator-migrate.ts'
import { connectDatabase } from './connect.ts'
import { moveSharedLines } from './early-lines.ts'
import { migrateDatabase } from './migrate.ts'

/** The migrations of the version before: each merchant has accounts of the platform, and a job moves older lines there. */
const before = 100
const missing = ['0100_snapshots-by-merchant']
const at = new Date('2026-11-27T09:00:00Z')
const kobo = { amountKobo: 150_000, feeKobo: 2_100, vatKobo: 158, netKobo: 147_742 }
const merchants = Array.from({ length: 5 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`)
const paid = (index: number) => {
  const [id, merchantId] = [crypto.randomUUID(), merchants[index % merchants.length]!]
  return paymentReceived('TEST', { id, reference: `pay_${id}`, merchantId, ...kobo }, at)
}

async function connect(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the test database is dropped before its connections end
  await client.connect()
  atEnd(t, () => client.end())
  return client
}

/** Forty payments and a record on shared accounts; of 30 lines the deltas are not rolled up. */
async function openBefore(t: TestContext) {
  const { url, client } = await createDatabase(t, before)
  for (let index = 0; index < 40; index++) await postSharedEntry(client, paid(index))
  const imported = { id: '1', processor: 'paystack', feesKobo: 7, transferredKobo: 0 } as const
  await postSharedEntry(client, processorRecorded('TEST', imported, at)!)
  await rollUpLedgerBefore(client, 132)
  return { url, client, balances: await readBalancesBefore(client) }
}

const countShared = async (client: pg.Client) =>
  (
    await client.query(
      `select from ledger_lines line join ledger_accounts account on account.id = line.account_id
       where account.merchant_id <> line.merchant_id`,
    )
  ).rowCount

/** Accounts whose balance differs from the sum of their lines. */
const findWrongAccounts = async (client: pg.Client) =>
  (
    await client.query(
      `select account.owner, account.kind from ledger_accounts account where
         coalesce((select sum(amount_kobo) from ledger_lines where account_id = account.id), 0) <>
         coalesce((select sum(balance_kobo) from ledger_snapshots where account_id = account.id and merchant_id = account.merchant_id), 0)
         + coalesce((select sum(amount_kobo) from ledger_deltas where account_id = account.id), 0)`,
    )
  ).rows

test('shared lines move before the migration while the version before posts, rolls up and moves, and no balance changes', async (t) => {
  const { url, client, balances } = await openBefore(t)
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  const { rows: shared } = await client.query<{ id: string }>(
    `select id from ledger_accounts where owner = 'TEST' and merchant_id = '${platformMerchantId}'`,
  )
  const connections = await Promise.all(Array.from({ length: 4 }, () => connect(t, url)))
  const [watcher, first, second, old] = connections as [pg.Client, pg.Client, pg.Client, pg.Client]
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      await watcher.query('begin isolation level repeatable read')
      const { 'TEST fees': fees, 'TEST vat': vat } = await readBalancesBefore(watcher)
      const { rows } = await watcher.query<{ payments: number }>(
        `select count(*)::int as payments from ledger_entries where reference like 'payment:%'`,
      )
      await watcher.query('commit')
      const { payments } = rows[0]!
      assert.deepEqual([fees, vat], [payments * kobo.feeKobo, payments * kobo.vatKobo])
    }
  }
  const watching = watch()
  await Promise.all([
    moveSharedLines(first, missing, 7),
    moveSharedLines(second, missing, 5),
    (async () => {
      for (let index = 0; index < 20; index++) {
        await database.write((tx) => postEntry(tx, paid(index))) // as the version before: to the merchant's accounts
        if (index % 4 === 0) await rollUpLedgerBefore(old, 3)
        await moveLinesBefore(old, shared[index % shared.length]!.id, 3)
      }
    })(),
  ])
  isDone = true
  await watching
  assert.deepEqual([await countShared(client), await findWrongAccounts(client)], [0, []])
  await migrateDatabase(url)
  await rollUpLedgerBefore(client, 20)
  await database.write((tx) => rollUpLedger(tx, 20))
  await rollUpLedgerBefore(client, 1_000)
  assert.deepEqual([await countShared(client), await findWrongAccounts(client)], [0, []])
  const after = await readBalancesBefore(client)
  assert.equal(after['TEST fees'], 60 * kobo.feeKobo)
  assert.equal(after['TEST processor_fees'], balances['TEST processor_fees'])
  assert.equal((await client.query(`select from ledger_deltas`)).rowCount, 0)
  await assert.rejects(client.query('select from ledger_merchant_fills'), { code: '42P01' })
})

test('kill -9 while lines are rolled up or moved, then two processes at once: each line is moved once', async (t) => {
  const { url, client, balances } = await openBefore(t)
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), DEMO: 'off' }
  const other = await connect(t, url)
  for (const [lock, statement] of [
    [
      `select from ledger_deltas delta join ledger_accounts account on account.id = account_id where owner = 'TEST' for update of delta`,
      'delete from ledger_deltas',
    ],
    [
      `select from ledger_lines where amount_kobo = ${kobo.vatKobo} for update`,
      'update ledger_lines line set account_id',
    ],
  ] as const) {
    await other.query(`begin; ${lock}`)
    const killed = startMigrate(env)
    const pid = await findProcess(client, statement)
    await killed.kill()
    await client.query('select pg_terminate_backend($1, 10000)', [pid])
    await other.query('rollback')
    assert.deepEqual(await readBalancesBefore(client), balances)
    assert.ok((await countShared(client))! > 0)
  }
  const both = [startMigrate(env), startMigrate(env)]
  for (const { code, output } of await Promise.all(both.map((one) => one.readEnd()))) assert.equal(code, 0, output)
  assert.deepEqual(await readBalancesBefore(client), balances)
  assert.deepEqual([await countShared(client), await findWrongAccounts(client)], [0, []])
})
