import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { register } from '@adire/contract/registration.ts'
import { type SQL, sql } from 'drizzle-orm'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { mailPasswordReset } from '../features/users/jobs.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { listFailed } from './failed.ts'
import { jobHandler } from './job-handler.ts'
import { defineJob, enqueueJob } from './queue.ts'
import { watchQueue } from './queue-status.ts'
import { createMissingQueues } from './queues.ts'
import { jobHandlers } from './schedule.ts'
import { outbox } from './tables.ts'
import { startWorker } from './worker.ts'

const newcomer = { businessName: 'Tola Atelier', countryId: 566, email: 'tola@example.com', password: 'Indigo-2026' }
const unknown = defineJob('unheard-of', z.object({ n: z.number() }))

async function until(condition: () => Promise<boolean>, deadlineMs = 60_000) {
  const end = Date.now() + deadlineMs
  while (!(await condition())) {
    assert.ok(Date.now() < end, 'it did not come true in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function count({ runtime }: TestApp, from: SQL): Promise<number> {
  const { rows } = await runtime.database.read((tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`),
  )
  return rows[0]!.n
}

test('the worker runs jobs of committed transactions, and none of a rolled back one', async (t) => {
  const api = await testApp(t)
  await assert.rejects(
    api.runtime.database.write(async (tx) => {
      await enqueueJob(tx, unknown, { n: 1 })
      throw new Error('changed my mind')
    }),
  )
  const { rows } = await api.runtime.database.read((tx) => tx.execute(sql`select count(*)::int as left from outbox`))
  assert.equal(rows[0]!.left, 0)

  await api.asClient().call(register, newcomer)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  assert.equal((await watchQueue(api.runtime)()).dead, 0)
  const folder = join(api.runtime.config.dataDir, 'mail')
  await until(async () => (await readdir(folder).catch(() => [])).some((name) => name.endsWith('.eml')))
})

test('two jobs with one key are one, also after the first was queued', async (t) => {
  const api = await testApp(t)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  const queued = () => count(api, sql`pgboss.job where name = 'mail-password-reset'`)
  const email = 'no.such.person@example.com'
  for (let times = 0; times < 3; times++) {
    await api.runtime.database.write((tx) => enqueueJob(tx, mailPasswordReset, { email }, { key: 'once' }))
    await worker.dispatch()
  }
  await until(async () => (await queued()) === 1)
})

test('a daily job that was missed while no worker ran follows at the next start, once', async (t) => {
  const api = await testApp(t)
  const ran: string[] = []
  const hour = (new Date().getUTCHours() + 12) % 24
  const daily = (name: string) =>
    jobHandler({
      job: defineJob(name, z.object({})),
      every: `30 ${hour} * * *`,
      run: async () => void ran.push(name),
    })
  const handlers = [{ ...daily('nightly-check'), catchesUp: true as const }, daily('nightly-alert')]
  const start = () => startWorker(api.runtime, pino({ level: 'silent' }), handlers)
  await (await start()).stop()
  const wasDownSince = (hours: number) =>
    api.runtime.database.write(async (tx) => {
      await tx.execute(sql`update pgboss.schedule set created_on = now() - interval '3 days'`)
      await tx.execute(sql`update pgboss.version set cron_on = now() - make_interval(hours => ${hours})`)
    })
  await wasDownSince(2)
  await (await start()).stop()
  await wasDownSince(24)
  const worker = await start()
  atEnd(t, () => worker.stop())
  await until(async () => ran.length > 0)
  // Whatever is scheduled was sent in the same pass.
  await until(async () => (await count(api, sql`pgboss.job where name like '__pgboss%' and state < 'completed'`)) === 0)
  assert.deepEqual(ran, ['nightly-check'])
})

test('a delayed job waits for its time', async (t) => {
  const api = await testApp(t)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  const runAt = new Date(api.runtime.clock().getTime() + 3_600_000)
  await api.runtime.database.write((tx) =>
    enqueueJob(tx, mailPasswordReset, { email: 'no.such.person@example.com' }, { runAt }),
  )
  const waiting = () => count(api, sql`outbox`)
  await worker.dispatch()
  assert.equal(await waiting(), 1)
  api.forward(3_600_001)
  await until(async () => (await waiting()) === 0)
})

test('two equal jobs in one batch are one, and the jobs after them run', async (t) => {
  const api = await testApp(t)
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  await worker.stop()
  const { write } = api.runtime.database
  const email = 'no.such.person@example.com'
  await write(async (tx) => {
    for (let times = 0; times < 3; times++) await enqueueJob(tx, mailPasswordReset, { email }, { key: 'same' })
    await enqueueJob(tx, mailPasswordReset, { email }, { key: 'other' })
  })
  const again = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => again.stop())
  await until(async () => (await count(api, sql`outbox`)) === 0)
  assert.equal(await count(api, sql`pgboss.job where name = 'mail-password-reset'`), 2)
  assert.equal(await count(api, sql`failed_jobs`), 0)
})

test('a job that cannot be queued is quarantined with its reason, and the others continue', async (t) => {
  const api = await testApp(t)
  const { write } = api.runtime.database
  const missing = defineJob('mail-password-reset', z.object({ wrong: z.number() }))
  await write(async (tx) => {
    await enqueueJob(tx, unknown, { n: 1 }, { key: 'once' })
    await enqueueJob(tx, missing, { wrong: 1 })
    await enqueueJob(tx, mailPasswordReset, { email: 'no.such.person@example.com' })
    // Longer than the limit of a PostgreSQL notification.
    await tx.insert(outbox).values({ job: 'announcement', payload: `payments:${'x'.repeat(9000)}` })
  })
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  await until(async () => (await count(api, sql`outbox`)) === 0)
  assert.equal(await count(api, sql`pgboss.job where name = 'mail-password-reset'`), 1)
  // A job with the same key that fails again replaces the first.
  await write((tx) => enqueueJob(tx, unknown, { n: 2 }, { key: 'once' }))
  await until(async () => (await count(api, sql`outbox`)) === 0)
  const failed = await api.runtime.database.read((tx) => listFailed(tx, 0, 10))
  assert.deepEqual(failed.map(({ job, state }) => `${job} ${state}`).sort(), [
    'announcement quarantined',
    'mail-password-reset quarantined',
    'unheard-of quarantined',
  ])
  for (const { error } of failed) assert.ok(error.length > 5, error)
  assert.deepEqual(failed.find(({ job }) => job === 'unheard-of')!.payload, { n: 2 })
})

test('a job that fails because the disk of the database is full is run again and keeps all its attempts', async (t) => {
  const api = await testApp(t)
  const { write } = api.runtime.database
  const { email } = await api.createUser('Tola')
  // The error of a full disk, as PostgreSQL reports it. A sequence also counts what is rolled back.
  await write(async ({ $client }) => {
    await $client.query('create sequence failed_inserts')
    await $client.query(`create function fail() returns trigger language plpgsql as
      $$ begin perform nextval('failed_inserts'); raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await $client.query('create trigger full_disk before insert on email_tokens execute function fail()')
  })
  await write((tx) => enqueueJob(tx, mailPasswordReset, { email }))
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  const given = (where: SQL) =>
    count(api, sql`pgboss.job where name = 'mail-password-reset' and retry_count = 0 and ${where}`)
  await until(async () => (await given(sql`state = 'retry' and (select is_called from failed_inserts)`)) === 1, 60_000)
  await write((tx) => tx.$client.query('drop trigger full_disk on email_tokens'))
  await until(async () => (await given(sql`state = 'completed'`)) === 1, 60_000)
})

test('a worker of the version before queues jobs of the next one, whose queues the migrate command has created', async (t) => {
  const { runtime } = await testApp(t)
  const created = await createMissingQueues(runtime.database.url)
  assert.ok(created.includes(mailPasswordReset.name))
  assert.deepEqual(await createMissingQueues(runtime.database.url), [])
  const ofBefore = jobHandlers.filter(({ job }) => job.name !== mailPasswordReset.name)
  const worker = await startWorker(runtime, pino({ level: 'silent' }), ofBefore)
  atEnd(t, () => worker.stop())
  await runtime.database.write((tx) => enqueueJob(tx, mailPasswordReset, { email: newcomer.email }))
  await worker.dispatch()
  const { rows } = await runtime.database.read((tx) =>
    tx.execute(sql`select name from pgboss.job where name = ${mailPasswordReset.name}`),
  )
  assert.equal(rows.length, 1)
  assert.deepEqual(await runtime.database.read((tx) => listFailed(tx, 0, 10)), [])
})
