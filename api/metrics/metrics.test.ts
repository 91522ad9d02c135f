import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { payByUssd, simulateOutcome } from '@adire/contract/checkout.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import { sql } from 'drizzle-orm'
import { load } from 'js-yaml'
import { pino } from 'pino'
import { freePort } from '../../scripts/free-port.mjs'
import { readConfig } from '../config.ts'
import { runInBackground } from '../current-work.ts'
import { connectDatabase } from '../database/connect.ts'
import { startWorker } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'
import { testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { checkoutFixture } from '../testing/checkout.ts'
import { spawnServer, startServer } from '../testing/crash-server.ts'
import { temporaryFolder } from '../testing/crashed-database.ts'
import { deleteDatabase, testDatabase } from '../testing/database.ts'
import { runNow } from '../testing/drain.ts'
import { liveFixture } from '../testing/live-fixture.ts'
import { openReceiver } from '../testing/receiver.ts'
import { serveMetrics } from './serve.ts'

const mailSettings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@pay.example', BRAND_HELP_EMAIL: 'b@pay.example' }

const silent = pino({ level: 'silent' })

/** Serves the metrics of a process; `read` returns the value of a sample, as Prometheus writes it. */
async function openMetrics(t: TestContext, runtime: Runtime) {
  const { url, close } = await serveMetrics(runtime, { host: '127.0.0.1', port: 0, token: undefined }, silent)
  atEnd(t, close)
  const text = async () => (await fetch(url)).text()
  const read = async (sample: string) => {
    const line = (await text()).split('\n').find((one) => one.startsWith(`${sample} `))
    return line === undefined ? undefined : Number(line.slice(sample.length + 1))
  }
  return { text, read }
}

async function until(isSo: () => Promise<boolean>) {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline)
    await pause(50)
  }
}

test('metrics count requests by route, payments by outcome, calls to processors, jobs, emails and webhooks', async (t) => {
  const { app, user, merchant, payer, accessCode } = await checkoutFixture(t)
  const { read } = await openMetrics(t, app.runtime)
  const receiver = await openReceiver(t)
  await merchant.call(confirmUser, { password: user.password })
  await merchant.call(createWebhookEndpoint, { url: receiver.url })
  await payer.call(payByUssd, { accessCode, bankCode: '058' })
  await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
  assert.equal(await read('adire_payments_total{mode="TEST",channel="ussd",outcome="paid"}'), 1)
  assert.equal(
    await read('adire_processor_call_duration_seconds_count{processor="sandbox",call="ussd.open",outcome="answered"}'),
    1,
  )
  assert.equal(await read('adire_database_up'), 1)
  const route = 'method="POST",route="/test/collections/checkout/payments/:accessCode/ussd"'
  assert.equal(await read(`adire_http_requests_total{${route},status="200"}`), 1)
  assert.equal(await read(`adire_http_request_duration_seconds_count{${route}}`), 1)
  assert.ok((await read('adire_database_connection_wait_seconds_count{pool="write"}'))! > 0)

  const worker = await startWorker(app.runtime, silent)
  atEnd(t, worker.stop)
  // Events of the payment and of its link.
  for (const [sample, least] of [
    ['adire_webhook_post_duration_seconds_count{outcome="2xx"}', 2],
    ['adire_emails_total{outcome="sent"}', 1],
    ['adire_job_duration_seconds_count{job_name="deliver-webhooks",outcome="completed"}', 1],
  ] as const)
    await until(async () => ((await read(sample)) ?? 0) >= least)
})

test('requests to a processor are counted by their wait for its limit, for payers and jobs', async (t) => {
  const { app, pay } = await liveFixture(t)
  const { read } = await openMetrics(t, app.runtime)
  const count = async (labels: string) =>
    (await read(`adire_processor_turn_wait_seconds_count{processor="paystack",${labels}}`)) ?? 0
  await pay()
  assert.ok((await count('caller="payer",fair_share="within",outcome="sent"')) > 0)
  await app.runtime.database.write(({ $client }) =>
    $client.query(`update processor_turns set next_at = now() + interval '1 minute'`),
  )
  const job = runInBackground(() => runNow(app.runtime, 'check-disputes'))
  await assert.rejects(job)
  // It lists disputes of two statuses at once, and fails with the first list that is not sent.
  assert.ok((await count('caller="job",fair_share="within",outcome="not_sent"')) > 0)
})

test('an entry of the ledger that is changed by hand, and jobs that wait or have failed, are in the metrics', async (t) => {
  const { app, payer, accessCode } = await checkoutFixture(t)
  await (await startWorker(app.runtime, silent)).stop()
  await payer.call(payByUssd, { accessCode, bankCode: '058' })
  await payer.call(simulateOutcome, { accessCode, outcome: 'approve' })
  const sound = await openMetrics(t, app.runtime)
  assert.equal(await sound.read('adire_ledger_difference_kobo'), 0)
  assert.equal(await sound.read('adire_database_up'), 1)
  assert.equal(await sound.read('adire_database_archive_failing'), 0)
  assert.equal(await sound.read('adire_jobs_failed{state="dead"}'), 0)
  assert.ok((await sound.read('adire_jobs_due{job_name="mail-receipt"}'))! >= 0)

  await app.runtime.database.write(async (tx) => {
    await tx.execute(
      sql`update ledger_deltas set amount_kobo = amount_kobo + 250 where amount_kobo = (select max(amount_kobo) from ledger_deltas)`,
    )
    await tx.execute(
      sql`insert into outbox (job, payload, created_at, run_at)
          select 'delete-everything', '{}', past, past from (select now() - interval '10 minutes') as long (past)`,
    )
  })
  const wrong = await openMetrics(t, app.runtime)
  assert.notEqual(await wrong.read('adire_ledger_difference_kobo'), 0)
  assert.ok((await wrong.read('adire_jobs_oldest_due_seconds'))! >= 600)
  assert.equal(await wrong.read('adire_jobs_due{job_name="delete-everything"}'), 1)
})

test('a job with a group that waits is in the metrics, unless another of its group runs', async (t) => {
  const app = await testApp(t)
  await (await startWorker(app.runtime, silent)).stop()
  const age = async () => (await openMetrics(t, app.runtime)).read('adire_jobs_idle_group_oldest_due_seconds')
  const add = (group: string, state: string, minutes: number) =>
    app.runtime.database.write((tx) =>
      tx.$client.query(
        `insert into pgboss.job (name, state, group_id, start_after)
         values ('check-payment', $1::pgboss.job_state, $2, now() - $3 * interval '1 minute')`,
        [state, group, minutes],
      ),
    )
  assert.equal(await age(), 0)
  await add('one', 'active', 10)
  await add('one', 'created', 10)
  assert.equal(await age(), 0)
  await add('two', 'created', 6)
  const waits = (await age())!
  assert.ok(waits >= 360 && waits < 480, String(waits))
})

test('checks of load balancers are no requests in the metrics or the log: they would hide errors of a small provider', async (t) => {
  const env = { METRICS_ADDRESS: `127.0.0.1:${await freePort()}`, NODE_ENV: 'production', ...mailSettings }
  const { url, server } = await spawnServer({
    ...env,
    DATABASE_URL: await testDatabase(t),
    DATA_DIR: await temporaryFolder(t),
  })
  atEnd(t, async () => void server.kill('SIGKILL'))
  let output = ''
  server.stdout.on('data', (text: Buffer) => (output += text))
  await until(() =>
    fetch(`${url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  await fetch(`${url}/openapi.json`)
  const metrics = await (await fetch(`http://${env.METRICS_ADDRESS}/metrics`)).text()
  assert.match(metrics, /^adire_http_requests_total\{.*route="\/openapi.json"/m)
  assert.doesNotMatch(metrics, /route="\/health/)
  await until(async () => output.includes('/openapi.json'))
  assert.doesNotMatch(output, /"route":"\/health/)
})

test('without its database a process reports that, and no stale values', async (t) => {
  const app = await testApp(t)
  const lost = connectDatabase({ url: 'postgres://nobody@127.0.0.1:9/none' })
  atEnd(t, lost.close)
  const { text, read } = await openMetrics(t, { ...app.runtime, database: lost })
  assert.equal(await read('adire_database_up'), 0)
  assert.doesNotMatch(await text(), /^adire_(jobs_|ledger_|webhooks_)/m)
})

test('a database that is lost is down in the metrics within seconds', async (t) => {
  const url = await testDatabase(t)
  const { runtime } = await testApp(t, { DATABASE_URL: url })
  const { read } = await openMetrics(t, runtime)
  assert.equal(await read('adire_database_up'), 1)
  await deleteDatabase(url)
  const lostAtMs = performance.now()
  await until(async () => (await read('adire_database_up')) === 0)
  assert.ok(performance.now() - lostAtMs < 30_000)
})

test('a request for the metrics gets every value while another one waits for some of them', async (t) => {
  const { runtime } = await testApp(t)
  // Opens the connections of the reads, so that all reads of the next request are sent at once.
  await (await openMetrics(t, runtime)).text()
  const { text } = await openMetrics(t, runtime)
  const { write, readPrimary } = runtime.database
  /** Other connections that wait for a lock, and those with an open transaction. */
  const countOthers = () =>
    readPrimary(async (tx) => {
      const { rows } = await tx.execute<{ waiting: number; open: number }>(
        sql`select count(*) filter (where wait_event_type = 'Lock')::int as waiting, count(*) filter (where state <> 'idle')::int as open
            from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      return rows[0]!
    })
  const requests: Promise<string>[] = []
  /** Sends requests until so many reads wait for the two transactions of the test, and no other read is under way. */
  const askUntil = (reads: number) =>
    until(async () => {
      requests.push(text())
      await pause(100)
      const { waiting, open } = await countOthers()
      return waiting === reads && open === reads + 2
    })
  await write(async (ofQueue) => {
    await write(async (ofLedger) => {
      await ofLedger.execute(sql`lock table ledger_snapshots`)
      await askUntil(1)
      // The state of the queue is read again after five seconds.
      await ofQueue.execute(sql`lock table outbox`)
      await askUntil(2)
    })
    assert.match(await requests[0]!, /^adire_jobs_oldest_due_seconds /m)
  })
  for (const one of await Promise.all(requests)) assert.match(one, /^adire_ledger_difference_kobo 0$/m)
})

test('each metric of the dashboard and of the alerts exists', async (t) => {
  const app = await testApp(t)
  const { text } = await openMetrics(t, app.runtime)
  const known = new Set([...(await text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!))
  const expressions = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, one]) => (name === 'expr' ? [String(one)] : expressions(one)))
  const files = [
    JSON.parse(readFileSync('deploy/grafana/adire.json', 'utf8')),
    load(readFileSync('deploy/prometheus/alerts.yml', 'utf8')),
  ]
  const used = files.flatMap(expressions).flatMap((text) => text.match(/\b(adire|nodejs|process)_\w+/g) ?? [])
  assert.ok(used.length > 40)
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, ''))
  assert.deepEqual(
    [...new Set(used)].filter((name) => !isKnown(name)),
    [],
  )
})

test('no metric has a label of the target, which Prometheus would rename, and a failed ledger check is counted from zero', async (t) => {
  const app = await testApp(t)
  const { text, read } = await openMetrics(t, app.runtime)
  const samples = await text()
  assert.match(samples, /^adire_jobs_due\{/m)
  assert.doesNotMatch(samples, /[{,](job|instance)="/)
  // `increase` of a counter needs a value before the first failure.
  assert.equal(await read('adire_job_duration_seconds_count{job_name="check-ledger",outcome="failed"}'), 0)
})

test('metrics are not served publicly, need their token, and an address for other machines needs one', async (t) => {
  assert.throws(() => readConfig({ METRICS_ADDRESS: '9464' }), /^Error: METRICS_ADDRESS is "9464"; it must be/)
  assert.throws(
    () => readConfig({ METRICS_ADDRESS: '0.0.0.0:9464' }),
    /which other machines can reach: set METRICS_TOKEN/,
  )
  assert.throws(
    () => readConfig({ METRICS_ADDRESS: '0.0.0.0:9464', METRICS_TOKEN: 'short' }),
    /METRICS_TOKEN is too short/,
  )
  assert.equal(readConfig({}).metrics, undefined)
  const token = 'a-token-for-the-test'
  assert.deepEqual(readConfig({ METRICS_ADDRESS: '[::]:9464', METRICS_TOKEN: token }).metrics, {
    host: '::',
    port: 9464,
    token,
  })

  const app = await testApp(t)
  assert.notEqual((await fetch(`${app.url}/metrics`)).headers.get('content-type')?.startsWith('text/plain'), true)
  const { url, close } = await serveMetrics(app.runtime, { host: '127.0.0.1', port: 0, token }, silent)
  atEnd(t, close)
  const status = async (path: string, authorization?: string) =>
    (await fetch(new URL(path, url), { headers: authorization ? { authorization } : {} })).status
  assert.deepEqual(
    await Promise.all([
      status('/metrics'),
      status('/metrics', 'Bearer a-token-for-the-tesT'),
      status('/metrics', `Bearer ${token}`),
      status('/', `Bearer ${token}`),
    ]),
    [401, 401, 200, 404],
  )
})

test('the product serves its metrics on METRICS_ADDRESS; an address in use stops the start and is named', async (t) => {
  const port = await freePort()
  const env = {
    DATABASE_URL: await testDatabase(t),
    DATA_DIR: await temporaryFolder(t),
    DEMO: 'off',
    METRICS_ADDRESS: `127.0.0.1:${port}`,
  }
  const server = await startServer(env)
  atEnd(t, server.kill)
  assert.match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /^adire_database_up 1$/m)
  await assert.rejects(startServer(env), new RegExp(`METRICS_ADDRESS 127.0.0.1:${port} cannot be used`))
})
