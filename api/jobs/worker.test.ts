import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { register } from '@adire/contract/registration.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { testApp } from '../testing/app.ts'
import { enqueue, job } from './queue.ts'
import { startWorker } from './worker.ts'

const newcomer = { businessName: 'Tola Atelier', countryId: 566, email: 'tola@example.com', password: 'Indigo-2026' }
const unknown = job('unheard-of', z.object({ n: z.number() }))

async function until(condition: () => Promise<boolean>, deadlineMs = 15_000) {
  const end = Date.now() + deadlineMs
  while (!(await condition())) {
    assert.ok(Date.now() < end, 'it did not come true in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('what a committed transaction promised is done by the worker; what was rolled back is not', async (t) => {
  const api = await testApp(t)
  await assert.rejects(
    api.runtime.database.write(async (tx) => {
      await enqueue(tx, unknown, { n: 1 })
      throw new Error('changed my mind')
    }),
  )
  const { rows } = await api.runtime.database.read((tx) => tx.execute(sql`select count(*)::int as left from outbox`))
  assert.equal(rows[0]!.left, 0)

  await api.asClient().call(register, newcomer)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  t.after(() => worker.stop())
  assert.equal(await worker.healthy(), true)
  const folder = join(api.runtime.config.dataDir, 'mail')
  await until(async () => (await readdir(folder).catch(() => [])).some((name) => name.endsWith('.eml')))
})

test('two promises with one key are one, also after the first was kept', async (t) => {
  const api = await testApp(t)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  t.after(() => worker.stop())
  const queued = async () => {
    const { rows } = await api.runtime.database.read((tx) =>
      tx.execute<{ jobs: number }>(sql`select count(*)::int as jobs from pgboss.job where name = 'mail-verification'`),
    )
    return rows[0]!.jobs
  }
  const mail = job('mail-verification', z.object({ userId: z.string() }))
  const userId = crypto.randomUUID()
  for (let times = 0; times < 3; times++) {
    await api.runtime.database.write((tx) => enqueue(tx, mail, { userId }, { key: 'once' }))
    await worker.dispatch()
  }
  await until(async () => (await queued()) === 1)
})

test('a promise for later waits for its time', async (t) => {
  const api = await testApp(t)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  t.after(() => worker.stop())
  const mail = job('mail-verification', z.object({ userId: z.string() }))
  const runAt = new Date(api.runtime.clock().getTime() + 3_600_000)
  await api.runtime.database.write((tx) => enqueue(tx, mail, { userId: crypto.randomUUID() }, { runAt }))
  const waiting = async () => {
    const { rows } = await api.runtime.database.read((tx) =>
      tx.execute<{ n: number }>(sql`select count(*)::int as n from outbox`),
    )
    return rows[0]!.n
  }
  await worker.dispatch()
  assert.equal(await waiting(), 1)
  api.forward(3_600_001)
  await until(async () => (await waiting()) === 0)
})
