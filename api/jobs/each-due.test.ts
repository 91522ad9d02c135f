import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { testApp } from '../testing/app.ts'
import { eachDue } from './each-due.ts'
import { jobUnitOfWork } from './worker.ts'

const tasks = pgTable('due_tasks', {
  merchantId: uuid('merchant_id').notNull(),
  id: uuid().notNull(),
  at: timestamp({ withTimezone: true, precision: 3 }),
})

test('rows that fail in each run do not keep those behind them waiting for ever', async (t) => {
  const app = await testApp(t)
  const { merchantId } = await app.createUser()
  await app.runtime.database.write(async (tx) => {
    await tx.$client.query('create table due_tasks (merchant_id uuid, id uuid, at timestamptz(3))')
    await tx.$client.query(
      `insert into due_tasks select $1::uuid, ('00000000-0000-7000-8000-' || lpad(nth::text, 12, '0'))::uuid, now() - interval '1 day'
       from generate_series(1, 250) nth`,
      [merchantId],
    )
  })
  const tried: number[] = []
  const run = eachDue(
    { table: tasks, at: tasks.at },
    async (_, { id }) => {
      tried.push(Number(id.slice(-12)))
      throw new Error('It cannot be done')
    },
    { mostPages: 1 },
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
