import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { register } from '@adire/contract/registration.ts'
import { forgotPassword } from '@adire/contract/users.ts'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { pino } from 'pino'
import { findCheckoutState } from '../features/checkout-integrity/check.ts'
import { serveHealth } from '../http/health.ts'
import type { Runtime } from '../runtime.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { mailsTo } from '../testing/mails.ts'
import { alertOperator } from './alert.ts'
import { runJobsCommand } from './operator.ts'
import { watchQueue } from './queue-status.ts'
import { failedJobs, outbox } from './tables.ts'
import { startWorker } from './worker.ts'

const silent = pino({ level: 'silent' })
const newcomer = { businessName: 'Tola Atelier', countryId: 566, email: 'tola@example.com', password: 'Indigo-2026' }
const nobody = 'no.such.person@example.com'

async function until(what: string, isSo: () => Promise<boolean>) {
  const deadline = Date.now() + 90_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `waited until ${what}`)
    await pause(50)
  }
}

async function start(t: TestContext, runtime: Runtime) {
  const worker = await startWorker(runtime, silent)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= worker.stop()
    return stopping
  }
  atEnd(t, stop)
  const app = fastify()
  serveHealth(app, runtime, { queueStatus: watchQueue(runtime), findCheckoutState })
  const health = async () => {
    const { statusCode, body } = await app.inject('/health')
    return { statusCode, ...(JSON.parse(body) as { status: string; worker: string; jobs?: object }) }
  }
  return { stop, health }
}

const readJobStates = ({ runtime }: TestApp, job: string) =>
  runtime.database.read(async (tx) => {
    const { rows } = await tx.execute<{ state: string; retry_limit: number }>(
      sql`select state::text, retry_limit from pgboss.job where name = ${job} order by created_on`,
    )
    return rows
  })

/** The operator's command line on this database. */
function openOperator({ runtime }: TestApp) {
  const output: string[] = []
  const origin = { requestId: 'test', ip: null, userAgent: null }
  const run = (...words: string[]) =>
    runJobsCommand(
      {
        reviewer: 'ngozi',
        files: runtime.files,
        print: (line) => output.push(line),
        write: (use) => {
          const { config, vault, clock, database } = runtime
          const now = clock()
          return database.write((tx) => use({ tx, mode: 'TEST', now, realNow: now, config, vault, origin }))
        },
      },
      words,
    )
  return { output, run }
}

test('two concurrent password resets do not delay the email of a later registration', async (t) => {
  const api = await testApp(t)
  const client = api.asClient()
  await Promise.all([client.call(forgotPassword, { email: nobody }), client.call(forgotPassword, { email: nobody })])
  await client.call(register, newcomer)
  const { health } = await start(t, api.runtime)
  await until('the mail arrives', async () => (await mailsTo(api, newcomer.email)).length > 0)
  await until('nothing is due any more', async () => {
    const { statusCode, status, jobs } = await health()
    const now = JSON.stringify({ statusCode, status, jobs })
    return now === '{"statusCode":200,"status":"up","jobs":{"oldestDueSeconds":0,"quarantined":0,"dead":0}}'
  })
})

test('an alert whose process ended while it was sent is sent by another process', async (t) => {
  const api = await testApp(t)
  const { database, config } = api.runtime
  // The first worker creates the queue's tables.
  await (await start(t, api.runtime)).stop()
  await database.write((tx) =>
    tx.insert(failedJobs).values({
      state: 'dead',
      job: 'mail-verification',
      payload: {},
      attempts: 1,
      error: 'No answer',
      failedAt: api.runtime.clock(),
    }),
  )
  const called = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const silence = createServer((socket) => {
    sockets.push(socket)
    called.resolve()
  })
  await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => silence.close())
  const smtpUrl = `smtp://127.0.0.1:${(silence.address() as AddressInfo).port}`
  // A mail server that never responds: for this test, as if the sending process had stopped.
  const ended = assert.rejects(alertOperator({ ...api.runtime, config: { ...config, smtpUrl } }))
  await Promise.race([called.promise, ended])
  await alertOperator(api.runtime)
  assert.equal((await mailsTo(api, config.operatorEmail)).length, 0, 'another waits for it')
  api.forward(301_000)
  await alertOperator(api.runtime)
  assert.equal((await mailsTo(api, config.operatorEmail)).length, 1)
  for (const socket of sockets) socket.destroy()
  await ended
  api.forward(301_000)
  await alertOperator(api.runtime)
  assert.equal((await mailsTo(api, config.operatorEmail)).length, 1, 'nothing is told twice')
})

test('health queries the database at most once a second', async (t) => {
  const { runtime } = await testApp(t)
  let calls = 0
  const database: Runtime['database'] = {
    ...runtime.database,
    readPrimary: (callback) => {
      calls++
      return runtime.database.readPrimary(callback)
    },
  }
  const app = fastify()
  const jobs = { oldestDueSeconds: 0, quarantined: 0, dead: 0 }
  serveHealth(app, { ...runtime, database }, { queueStatus: async () => jobs, findCheckoutState })
  const startedAt = performance.now()
  const responses = await Promise.all(Array.from({ length: 60 }, () => app.inject('/health')))
  assert.ok(responses.every(({ statusCode }) => statusCode === 200))
  const seconds = (performance.now() - startedAt) / 1000
  assert.ok(calls <= 1 + seconds, `${calls} of 60 in ${seconds} seconds`)
})

test('an email that fails at its last attempt is dead: health counts it, the operator is notified once and can retry it', async (t) => {
  const api = await testApp(t)
  const { database, config } = api.runtime
  const operator = config.operatorEmail
  const withoutServer: Runtime = { ...api.runtime, config: { ...config, smtpUrl: 'smtp://127.0.0.1:1' } }
  const failing = await start(t, withoutServer)
  await database.write((tx) =>
    tx.execute(sql`update pgboss.queue set retry_limit = 0 where name = 'mail-verification'`),
  )
  const registerAnd = async (email: string, dead: number) => {
    await api.asClient().call(register, { ...newcomer, email })
    await until('it is dead', async () => {
      const { jobs } = await failing.health()
      return JSON.stringify(jobs) === JSON.stringify({ oldestDueSeconds: 0, quarantined: 0, dead })
    })
  }
  await registerAnd('tola@example.com', 1)
  await assert.rejects(alertOperator(withoutServer), 'no mail leaves')
  api.forward(301_000)
  await alertOperator(api.runtime)
  await registerAnd('tolu@example.com', 2)
  await alertOperator(api.runtime)
  const [alertMail, ...more] = await mailsTo(api, operator)
  assert.equal(more.length, 0, 'at most one mail in an hour')
  assert.match(alertMail!.text, /mail-verification \(dead\): 1/)
  assert.doesNotMatch(alertMail!.text, /tola/)
  api.forward(3_600_001)
  await alertOperator(api.runtime)
  await alertOperator(api.runtime)
  assert.equal((await mailsTo(api, operator)).length, 2, 'what has died since is told; nothing is told twice')
  await failing.stop()

  const { output, run } = openOperator(api)
  assert.equal(await run('list'), 0)
  assert.match(output.join('\n'), /dead .*mail-verification .*1 attempt .*ECONNREFUSED/)
  assert.equal(await run('discard', output[0]!.trim().split(' ')[0]!), 0)
  assert.equal(await run('retry', 'all'), 0)
  assert.equal(await run('retry', 'all'), 0, 'a second time there is none')
  await assert.rejects(run('retry', '4711'), { code: 'failed_job_not_found' })
  await assert.rejects(run('retry', 'tola'), { status: 422 })
  assert.equal(await run('burn', 'all'), undefined)
  assert.deepEqual(output.slice(2), ['1 job discarded.', '1 job retried.', '0 jobs retried.'])
  const { health } = await start(t, api.runtime)
  await until('the mail arrives', async () => (await mailsTo(api, 'tolu@example.com')).length === 1)
  assert.equal((await mailsTo(api, 'tola@example.com')).length, 0)
  await until('nothing is late', async () => (await health()).statusCode === 200)
})

test('emails are retried for days, other jobs for hours; queues of an earlier version are updated', async (t) => {
  const api = await testApp(t)
  const first = await start(t, api.runtime)
  await first.stop()
  const limits = () =>
    api.runtime.database.write(async (tx) => {
      const { rows } = await tx.execute<{ name: string; retry_limit: number; retry_delay_max: number }>(
        sql`select name, retry_limit, retry_delay_max from pgboss.queue where name in ('mail-receipt', 'check-refund') order by name`,
      )
      return rows.map((row) => Object.values(row))
    })
  const expected = [
    ['check-refund', 14, 3600],
    ['mail-receipt', 130, 3600],
  ]
  assert.deepEqual(await limits(), expected)
  await api.runtime.database.write((tx) => tx.execute(sql`update pgboss.queue set retry_limit = 8`))
  await start(t, api.runtime)
  assert.deepEqual(await limits(), expected)
})

test('a job of a dead process starts again within seconds, also after its last attempt; a job of a running process is left alone', async (t) => {
  const api = await testApp(t)
  await (await start(t, api.runtime)).stop()
  const data = { merchantId: null, payload: { email: nobody } }
  await api.runtime.database.write((tx) =>
    tx.execute(sql`
      insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_count, retry_limit, expire_seconds)
      select 'mail-password-reset', ${JSON.stringify(data)}::jsonb, 'active', now(), now() + beat * interval '1s', 10, 5, 5, 300
      from unnest(array[-11, 600]) beat`),
  )
  await start(t, api.runtime)
  const states = async () => (await readJobStates(api, 'mail-password-reset')).map(({ state }) => state).sort()
  await until('the lost one is done', async () => (await states()).includes('completed'))
  assert.deepEqual(await states(), ['active', 'completed'])
})

test('health reports late jobs when a due job has waited for minutes', async (t) => {
  const api = await testApp(t)
  const { stop, health } = await start(t, api.runtime)
  assert.equal((await health()).status, 'up')
  await stop()
  const { clock, database } = api.runtime
  await database.write((tx) => {
    const at = (seconds: number) => new Date(clock().getTime() + seconds * 1000)
    return tx.insert(outbox).values([
      { job: 'mail-password-reset', payload: { email: nobody }, createdAt: at(-500), runAt: at(-300) },
      { job: 'mail-password-reset', payload: { email: nobody }, createdAt: at(-500), runAt: at(300) },
      { job: 'mail-password-reset', payload: { email: nobody }, createdAt: at(-10) },
    ])
  })
  await until('it is late', async () => (await health()).worker === 'late')
  const { statusCode, status, worker, jobs } = await health()
  assert.deepEqual([statusCode, status, worker], [503, 'down', 'late'])
  const { oldestDueSeconds } = jobs as { oldestDueSeconds: number }
  assert.ok(oldestDueSeconds >= 300 && oldestDueSeconds < 400, String(oldestDueSeconds))
})
