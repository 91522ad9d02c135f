import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Database } from '../database/connect.ts'
import { moveSharedLines } from '../features/settlements/move-shared-lines.ts'
import { atEnd } from '../testing/at-end.ts'
import { postEntryBefore, readBalancesBefore, rollUpLedgerBefore } from '../testing/ledger-before.ts'
import { reusedDatabase } from '../testing/reused-database.ts'
import { platformAccount, platformMerchantId } from './accounts.ts'
import { paymentReceived } from './entries.ts'
import { getBalance, postEntry } from './ledger.ts'
import { processorRecorded } from './processor-entries.ts'
import { rollUpLedger } from './roll-up.ts'

const at = new Date('2026-11-27T09:00:00Z')
const kobo = { amountKobo: 150_000, feeKobo: 2_100, vatKobo: 158, netKobo: 147_742 }
const paid = (merchantId: string) => {
  const id = crypto.randomUUID()
  return paymentReceived('TEST', { id, reference: `pay_${id}`, merchantId, ...kobo }, at)
}
const imported = () =>
  processorRecorded('TEST', { id: crypto.randomUUID(), processor: 'paystack', feesKobo: 7, transferredKobo: 0 }, at)!

/** Lines per kind of the platform's accounts, by whether all merchants share the account. */
const countLines = async (database: Database) => {
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ kind: string; shared: number; own: number }>(
      `select account.kind, count(*) filter (where account.merchant_id = '${platformMerchantId}' and line.merchant_id <> account.merchant_id)::int as shared,
         count(*) filter (where account.merchant_id = line.merchant_id)::int as own
       from ledger_lines line join ledger_accounts account on account.id = line.account_id where account.owner = 'TEST'
       group by account.kind order by account.kind`,
    ),
  )
  return Object.fromEntries(rows.map(({ kind, ...counts }) => [kind, counts]))
}

const findWrongAccounts = async (database: Database) =>
  (
    await database.read((tx) =>
      tx.$client.query(
        `select account.owner, account.kind from ledger_accounts account where
           coalesce((select sum(amount_kobo) from ledger_lines where account_id = account.id), 0) <>
           coalesce((select balance_kobo from ledger_snapshots where account_id = account.id), 0)
           + coalesce((select sum(amount_kobo) from ledger_deltas where account_id = account.id), 0)`,
      ),
    )
  ).rows

test('lines of a version before move to the accounts of their merchants while it posts, and no balance changes at any time', async (t) => {
  const database = await reusedDatabase(t)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  atEnd(t, () => client.end())
  const merchants = Array.from({ length: 5 }, () => crypto.randomUUID())
  const any = (index: number) => merchants[index % merchants.length]!
  const unitOfWork = {
    write: <T>(use: (context: never) => Promise<T>) => database.write((tx) => use({ tx } as never)),
  } as unknown as Parameters<typeof moveSharedLines>[0]
  for (let index = 0; index < 40; index++) await postEntryBefore(client, paid(any(index)))
  await postEntryBefore(client, imported())
  await rollUpLedgerBefore(client, 100)
  const before = await readBalancesBefore(client)

  let isDone = false
  const watch = async () => {
    while (!isDone) {
      const [fees, sum] = await database.readSnapshot(async (tx) => {
        const { rows } = await tx.$client.query<{ payments: number; sum: number }>(
          `select (select count(*)::int from ledger_entries where reference like 'payment:%') as payments,
             (select sum(amount_kobo)::int from ledger_lines) as sum`,
        )
        return [
          (await getBalance(tx, platformAccount('TEST', 'fees'))) - rows[0]!.payments * kobo.feeKobo,
          rows[0]!.sum,
        ]
      })
      assert.deepEqual([fees, sum], [0, 0])
    }
  }
  const watching = watch()
  await Promise.all([
    moveSharedLines(unitOfWork, 7),
    moveSharedLines(unitOfWork, 5),
    (async () => {
      for (let index = 0; index < 20; index++) {
        await postEntryBefore(client, paid(any(index)))
        if (index % 5 === 0) await rollUpLedgerBefore(client, 9)
      }
    })(),
    (async () => {
      for (let index = 0; index < 20; index++) {
        await database.write((tx) => postEntry(tx, paid(any(index))))
        if (index % 5 === 0) await database.write((tx) => rollUpLedger(tx, 9))
      }
    })(),
  ])
  isDone = true
  await watching
  assert.deepEqual(await findWrongAccounts(database), [])

  await rollUpLedgerBefore(client, 1_000)
  await moveSharedLines(unitOfWork, 1_000)
  assert.deepEqual(await countLines(database), {
    fees: { shared: 0, own: 80 },
    processor_clearing: { shared: 0, own: 81 },
    processor_fees: { shared: 0, own: 1 },
    vat: { shared: 0, own: 80 },
  })
  assert.deepEqual(await findWrongAccounts(database), [])
  const after = await readBalancesBefore(client)
  assert.equal(after['TEST fees'], 80 * kobo.feeKobo)
  assert.equal(after['TEST processor_fees'], before['TEST processor_fees'])
  const { rows } = await client.query<{ id: string; kobo: string }>(
    `select account.merchant_id as id, snapshot.balance_kobo as kobo from ledger_accounts account
     join ledger_snapshots snapshot on snapshot.account_id = account.id where account.kind = 'vat' and account.merchant_id <> $1`,
    [platformMerchantId],
  )
  assert.deepEqual(
    new Map(rows.map((row) => [row.id, Number(row.kobo)])),
    new Map(merchants.map((id) => [id, 16 * 158])),
  )
})
