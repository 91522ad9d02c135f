import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balanceSql } from '../ledger/ledger.ts'
import { createDatabase } from '../testing/old-database.ts'
import { migrateDatabase } from './migrate.ts'

test('after the migration the sums of returned or waiting settlements include all their lines', async (t) => {
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

test('balances and unsettled amounts are the same before and after the migration that drops transaction ids', async (t) => {
  const { url, client } = await createDatabase(t, 13)
  await client.query(postedBefore)
  const before = await client.query(
    `select account.owner, account.kind, sum((coalesce(snapshot.balance_kobo, 0) + coalesce((
       select sum(line.amount_kobo) from ledger_lines line
       where line.account_id = account.id and line.xid >= coalesce(snapshot.upto, '0')
     ), 0))::bigint) as balance
     from ledger_accounts account left join ledger_snapshots snapshot on snapshot.account_id = account.id group by 1, 2 order by 1, 2`,
  )
  const unsettled = await client.query(
    `select line.account_id, line.entry_id, line.amount_kobo from ledger_lines line
     join ledger_accounts account on account.id = line.account_id and account.kind = 'pending'
     join ledger_entries entry on entry.id = line.entry_id and reference like 'payment:%'
     where line.xid >= '1025' order by 2`,
  )
  assert.equal(unsettled.rowCount, 31)
  await migrateDatabase(url)
  const after = await client.query(
    `select owner, kind, sum(${balanceSql}) as balance from ledger_accounts account group by 1, 2 order by 1, 2`,
  )
  assert.deepEqual(after.rows, before.rows)
  const lines = await client.query('select account_id, entry_id, amount_kobo from ledger_unsettled_lines order by 2')
  assert.deepEqual(lines.rows, unsettled.rows)
  // A process of the earlier version that still runs gets an error, so it cannot post without a delta.
  await assert.rejects(
    client.query(`insert into ledger_entries (reference, description, at) values ('payment:old', 'x', now())`),
    /line_count/,
  )
})
