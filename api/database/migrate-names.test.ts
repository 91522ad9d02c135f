import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { createDatabase } from '../testing/old-database.ts'
import { migrateDatabase } from './migrate.ts'

/** Rows whose stored values are renamed, and a queue with a waiting and a completed job. */
const namedBefore = `
  insert into ledger_accounts (owner, kind) select '00000000-0000-4000-8000-00000000000' || owner, kind
    from (values (1, 'owes'), (2, 'lent'), (2, 'pending')) account (owner, kind);
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

test('tables and values that are renamed keep their data', async (t) => {
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

test('the queue of a job that no process runs any more is deleted with its jobs', async (t) => {
  const { url, client } = await createDatabase(t, 103)
  const boss = new PgBoss({ connectionString: url, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  for (const name of ['move-platform-lines', 'roll-up-ledger']) {
    await boss.createQueue(name)
    await boss.send(name, {})
  }
  await boss.stop({ graceful: false })
  await migrateDatabase(url)
  const { rows } = await client.query(
    `select job.name, queue.name as queue from pgboss.job full join pgboss.queue using (name) where name not like '\\_\\_%'`,
  )
  assert.deepEqual(rows, [{ name: 'roll-up-ledger', queue: 'roll-up-ledger' }])
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

test('the migration moves the timelines of all objects to one table and loses no event', async (t) => {
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
