import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhookEndpoint, sendTestWebhook } from '@adire/contract/webhooks.ts'
import { eq } from 'drizzle-orm'
import { outbox } from '../../jobs/tables.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { runNow } from '../../testing/drain.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { hourMs, webhookFixture } from '../../testing/webhook-fixture.ts'
import { attemptDelivery } from './deliver.ts'
import { type DeliveryAttempt, deliverSlowWebhook, deliverWebhook } from './enqueue.ts'
import { webhookDeliveries } from './tables.ts'

/** A business whose server did not answer its last event in time. */
async function slowFixture(...[t]: Parameters<typeof webhookFixture>) {
  const fixture = await webhookFixture(t)
  const { app, shop, send, outboxRows, database } = fixture
  const unitOfWork = jobUnitOfWork(app.runtime)
  const enqueuedJobs = async () =>
    (await database.read((tx) => tx.select().from(outbox))).filter(({ job }) => job.includes('webhook'))
  await send()
  shop.neverRespond()
  await attemptDelivery(unitOfWork, (await outboxRows())[0]!.payload as DeliveryAttempt, { timeoutMs: 50 })
  await database.write((tx) => tx.delete(outbox))
  return { ...fixture, unitOfWork, enqueuedJobs }
}

test('an endpoint that did not answer in time is left to the workers for slow endpoints, until it answers', async (t) => {
  const { app, shop, send, rows, attempts, unitOfWork, enqueuedJobs } = await slowFixture(t)
  await send()
  const [first] = await enqueuedJobs()
  assert.equal(first!.job, deliverWebhook.name)
  const attempt = first!.payload as DeliveryAttempt
  // Twice, as after a kill.
  for (let run = 0; run < 2; run++) await attemptDelivery(unitOfWork, attempt, { leavesSlow: true })
  assert.equal((await attempts()).length, 1, 'only that of the event before')
  const left = (await enqueuedJobs()).filter(({ job }) => job === deliverSlowWebhook.name)
  assert.equal(new Set(left.map(({ key }) => key)).size, 1)
  assert.deepEqual(left[0]!.payload, attempt)
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
  await attemptDelivery(unitOfWork, (await enqueuedJobs())[0]!.payload as DeliveryAttempt, { leavesSlow: true })
  assert.equal((await rows())[0]!.state, 'delivered')
})

test('another endpoint of the same business gets its events as before', async (t) => {
  const { call, unitOfWork, enqueuedJobs } = await slowFixture(t)
  const other = await openReceiver(t)
  const { endpoint } = await call(createWebhookEndpoint, { url: other.url })
  await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
  const [job] = await enqueuedJobs()
  await attemptDelivery(unitOfWork, job!.payload as DeliveryAttempt, { leavesSlow: true })
  assert.equal(other.received.length, 1)
})

test('an attempt that was lost among those of slow endpoints is found and made', async (t) => {
  const { app, shop, send, rows, unitOfWork, enqueuedJobs, database } = await slowFixture(t)
  await send()
  const attempt = (await enqueuedJobs())[0]!.payload as DeliveryAttempt
  await attemptDelivery(unitOfWork, attempt, { leavesSlow: true })
  // The job ends without an attempt, and the queue remembers its key.
  const setState = (state: 'failed' | 'waiting') =>
    database.write((tx) =>
      tx.update(webhookDeliveries).set({ state }).where(eq(webhookDeliveries.id, attempt.deliveryId)),
    )
  await setState('failed')
  await app.drain()
  await setState('waiting')
  shop.respondWith(200)
  app.forward(2 * hourMs)
  await runNow(app.runtime, 'find-lost-webhooks')
  await app.drain()
  assert.equal((await rows())[0]!.state, 'delivered')
})
