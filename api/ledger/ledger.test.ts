import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { connectDatabase, type Database } from '../database/connect.ts'
import { asOneClient } from '../database/one-client.ts'
import { atEnd } from '../testing/at-end.ts'
import { reusedDatabase } from '../testing/reused-database.ts'
import { type LedgerAccount, type MerchantKind, merchantAccount, platformAccount } from './accounts.ts'
import {
  disputeDecided,
  disputeHeld,
  disputeRepaid,
  type LedgerEntry,
  paymentReceived,
  refundReturned,
  refundTaken,
} from './entries.ts'
import { getBalance, Overdraft, postEntry } from './ledger.ts'
import { rollUpLedger } from './roll-up.ts'
import { lockBalances, splitAmount, takeAtMost } from './take.ts'

const at = new Date('2026-03-18T09:00:00Z')
let entries = 0
/** The merchant of accounts of tests, unless an entry names another. */
const business = crypto.randomUUID()
const entry = (
  source: LedgerAccount,
  target: LedgerAccount,
  amountKobo: number,
  merchantId = business,
): LedgerEntry => ({
  reference: `test:${++entries}`,
  merchantId,
  description: 'A test',
  at,
  postings: [{ source, target, amountKobo }],
})

const clearing = platformAccount('TEST', 'processor_clearing')
const accountOf = (merchantId: string, kind: MerchantKind = 'pending') => merchantAccount(merchantId, kind)

const sum = async (database: Database) => {
  const { rows } = await database.write((tx) =>
    tx.$client.query<{ sum: number }>('select coalesce(sum(amount_kobo), 0) as sum from ledger_lines'),
  )
  return rows[0]!.sum
}

const rollUpAll = async (database: Database, limit = 3) => {
  while ((await database.write((tx) => rollUpLedger(tx, limit))) === limit);
}

test('a payment of NGN 5,000.00 credits the merchant the net amount, the platform its fee and VAT, and is owed by the processor', async (t) => {
  const database = await reusedDatabase(t)
  const merchantId = crypto.randomUUID()
  const payment = {
    id: crypto.randomUUID(),
    reference: 'pay_1',
    merchantId,
    amountKobo: 500_000,
    feeKobo: 17_500,
    vatKobo: 1_313,
    netKobo: 481_187,
  }
  const received = paymentReceived('TEST', payment, at)
  assert.equal(await database.write((tx) => postEntry(tx, received)), true)
  assert.equal(await database.write((tx) => postEntry(tx, received)), false)
  const balances = await database.read(async (tx) => [
    await getBalance(tx, accountOf(merchantId)),
    await getBalance(tx, platformAccount('TEST', 'fees')),
    await getBalance(tx, platformAccount('TEST', 'vat')),
    await getBalance(tx, clearing),
    await getBalance(tx, platformAccount('LIVE', 'fees')),
  ])
  assert.deepEqual(balances, [481_187, 17_500, 1_313, -500_000, 0])
  assert.throws(() => paymentReceived('TEST', { ...payment, netKobo: 1 }, at), RangeError)
})

test('an entry without amounts, with negative amounts or parts of a kobo is rejected', async (t) => {
  const database = await reusedDatabase(t)
  const target = accountOf(crypto.randomUUID())
  for (const amountKobo of [0, -1, 1.5, Number.NaN, 2 ** 60])
    await assert.rejects(
      database.write((tx) => postEntry(tx, entry(clearing, target, amountKobo))),
      RangeError,
    )
  await assert.rejects(
    database.write((tx) => postEntry(tx, { ...entry(clearing, target, 1), postings: [] })),
    RangeError,
  )
  assert.equal(await sum(database), 0)
})

test('for any concurrent entries the ledger sums to zero, no account is overdrawn, and a roll-up changes no balance', async (t) => {
  const database = await reusedDatabase(t)
  const merchants = [crypto.randomUUID(), crypto.randomUUID()]
  const accounts = merchants.flatMap((id) => [accountOf(id), accountOf(id, 'available')])
  const index = fc.nat(accounts.length - 1)
  const move = fc.record({
    kind: fc.constantFrom('in', 'across', 'out', 'again', 'fold'),
    from: index,
    to: index,
    amountKobo: fc.integer({ min: 1, max: 5_000 }),
  })
  const moves = fc.array(fc.array(move, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })
  const expected = new Map<LedgerAccount, number>(accounts.map((account) => [account, 0]))
  const add = (account: LedgerAccount, kobo: number) =>
    expected.has(account) && expected.set(account, expected.get(account)! + kobo)
  let last = entry(clearing, accounts[0]!, 1)
  await fc.assert(
    fc.asyncProperty(moves, async (rounds) => {
      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ kind, from, to, amountKobo }) => {
            if (kind === 'fold') return rollUpAll(database)
            const source = kind === 'in' ? clearing : accounts[from]!
            const target = kind === 'out' ? clearing : accounts[to]!
            if (source === target) return
            const made = kind === 'again' ? last : entry(source, target, amountKobo)
            last = made
            const posted = await database
              .write((tx) => postEntry(tx, made))
              .catch((error) => {
                if (error instanceof Overdraft) return false
                throw error
              })
            const { source: paid, target: got, amountKobo: moved } = made.postings[0]!
            if (posted) add(paid, -moved)
            if (posted) add(got, moved)
          }),
        )
        assert.equal(await sum(database), 0)
        for (const [account, kobo] of expected) {
          const balanceKobo = await database.read((tx) => getBalance(tx, account))
          assert.equal(balanceKobo, kobo)
          assert.ok(balanceKobo >= 0)
        }
      }
    }),
    { seed: 1, numRuns: 25 },
  )
})

test('for any refunds, returns, disputes and decisions the ledger sums to zero, and the merchant pays what the payers received', async (t) => {
  const database = await reusedDatabase(t)
  const kobo = fc.integer({ min: 1, max: 5_000 })
  const step = fc.record({
    kind: fc.constantFrom('paid', 'settled', 'refund', 'failed refund', 'dispute', 'repaid'),
    kobo,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const merchantId = crypto.randomUUID()
      let [came, went, payableKobo] = [0, 0, 0]
      for (const { kind, kobo, share } of steps)
        await database.write(async (tx) => {
          const id = crypto.randomUUID()
          const of = { id, reference: id, merchantId }
          const has = await lockBalances(tx, merchantId)
          if (kind === 'paid' || kind === 'settled') {
            const target = accountOf(merchantId, kind === 'paid' ? 'pending' : 'available')
            await postEntry(tx, entry(clearing, target, kobo, merchantId))
            came += kobo
          } else if (kind === 'refund' || kind === 'failed refund') {
            const parts = splitAmount(kobo, has)
            if (!parts) return
            await postEntry(tx, refundTaken('TEST', { ...of, ...parts }, at))
            if (kind === 'refund') went += kobo
            else {
              await postEntry(tx, refundReturned('TEST', { ...of, ...parts }, at))
              assert.deepEqual(await lockBalances(tx, merchantId), has)
            }
          } else if (kind === 'dispute') {
            const parts = takeAtMost(kobo, has)
            const heldKobo = parts.pendingKobo + parts.availableKobo
            const lostKobo = Math.round(kobo * share)
            if (heldKobo > 0) await postEntry(tx, disputeHeld({ ...of, ...parts, entries: 0 }, at))
            if (heldKobo + lostKobo > 0)
              await postEntry(tx, disputeDecided('TEST', { ...of, entries: 1, heldKobo, lostKobo }, at))
            went += lostKobo
            payableKobo += Math.max(0, lostKobo - heldKobo)
          } else {
            const parts = takeAtMost(payableKobo, has)
            const repaid = parts.pendingKobo + parts.availableKobo
            if (repaid > 0) await postEntry(tx, disputeRepaid('TEST', { ...of, ...parts, entries: 2 }, at))
            payableKobo -= repaid
          }
        })
      const { pendingKobo, availableKobo } = await database.write((tx) => lockBalances(tx, merchantId))
      assert.equal(pendingKobo + availableKobo, came - went + payableKobo)
      assert.equal(await database.read((tx) => getBalance(tx, accountOf(merchantId, 'reserved'))), 0)
      assert.equal(await sum(database), 0)
    }),
    { seed: 1, numRuns: 40 },
  )
})

test('of forty concurrent debits of a balance for ten, ten succeed', async (t) => {
  const database = await reusedDatabase(t)
  const account = accountOf(crypto.randomUUID())
  await database.write((tx) => postEntry(tx, entry(clearing, account, 1_000)))
  const taken = await Promise.all(
    Array.from({ length: 40 }, () =>
      database
        .write((tx) => postEntry(tx, entry(account, clearing, 100)))
        .catch((error) => {
          if (error instanceof Overdraft) return false
          throw error
        }),
    ),
  )
  assert.equal(taken.filter(Boolean).length, 10)
  assert.equal(await database.read((tx) => getBalance(tx, account)), 0)
})

test('an entry that is posted concurrently is posted once', async (t) => {
  const database = await reusedDatabase(t)
  const account = accountOf(crypto.randomUUID())
  const one = entry(clearing, account, 700)
  const posted = await Promise.all(Array.from({ length: 12 }, () => database.write((tx) => postEntry(tx, one))))
  assert.equal(posted.filter(Boolean).length, 1)
  assert.equal(await database.read((tx) => getBalance(tx, account)), 700)
})

test('a line that is committed after a roll-up of later lines counts, also during a long transaction such as a dump', async (t) => {
  const database = await reusedDatabase(t)
  const account = accountOf(crypto.randomUUID())
  const goOn = Promise.withResolvers<void>()
  const hasPosted = Promise.withResolvers<void>()
  await database.write((tx) => postEntry(tx, entry(clearing, account, 1)))
  const dump = database.write(async (tx) => {
    await tx.$client.query('set transaction isolation level repeatable read')
    const before = await getBalance(tx, account)
    await goOn.promise
    assert.equal(await getBalance(tx, account), before)
  })
  const slow = database.write(async (tx) => {
    await postEntry(tx, entry(clearing, account, 10))
    hasPosted.resolve()
    await goOn.promise
  })
  await hasPosted.promise
  await database.write((tx) => postEntry(tx, entry(clearing, account, 100)))
  await rollUpAll(database)
  assert.equal(await database.read((tx) => getBalance(tx, account)), 101)
  goOn.resolve()
  await Promise.all([slow, dump])
  assert.equal(await database.read((tx) => getBalance(tx, account)), 111)
  await Promise.all(Array.from({ length: 4 }, () => rollUpAll(database, 1)))
  assert.equal(await database.read((tx) => getBalance(tx, account)), 111)
  const { rows } = await database.read((tx) => tx.$client.query('select balance_kobo from ledger_snapshots'))
  assert.deepEqual(rows.map((row) => row.balance_kobo).sort(), [-111, 111])
})

test('concurrent roll-ups of several processes add each line once, while entries are posted', async (t) => {
  const database = await reusedDatabase(t)
  const other = connectDatabase({ url: database.url })
  atEnd(t, () => other.close())
  const accounts = Array.from({ length: 5 }, () => accountOf(crypto.randomUUID()))
  await Promise.all([
    ...Array.from({ length: 60 }, (_, index) =>
      database.write((tx) => postEntry(tx, entry(clearing, accounts[index % 5]!, 10 + index))),
    ),
    ...[database, other, database, other].map((each) => rollUpAll(each, 2)),
  ])
  await Promise.all([database, other, database].map((each) => rollUpAll(each, 7)))
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ deltas: number; differing: number }>(
      `select (select count(*) from ledger_deltas) as deltas, (select count(*) from ledger_snapshots snapshot
         where balance_kobo <> (
           select sum(amount_kobo) from ledger_lines line
           where line.account_id = snapshot.account_id and line.merchant_id = snapshot.merchant_id
         )
       ) as differing`,
    ),
  )
  assert.deepEqual(rows, [{ deltas: 0, differing: 0 }])
})

test('many deltas at once are rolled up after hours without an entry', async (t) => {
  const database = await reusedDatabase(t)
  await database.write((tx) => postEntry(tx, entry(clearing, accountOf(business), 100)))
  await rollUpAll(database)
  await asOneClient(database.url, (client) => client.query('vacuum analyze ledger_deltas'))
  // PostgreSQL keeps the plan of a statement that it has planned five times.
  for (let run = 0; run < 6; run++) await database.write((tx) => rollUpLedger(tx, 20_000))
  await database.write((tx) =>
    tx.$client.query(
      `insert into ledger_deltas (account_id, entry_id, amount_kobo, merchant_id)
       select id, gen_random_uuid(), 1, merchant_id from ledger_accounts, generate_series(1, 20000) where owner = $1`,
      [business],
    ),
  )
  assert.equal(await database.write((tx) => rollUpLedger(tx, 20_000)), 20_000)
  assert.equal(await database.read((tx) => getBalance(tx, accountOf(business))), 20_100)
})
