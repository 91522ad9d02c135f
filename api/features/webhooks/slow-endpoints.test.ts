import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhookEndpoint, sendTestWebhook } from '@adire/contract/webhooks.ts'
import { outbox } from '../../jobs/tables.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { runNow } from '../../testing/drain.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { hourMs, webhookFixture } from '../../testing/webhook-fixture.ts'
import { deliverDueWebhooks } from './deliver.ts'
import { deliverSlowWebhooks, deliverWebhooks } from './enqueue.ts'

/** A business whose server did not answer its last event in time. */
async function slowFixture(...[t]: Parameters<typeof webhookFixture>) {
  const fixture = await webhookFixture(t)
  const { app, merchantId, endpoint, shop, send, database } = fixture
  const unitOfWork = jobUnitOfWork(app.runtime)
  const to = { merchantId, endpointId: endpoint.id }
  const enqueuedJobs = async () =>
    (await database.read((tx) => tx.select().from(outbox))).filter(({ job }) => job.includes('webhook'))
  const forgetJobs = () => database.write((tx) => tx.delete(outbox))
  await send()
  shop.neverRespond()
  await deliverDueWebhooks(unitOfWork, to, { timeoutMs: 50 })
  await forgetJobs()
  return { ...fixture, unitOfWork, to, enqueuedJobs, forgetJobs }
}

test('an endpoint that did not answer in time is left to the workers for slow endpoints, until it answers', async (t) => {
  const { app, shop, send, rows, attempts, unitOfWork, to, enqueuedJobs, forgetJobs } = await slowFixture(t)
  await send()
  assert.deepEqual(
    (await enqueuedJobs()).map(({ job }) => job),
    [deliverWebhooks.name],
  )
  await forgetJobs()
  await deliverDueWebhooks(unitOfWork, to)
  assert.equal((await attempts()).length, 1, 'only that of the event before')
  assert.deepEqual(
    (await enqueuedJobs()).map(({ job, payload }) => ({ job, payload })),
    [{ job: deliverSlowWebhooks.name, payload: to }],
  )
  shop.respondWith(200)
  await app.drain()
  assert.deepEqual(
    (await rows()).map(({ state, attempts: made }) => [state, made]),
    [
      ['delivered', 1],
      ['waiting', 1],
    ],
  )
  await send()
  await deliverDueWebhooks(unitOfWork, to)
  assert.equal((await rows())[0]!.state, 'delivered')
})

test('five deliveries of an endpoint are made at once, and one of an endpoint that is slow', async (t) => {
  const { app, merchantId, endpoint, shop, send, rows } = await webhookFixture(t)
  const unitOfWork = jobUnitOfWork(app.runtime)
  const to = { merchantId, endpointId: endpoint.id }
  for (let n = 0; n < 8; n++) await send()
  shop.neverRespond()
  const made = async () => (await rows()).filter(({ attempts }) => attempts > 0).length
  // Long enough for all of them to arrive, on a busy machine too.
  await deliverDueWebhooks(unitOfWork, to, { timeoutMs: 2_500 })
  assert.deepEqual([shop.received.length, await made()], [5, 5])
  await deliverDueWebhooks(unitOfWork, to, { timeoutMs: 50 })
  assert.deepEqual([shop.received.length, await made()], [5, 5])
  // Longer than a slice, so that the job ends after it.
  const running = deliverDueWebhooks(unitOfWork, to, { timeoutMs: 2_500, isSlow: true })
  while (shop.received.length === 5) await new Promise(setImmediate)
  assert.equal(await made(), 6)
  await running
})

test('another endpoint of the same business gets its events as before', async (t) => {
  const { call, unitOfWork, to } = await slowFixture(t)
  const other = await openReceiver(t)
  const { endpoint } = await call(createWebhookEndpoint, { url: other.url })
  await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
  await deliverDueWebhooks(unitOfWork, { ...to, endpointId: endpoint.id })
  assert.equal(other.received.length, 1)
})

test('an attempt that was lost among those of slow endpoints is found and made', async (t) => {
  const { app, shop, send, rows, unitOfWork, to, forgetJobs } = await slowFixture(t)
  await send()
  await deliverDueWebhooks(unitOfWork, to)
  await forgetJobs()
  shop.respondWith(200)
  app.forward(2 * hourMs)
  await runNow(app.runtime, 'find-lost-webhooks')
  await app.drain()
  assert.equal((await rows())[0]!.state, 'delivered')
})

test('lost deliveries are found from the oldest on, so that late ones of others hide none', async (t) => {
  const { app, merchantId, enqueuedJobs, database } = await slowFixture(t)
  await database.write(({ $client }) =>
    $client.query(
      `with endpoint as (
         insert into webhook_endpoints (merchant_id, id, url, sealed_secret, secret_hint, created_at)
         select $1, gen_random_uuid(), '', '', '', now() from generate_series(1, 2000) returning merchant_id, id
       )
       insert into webhook_deliveries (merchant_id, id, event_id, endpoint_id, type, round_started_at, next_attempt_at, created_at)
       select merchant_id, id, id, id, 'charge.success', now(), '2100-01-01'::timestamptz - interval '1 minute' * row_number() over (), now()
       from endpoint`,
      [merchantId],
    ),
  )
  app.stopClock(new Date('2100-01-02'))
  await runNow(app.runtime, 'find-lost-webhooks')
  const found = (await enqueuedJobs()).map(({ payload }) => (payload as { endpointId: string }).endpointId)
  const { rows: oldest } = await database.read(({ $client }) =>
    $client.query<{ id: string }>(
      `select endpoint_id as id from webhook_deliveries where state = 'waiting' order by next_attempt_at limit 1000`,
    ),
  )
  assert.deepEqual(found.toSorted(), oldest.map(({ id }) => id).toSorted())
})
