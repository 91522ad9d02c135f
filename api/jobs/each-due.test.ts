import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { type TestApp, testApp } from '../testing/app.ts'
import { eachDue } from './each-due.ts'
import { jobUnitOfWork } from './worker.ts'

const tasks = pgTable('due_tasks', {
  merchantId: uuid('merchant_id').notNull(),
  id: uuid().notNull(),
  at: timestamp({ withTimezone: true, precision: 3 }),
})

/** A table of rows that are due, in order, and their businesses. */
async function addDueRows(app: TestApp, counts: readonly { merchantId: string; count: number }[]) {
  await app.runtime.database.write(async (tx) => {
    await tx.$client.query('create table due_tasks (merchant_id uuid, id uuid, at timestamptz(3))')
    for (const { merchantId, count } of counts)
      await tx.$client.query(
        `insert into due_tasks select $1::uuid, ('00000000-0000-7000-8000-' || lpad(nth::text, 12, '0'))::uuid, now() - interval '1 day'
         from generate_series(1, $2) nth`,
        [merchantId, count],
      )
  })
}

test('rows of businesses that hang, and were due first, delay no other business', async (t) => {
  const app = await testApp(t)
  const [hanging, also, healthy] = [
    await app.createUser('One'),
    await app.createUser('Two'),
    await app.createUser('Three'),
  ]
  await addDueRows(app, [
    { ...hanging, count: 150 },
    { ...also, count: 150 },
    { ...healthy, count: 120 },
  ])
  const released = Promise.withResolvers<void>()
  const isServed = Promise.withResolvers<void>()
  const hangs = Promise.withResolvers<void>()
  const done = new Map<string, number>()
  let [running, maxRunning] = [0, 0]
  const run = eachDue({ table: tasks, at: tasks.at }, async (_, { merchantId }) => {
    if (merchantId === hanging.merchantId) maxRunning = Math.max(maxRunning, ++running)
    if (running === 4) hangs.resolve()
    if (merchantId !== healthy.merchantId) await released.promise
    if (merchantId === hanging.merchantId) running--
    done.set(merchantId, (done.get(merchantId) ?? 0) + 1)
    if (done.get(healthy.merchantId) === 120) isServed.resolve()
    return true
  })
  const ended = run(jobUnitOfWork(app.runtime))
  await Promise.all([isServed.promise, hangs.promise])
  assert.deepEqual([...done.keys()], [healthy.merchantId])
  released.resolve()
  assert.equal(await ended, 420)
  assert.equal(maxRunning, 4)
})

test('rows that fail in each run do not keep those behind them waiting for ever', async (t) => {
  const app = await testApp(t)
  const { merchantId } = await app.createUser()
  await addDueRows(app, [{ merchantId, count: 250 }])
  const tried: number[] = []
  const run = eachDue(
    { table: tasks, at: tasks.at },
    async (_, { id }) => {
      tried.push(Number(id.slice(-12)))
      throw new Error('It cannot be done')
    },
    { maxPages: 1 },
  )
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  for (const [from, to] of [
    [1, 100],
    [101, 200],
    [201, 250],
    [1, 100],
  ] as const) {
    tried.length = 0
    await assert.rejects(run(jobUnitOfWork(app.runtime)), /cannot be done/)
    assert.deepEqual(
      tried.toSorted((one, other) => one - other),
      numbers(from, to),
    )
  }
})
