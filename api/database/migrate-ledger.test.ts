import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { checkLedger } from '../features/settlements/check-ledger.ts'
import { fillLedgerMerchants } from '../features/settlements/fill-merchants.ts'
import { platformMerchantId } from '../ledger/accounts.ts'
import { disputeDecided, type LedgerEntry, paymentReceived } from '../ledger/entries.ts'
import { balanceSql, postEntry } from '../ledger/ledger.ts'
import { processorRecorded } from '../ledger/processor-entries.ts'
import { rollUpLedger } from '../ledger/roll-up.ts'
import { atEnd } from '../testing/at-end.ts'
import { createDatabase } from '../testing/old-database.ts'
import { connectDatabase } from './connect.ts'
import { migrateDatabase } from './migrate.ts'

/** Migrations before the one that adds merchants to the ledger. */
const before = 95
const at = new Date('2026-11-02T09:00:00Z')
const merchantId = '00000000-0000-4000-8000-000000000001'
const recipientId = '00000000-0000-4000-8000-0000000000a1'
const disputeId = '00000000-0000-4000-8000-0000000000d1'
const paymentId = (index: number) => `00000000-0000-4000-8000-00000000000${index}`

/** The statements of the version before, in one transaction each. */
async function postBefore(client: pg.Client, { reference, description, postings }: LedgerEntry) {
  const lines = new Map<string, number>()
  for (const { source, target, amountKobo } of postings)
    for (const [{ owner, kind }, kobo] of [
      [source, -amountKobo],
      [target, amountKobo],
    ] as const)
      lines.set(`${owner} ${kind}`, (lines.get(`${owner} ${kind}`) ?? 0) + kobo)
  const keys = [...lines.keys()].map((key) => key.split(' '))
  const [owners, kinds] = [keys.map(([owner]) => owner), keys.map(([, kind]) => kind)]
  await client.query(
    `insert into ledger_accounts (owner, kind) select * from unnest($1::text[], $2::text[]) on conflict (owner, kind) do nothing`,
    [owners, kinds],
  )
  const { rows } = await client.query<{ written: string }>(
    `with line as (
       select account.id, given.amount_kobo, given.is_unsettled
       from unnest($4::text[], $5::text[], $6::bigint[], $7::boolean[]) as given (owner, kind, amount_kobo, is_unsettled)
       join ledger_accounts account using (owner, kind)
     ), entry as (
       insert into ledger_entries (reference, description, at, line_count)
       select $1, $2, $3, cardinality($4::text[]) where (select count(*) from line) = cardinality($4::text[])
       on conflict (reference) do nothing
       returning id
     ), written as (
       insert into ledger_lines (entry_id, account_id, amount_kobo)
       select entry.id, line.id, line.amount_kobo from entry, line
     ), delta as (
       insert into ledger_deltas (account_id, entry_id, amount_kobo)
       select line.id, entry.id, line.amount_kobo from entry, line
     ), unsettled as (
       insert into ledger_unsettled_lines (account_id, entry_id, amount_kobo, at)
       select line.id, entry.id, line.amount_kobo, $3 from entry, line where line.is_unsettled
     )
     select count(*) as written from entry`,
    [reference, description, at, owners, kinds, [...lines.values()], kinds.map((kind) => kind === 'pending')],
  )
  return Number(rows[0]!.written)
}

const rollUpBefore = (client: pg.Client, limit: number) =>
  client.query(
    `with due as materialized (
       select account_id, entry_id from ledger_deltas limit $1 for update skip locked
     ), rolled_up as (
       delete from ledger_deltas delta using due
       where delta.account_id = due.account_id and delta.entry_id = due.entry_id
       returning delta.account_id, delta.amount_kobo
     )
     insert into ledger_snapshots (account_id, balance_kobo)
     select account_id, sum(amount_kobo) from rolled_up group by account_id order by account_id
     on conflict (account_id) do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo`,
    [limit],
  )

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
      now())`

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
]
const ofPlatform = processorRecorded('TEST', { id: '1', processor: 'paystack', feesKobo: 100, transferredKobo: 0 }, at)!

const readBalances = async (client: pg.Client) =>
  (await client.query(`select owner, kind, ${balanceSql} as kobo from ledger_accounts account order by owner, kind`))
    .rows

test('after the migration both versions post, and each entry of the version before gets its merchant; all sums stay the same', async (t) => {
  const { url, client } = await createDatabase(t, before)
  await client.query(rowsBefore)
  for (const entry of [...entriesBefore, ofPlatform]) assert.equal(await postBefore(client, entry), 1)
  await rollUpBefore(client, 5)
  const balances = await readBalances(client)

  await migrateDatabase(url)
  const database = connectDatabase({ url })
  atEnd(t, () => database.close())
  assert.deepEqual(await readBalances(client), balances)
  // Both versions run for a while, and know each other's entries.
  assert.equal(await postBefore(client, paid(4)), 1)
  assert.equal(await database.write((tx) => postEntry(tx, paid(4))), false)
  assert.equal(await database.write((tx) => postEntry(tx, paid(5))), true)
  assert.equal(await postBefore(client, paid(5)), 0)
  await rollUpBefore(client, 3)
  await database.write((tx) => rollUpLedger(tx, 3))
  const after = await readBalances(client)

  const write: Parameters<typeof checkLedger>[0] = (use) => database.write((tx) => use({ tx } as never))
  await client.query(`insert into processor_records (processor, kind, record_id, amount_kobo, currency, fee_kobo, status, is_of_dispute, at,
      booked_fee_kobo, booked_transfer_kobo, imported_at) values ('paystack', 'charge', '1', 0, 'NGN', 100, 'success', false, now(), 100, 0, now())`)
  assert.deepEqual((await checkLedger(write)).faults, [])
  assert.equal(await fillLedgerMerchants({ write }, { atOnce: 2, runMs: 60_000 }), true)
  assert.deepEqual((await checkLedger(write)).faults, [])
  assert.deepEqual(await readBalances(client), after)

  const { rows } = await client.query(
    `select reference, entry.merchant_id as id, count(line.merchant_id)::int as lines, array_agg(distinct line.merchant_id) as "idOfLines"
     from ledger_entries entry join ledger_lines line on line.entry_id = entry.id group by entry.id order by entry.id`,
  )
  const mine = (reference: string, lines: number) => ({
    reference,
    id: merchantId,
    lines,
    idOfLines: [merchantId],
  })
  assert.deepEqual(rows, [
    mine(`payment:${paymentId(2)}`, 5),
    mine(`dispute:${disputeId}:0`, 2),
    { reference: 'processor:1', id: platformMerchantId, lines: 2, idOfLines: [platformMerchantId] },
    mine(`payment:${paymentId(4)}`, 4),
    mine(`payment:${paymentId(5)}`, 4),
  ])
  const { rows: left } = await client.query(
    ['ledger_accounts', 'ledger_snapshots', 'ledger_unsettled_lines']
      .map((table) => `select '${table}' as table, count(*)::int as count from ${table} where merchant_id is null`)
      .join(' union all '),
  )
  assert.deepEqual(
    left.map(({ count }) => count),
    [0, 0, 0],
  )
})
