import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '../../database/connect.ts'
import { asOneClient } from '../../database/one-client.ts'
import { testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { rollUpPaymentStats } from './roll-up.ts'

/** Adds a delta of 100 kobo with a chosen number. */
const addDelta = (tx: Tx, merchantId: string, id: number) =>
  tx.$client.query(
    `insert into payment_stat_deltas (merchant_id, id, day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo)
     overriding system value values ($1, $2, '2026-11-01', 'success', 'card', 1, 100, 0, 0, 100, 0)`,
    [merchantId, id],
  )

/** Per business, what is rolled up and what is not yet. */
async function readSums(tx: Tx, merchantIds: readonly string[]) {
  const sums: number[][] = []
  for (const merchantId of merchantIds) {
    const { rows } = await tx.$client.query<{ rolledUp: number; waiting: number }>(
      `select (select coalesce(sum(count), 0)::int from payment_days where merchant_id = $1) as "rolledUp",
         (select count(*)::int from payment_stat_deltas where merchant_id = $1) as waiting`,
      [merchantId],
    )
    sums.push([rows[0]!.rolledUp, rows[0]!.waiting])
  }
  return sums
}

test('deltas of two businesses with the same number are rolled up one by one', async (t) => {
  const app = await testApp(t)
  const { read, write } = app.runtime.database
  const merchantIds = [(await app.createUser()).merchantId, (await app.createUser()).merchantId]
  await write(async (tx) => {
    for (const merchantId of merchantIds) await addDelta(tx, merchantId, 7)
  })
  assert.equal(await write((tx) => rollUpPaymentStats(tx, 1)), 1)
  const sums = await read((tx) => readSums(tx, merchantIds))
  assert.deepEqual(sums.toSorted(), [
    [0, 1],
    [1, 0],
  ])
  assert.equal(await write((tx) => rollUpPaymentStats(tx, 2)), 1)
  assert.deepEqual(await read((tx) => readSums(tx, merchantIds)), [
    [1, 0],
    [1, 0],
  ])
})

test('two roll-ups at once count a delta once, and one that is committed late is rolled up later', async (t) => {
  const app = await testApp(t)
  const { read, write } = app.runtime.database
  const { merchantId } = await app.createUser()
  const written = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  atEnd(t, () => commit.resolve())
  const late = write(async (tx) => {
    await addDelta(tx, merchantId, 1)
    written.resolve()
    await commit.promise
  })
  await written.promise
  await write(async (tx) => {
    for (let id = 2; id <= 9; id++) await addDelta(tx, merchantId, id)
  })
  await Promise.all([1, 2].map(() => write((tx) => rollUpPaymentStats(tx, 5))))
  await write((tx) => rollUpPaymentStats(tx, 5))
  assert.deepEqual(await read((tx) => readSums(tx, [merchantId])), [[8, 0]])
  commit.resolve()
  await late
  assert.equal(await write((tx) => rollUpPaymentStats(tx, 5)), 1)
  assert.deepEqual(await read((tx) => readSums(tx, [merchantId])), [[9, 0]])
})

test('many deltas at once are rolled up after hours without a payment', async (t) => {
  const app = await testApp(t)
  const { read, write, url } = app.runtime.database
  const { merchantId } = await app.createUser()
  await asOneClient(url, (client) => client.query('vacuum analyze payment_stat_deltas'))
  // PostgreSQL keeps the plan of a statement that it has planned five times.
  for (let run = 0; run < 6; run++) await write((tx) => rollUpPaymentStats(tx, 20_000))
  await write((tx) =>
    tx.$client.query(
      `insert into payment_stat_deltas (merchant_id, day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo)
       select $1, '2026-11-01', 'success', 'card', 1, 100, 0, 0, 100, 0 from generate_series(1, 20000)`,
      [merchantId],
    ),
  )
  assert.equal(await write((tx) => rollUpPaymentStats(tx, 20_000)), 20_000)
  assert.deepEqual(await read((tx) => readSums(tx, [merchantId])), [[20_000, 0]])
})
