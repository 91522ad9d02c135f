import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadModule } from 'libpg-query'
import { findUnnamedUses } from './find-unnamed.ts'

const publicNames = { payments: ['access_code'], merchants: ['id', 'test_merchant_id'] }
const findIn = async (...texts: string[]) => {
  await loadModule()
  return texts.flatMap((text) => findUnnamedUses(text, publicNames).map(({ name }) => name))
}

test('a statement names the merchant of each of its tables by a condition, a join or a public name', async () => {
  const found = await findIn(
    'select id from payments where merchant_id = $1',
    'select id from payments where merchant_id = any($1::uuid[]) and status = $2',
    'select id from payments where (merchant_id, id) in (($1, $2), ($3, $4))',
    'select id from payments where (merchant_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
    'select r.id from refunds r join payments p on p.merchant_id = r.merchant_id and p.id = r.payment_id where p.merchant_id = $1',
    'select r.id from payments p left join refunds r using (merchant_id) where p.access_code = $1',
    'select id from notifications where user_id = $1 and (merchant_id = $2 or merchant_id is null)',
    'select r.status from merchants m left join go_live_requests r on r.merchant_id = coalesce(m.test_merchant_id, m.id) where m.id = $1',
    'with due as (select merchant_id, id from refunds where merchant_id = $1) update refunds r set checks = 1 from due where r.merchant_id = due.merchant_id and r.id = due.id',
    'select * from (select * from refunds) r where r.merchant_id = $1',
    'select (select count(*) from refunds r where r.merchant_id = p.merchant_id) from payments p where p.merchant_id = $1',
    'insert into refunds (merchant_id, id) values ($1, $2)',
    'delete from refunds r using unnest($1::uuid[]) as given (merchant_id) where r.merchant_id = given.merchant_id',
    "copy (select id from payments where merchant_id = 'a') to stdout",
    'select 1 from pg_stat_activity, users, pgboss.job where users.id = $1',
    'select pg_notify($1, $2)',
  )
  assert.deepEqual(found, [])
})

test('a statement without the merchant is found, with its command, table and conditions', async () => {
  const found = await findIn(
    'select id from payments where status = $1',
    'select id from payments where merchant_id = $1 or status = $2',
    'select id from payments where merchant_id <> $1',
    'update refunds set status = $1 where id = $2',
    'delete from refunds',
    'insert into refunds (id) values ($1)',
    'select r.id from payments p join refunds r on r.payment_id = p.id where p.merchant_id = $1',
    'select r.id from refunds r join payments p on p.merchant_id = r.merchant_id',
    'select (select count(*) from refunds r where r.payment_id = p.id) from payments p where p.merchant_id = $1',
    'with due as (select merchant_id from refunds limit 1) select id from payments where merchant_id = $1',
    'select id from payments where merchant_id = $1 union select id from refunds',
    'select id from payments where merchant_id in (select merchant_id from refunds)',
  )
  assert.deepEqual(found, [
    'select payments by status',
    'select payments by merchant_id, status',
    'select payments by merchant_id',
    'update refunds by id',
    'delete refunds',
    'insert refunds',
    'select refunds by payment_id',
    'select refunds by merchant_id',
    'select payments by merchant_id',
    'select refunds by payment_id',
    'select refunds',
    'select refunds',
    'select payments by merchant_id',
    'select refunds',
  ])
})
