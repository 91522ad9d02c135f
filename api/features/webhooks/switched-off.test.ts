import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '@adire/contract/customers.ts'
import { webhookGiveUpMs } from '@adire/contract/webhook-events.ts'
import {
  listWebhookEndpoints,
  resendFailedWebhooks,
  resendWebhookDelivery,
  setWebhookEndpointEnabled,
} from '@adire/contract/webhooks.ts'
import { eq } from 'drizzle-orm'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { mailsTo } from '../../testing/mails.ts'
import { hourMs, minuteMs, webhookFixture } from '../../testing/webhook-fixture.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { notifications } from '../notifications/tables.ts'
import { deliverDueWebhooks } from './deliver.ts'
import { webhookDeliveries } from './tables.ts'

test('after 72 hours without a successful delivery the endpoint is disabled, and the business is notified once', async (t) => {
  const { app, user, call, shop, send, rows, outboxRows, endpoint, database } = await webhookFixture(t, 503)
  await send()
  await app.drain()
  app.forward(webhookGiveUpMs - 2 * minuteMs)
  await send()
  await app.drain()
  assert.equal((await rows({ state: 'waiting' })).length, 2)
  app.forward(5 * minuteMs)
  await app.drain()
  // One delivery failed for good; the pending one fails with it.
  assert.equal((await rows({ state: 'failed' })).length, 2)
  assert.deepEqual(await outboxRows().then((messages) => messages.length > 1), false)
  const [listed] = (await call(listWebhookEndpoints, {})).content
  assert.deepEqual([listed!.enabled, listed!.disabledReason], [false, 'Nothing arrived there for 72 hours.'])
  const notified = await database.read((tx) =>
    tx.select().from(notifications).where(eq(notifications.title, 'A webhook endpoint was switched off')),
  )
  assert.deepEqual(
    notified.map(({ path, kind }) => [path, kind]),
    [['/settings/webhooks', 'security']],
  )
  const mail = (await mailsTo(app, user.email)).find(({ subject }) => subject.includes('switched off'))
  assert.match(mail!.subject, / Stores\)$/, 'a member of several businesses reads which one it is')
  assert.match(mail!.text, /This is about \S+ Stores\./)
  const before = shop.received.length
  await call(createCustomer, { email: 'ada@example.com' })
  app.forward(6 * hourMs)
  await app.drain()
  assert.equal(shop.received.length, before)

  // The server is repaired, the endpoint switched on, and the missed events sent again.
  shop.respondWith(200)
  await call(setWebhookEndpointEnabled, { id: endpoint.id, enabled: true })
  const now = app.runtime.clock().getTime()
  const range = { from: new Date(now - 100 * hourMs).toISOString(), to: new Date(now).toISOString() }
  assert.deepEqual(await call(resendFailedWebhooks, { id: endpoint.id, ...range }), { resent: 2, left: false })
  await app.drain()
  assert.equal((await rows({ state: 'delivered' })).length, 2)
})

test('an endpoint with a successful delivery within 72 hours stays enabled', async (t) => {
  const { app, call, merchantId, endpoint, shop, send, rows } = await webhookFixture(t, 500)
  await send()
  await app.drain()
  app.forward(webhookGiveUpMs + minuteMs)
  shop.respondWith(200)
  await send()
  // The last attempt of the first delivery fails, but the other delivery succeeds before it.
  const { write } = app.runtime.database
  await write((tx) =>
    tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: new Date(app.runtime.clock().getTime() + minuteMs) })
      .where(eq(webhookDeliveries.attempts, 1)),
  )
  await deliverDueWebhooks(jobUnitOfWork(app.runtime), { merchantId, endpointId: endpoint.id })
  app.forward(minuteMs)
  shop.respondWith(500)
  await app.drain()
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['delivered', 'failed'],
  )
  assert.equal((await call(listWebhookEndpoints, {})).content[0]!.enabled, true)
})

test('410 disables an endpoint at once', async (t) => {
  const { app, call, send, rows } = await webhookFixture(t, 410)
  await send()
  await app.drain()
  assert.deepEqual(
    (await rows()).map(({ state, attempts }) => [state, attempts]),
    [['failed', 1]],
  )
  const [listed] = (await call(listWebhookEndpoints, {})).content
  assert.deepEqual([listed!.enabled, listed!.disabledReason], [false, 'It answered 410: it is gone for good.'])
})

test('an event that is sent again at the moment at which its endpoint answers 410 waits for its next attempt', async (t) => {
  const { app, call, merchantId, endpoint, send, rows } = await webhookFixture(t, 410)
  const { id } = await send()
  const results = await sendWhileLocked<unknown>(app, 'select from webhook_endpoints for update', [
    () => call(resendWebhookDelivery, { id }),
    () => deliverDueWebhooks(jobUnitOfWork(app.runtime), { merchantId, endpointId: endpoint.id }),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  assert.deepEqual(
    (await rows()).map(({ state, lastStatus }) => [state, lastStatus]),
    [['waiting', 410]],
  )
})
