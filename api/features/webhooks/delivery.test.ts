import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '@adire/contract/customers.ts'
import { moveTestClock } from '@adire/contract/test-clock.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendFailedWebhooks,
  resendWebhookDelivery,
  rollWebhookSecret,
  setWebhookEndpointEnabled,
} from '@adire/contract/webhooks.ts'
import { outbox } from '../../jobs/tables.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import type { Runtime } from '../../runtime.ts'
import { runJob, runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { hourMs, minuteMs, webhookFixture } from '../../testing/webhook-fixture.ts'
import { calculateNextAttemptAt } from './conclude.ts'
import { deliverDueWebhooks } from './deliver.ts'
import { webhookAttempts, webhookDeliveries, webhookEvents } from './tables.ts'

test('a failed delivery is retried after 1 min, 5 min, 30 min, 2 h and then every 6 h, for the last time after 72 h', () => {
  const since = new Date('2026-11-02T08:00:00Z')
  let at: Date | undefined = since
  const hours: number[] = []
  for (let attempt = 1; at; attempt++) {
    hours.push((at.getTime() - since.getTime()) / hourMs)
    at = calculateNextAttemptAt(since, attempt, at)
  }
  const early = [0, 1 / 60, 6 / 60, 36 / 60, 2.6]
  assert.deepEqual(
    hours.map((hour) => Math.round(hour * 60)),
    [...early, 8.6, 14.6, 20.6, 26.6, 32.6, 38.6, 44.6, 50.6, 56.6, 62.6, 68.6, 72].map((hour) =>
      Math.round(hour * 60),
    ),
  )
})

test('a failing server is retried by that schedule, one log line per attempt, until it succeeds', async (t) => {
  const { app, shop, send, rows, outboxRows, attempts, call } = await webhookFixture(t, 500)
  app.stopClock(new Date())
  await send()
  await app.drain()
  for (const [attempt, delayMs] of [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs].entries()) {
    const [next, ...others] = await outboxRows()
    assert.equal(others.length, 0)
    const last = (await attempts()).at(-1)!
    const delay = next!.runAt.getTime() - last.startedAt.getTime()
    assert.equal(delay, delayMs, `${attempt}`)
    assert.equal(next!.inTimeOf, null)
    const [row] = await rows()
    assert.deepEqual([row!.state, row!.attempts, row!.failure], ['waiting', attempt + 1, 'It answered 500'])
    assert.equal(row!.nextAttemptAt, next!.runAt.toISOString())
    await app.drain()
    assert.equal(shop.received.length, attempt + 1)
    app.forward(delayMs)
    if (attempt === 4) shop.respondWith(204)
    await app.drain()
  }
  assert.deepEqual(
    (await attempts()).map(({ number, status }) => [number, status]),
    [500, 500, 500, 500, 500, 204].map((status, index) => [index + 1, status]),
  )
  const [row] = await rows()
  assert.deepEqual([row!.state, row!.attempts, row!.failure, row!.nextAttemptAt], ['delivered', 6, null, null])
  // The same event with the same id each time.
  assert.equal(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(shop.received.map(({ body }) => body)).size, 1)
  const { attemptLog } = await call(getWebhookDelivery, { id: row!.id })
  assert.deepEqual(
    attemptLog.map(({ number }) => number),
    [6, 5, 4, 3, 2, 1],
  )
})

test('a delivery can be sent again by hand, also a successful one, and a waiting one is sent at once', async (t) => {
  const { app, call, shop, send, rows, attempts } = await webhookFixture(t)
  const { id } = await send()
  await app.drain()
  assert.equal((await rows())[0]!.state, 'delivered')
  const again = await call(resendWebhookDelivery, { id })
  assert.equal(again.state, 'waiting')
  shop.respondWith(500)
  await app.drain()
  assert.deepEqual(
    (await rows()).map(({ state, attempts: made }) => [state, made]),
    [['waiting', 2]],
  )
  shop.respondWith(200)
  await call(resendWebhookDelivery, { id })
  await app.drain()
  assert.deepEqual(
    (await rows()).map(({ state, attempts: made }) => [state, made]),
    [['delivered', 3]],
  )
  // The job enqueued for later finds the attempt row, and exits.
  app.forward(2 * minuteMs)
  await app.drain()
  assert.equal(shop.received.length, 3)
  assert.deepEqual(
    (await attempts()).map(({ number }) => number),
    [1, 2, 3],
  )
  await call(setWebhookEndpointEnabled, { id: (await rows())[0]!.endpointId, enabled: false })
  await assert.rejects(call(resendWebhookDelivery, { id }), errorWith(409, 'endpoint_disabled'))
})

test('of the failed deliveries only those of events between two instants are sent again', async (t) => {
  const { app, call, shop, send, rows, endpoint, database } = await webhookFixture(t, 500)
  for (let hour = 0; hour < 4; hour++) {
    await send()
    app.forward(hourMs)
  }
  await database.write((tx) => tx.update(webhookDeliveries).set({ state: 'failed', nextAttemptAt: null }))
  await app.drain()
  const at = (await rows()).map(({ createdAt }) => createdAt).reverse()
  shop.respondWith(200)
  const turned = call(resendFailedWebhooks, { id: endpoint.id, from: at[2]!, to: at[1]! })
  await assert.rejects(turned, errorWith(422, 'validation_error', 'from'))
  const { resent } = await call(resendFailedWebhooks, { id: endpoint.id, from: at[1]!, to: at[2]! })
  await app.drain()
  assert.equal(resent, 2)
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['failed', 'delivered', 'delivered', 'failed'],
  )
  assert.equal(shop.received.length, 2)
})

/** The unit of work of a process that dies after it recorded the start of attempts and before it recorded their outcomes. */
const dyingUnitOfWork = (runtime: Runtime) => ({
  ...jobUnitOfWork(runtime),
  write: () => Promise.reject(new Error('killed')),
})

test('an attempt has exactly one log line: run twice at once, run again after it ended, or interrupted', async (t) => {
  const { app, merchantId, endpoint, shop, send, attempts, rows } = await webhookFixture(t)
  await send()
  const to = { merchantId, endpointId: endpoint.id }
  const unitOfWork = jobUnitOfWork(app.runtime)
  await assert.rejects(deliverDueWebhooks(dyingUnitOfWork(app.runtime), to), /killed/)
  assert.deepEqual(
    (await attempts()).map(({ number, durationMs }) => [number, durationMs]),
    [[1, null]],
  )
  await assert.rejects(deliverDueWebhooks(unitOfWork, to), /under way/)
  app.forward(minuteMs)
  await Promise.allSettled([
    deliverDueWebhooks(unitOfWork, to),
    deliverDueWebhooks(unitOfWork, to),
    deliverDueWebhooks(unitOfWork, to),
  ])
  await deliverDueWebhooks(unitOfWork, to)
  await app.drain()
  const lines = await attempts()
  assert.deepEqual(
    lines.map(({ number, status }) => [number, status]),
    [[1, 200]],
  )
  const [row] = await rows()
  assert.deepEqual([row!.state, row!.attempts], ['delivered', 1])
  // A receiver that got the event twice recognizes it by its id.
  assert.equal(shop.received.length, 2)
  assert.equal(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('an interrupted attempt does not delay the other deliveries of its endpoint', async (t) => {
  const { app, merchantId, endpoint, send, rows } = await webhookFixture(t)
  const to = { merchantId, endpointId: endpoint.id }
  for (let n = 0; n < 5; n++) await send()
  await assert.rejects(deliverDueWebhooks(dyingUnitOfWork(app.runtime), to), /killed/)
  for (let n = 0; n < 6; n++) await send()
  await assert.rejects(deliverDueWebhooks(jobUnitOfWork(app.runtime), to), /under way/)
  assert.equal((await rows({ state: 'delivered' })).length, 6)
})

test('two processes that deliver to one endpoint at once send each event once', async (t) => {
  const { app, merchantId, endpoint, shop, send, rows } = await webhookFixture(t)
  const to = { merchantId, endpointId: endpoint.id }
  const events = 23
  for (let n = 0; n < events; n++) await send()
  await Promise.allSettled([0, 1, 2].map(() => deliverDueWebhooks(jobUnitOfWork(app.runtime), to)))
  // What a slow machine has left after a slice of time.
  await app.drain()
  assert.equal(shop.received.length, events)
  assert.equal(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size, events)
  assert.equal((await rows({ state: 'delivered' })).length, events)
})

test('a server that does not respond in time is cut off, and the attempt says so', async (t) => {
  const { app, merchantId, endpoint, send, rows, shop } = await webhookFixture(t)
  await send()
  shop.neverRespond()
  await deliverDueWebhooks(jobUnitOfWork(app.runtime), { merchantId, endpointId: endpoint.id }, { timeoutMs: 50 })
  const [row] = await rows()
  assert.deepEqual([row!.state, row!.lastStatus], ['waiting', null])
  assert.match(row!.failure!, /^No answer within/)
})

test('a delivery that is sent again by hand during an attempt is attempted again, although that one fails', async (t) => {
  const { app, call, merchantId, endpoint, send, rows, shop } = await webhookFixture(t)
  const { id } = await send()
  shop.neverRespond()
  const to = { merchantId, endpointId: endpoint.id }
  const running = deliverDueWebhooks(jobUnitOfWork(app.runtime), to, { timeoutMs: 1_000 })
  while (shop.received.length === 0) await new Promise(setImmediate)
  const again = await call(resendWebhookDelivery, { id })
  await running
  const [row] = await rows()
  assert.deepEqual([row!.state, row!.nextAttemptAt], ['waiting', again.nextAttemptAt])
  assert.match(row!.failure!, /^No answer within/)
  shop.respondWith(200)
  await app.drain()
  assert.deepEqual(
    (await rows()).map(({ state, attempts }) => [state, attempts]),
    [['delivered', 2]],
  )
})

test('a job of the version before delivers what is due', async (t) => {
  const { app, merchantId, endpoint, send, rows, database } = await webhookFixture(t)
  const { id } = await send()
  await database.write((tx) => tx.delete(outbox))
  const payload = { merchantId, deliveryId: id, endpointId: endpoint.id, number: 1 }
  await runJob(app.runtime, 'deliver-webhook', payload)
  await app.drain()
  assert.equal((await rows())[0]!.state, 'delivered')
})

test('retries use the wall clock: a business that moves its clock a month ahead does not get a month of retries', async (t) => {
  const { app, call, shop, send, rows, endpoint } = await webhookFixture(t, 500)
  await send()
  await app.drain()
  await call(moveTestClock, { to: new Date(app.runtime.clock().getTime() + 30 * 24 * hourMs).toISOString() })
  await app.drain()
  assert.equal(shop.received.length, 1)
  assert.equal((await rows())[0]!.state, 'waiting')
  shop.respondWith(200)
  await call(createCustomer, { email: 'ada@example.com' })
  await app.drain()
  const { timestamp } = JSON.parse(shop.received.at(-1)!.body)
  assert.ok(Date.parse(timestamp) > app.runtime.clock().getTime() + 29 * 24 * hourMs)
  const sentAt = Number(shop.received.at(-1)!.headers['webhook-timestamp']) * 1000
  assert.ok(Math.abs(sentAt - app.runtime.clock().getTime()) < minuteMs)
  // Confirmation of identity also uses the wall clock.
  await call(rollWebhookSecret, { id: endpoint.id })
})

test('an attempt whose job was lost is found and made', async (t) => {
  const { app, shop, send, rows, database } = await webhookFixture(t)
  await send()
  await database.write((tx) => tx.delete(outbox))
  await app.drain()
  app.forward(hourMs + minuteMs)
  await runNow(app.runtime, 'find-lost-webhooks')
  await app.drain()
  assert.equal(shop.received.length, 1)
  assert.equal((await rows())[0]!.state, 'delivered')
})

test('events, deliveries and attempts are purged after 30 days', async (t) => {
  const { app, send, database } = await webhookFixture(t)
  const readDeliveries = () =>
    Promise.all(
      [webhookEvents, webhookDeliveries, webhookAttempts].map((table) => database.read((tx) => tx.$count(table))),
    )
  await send()
  await app.drain()
  app.forward(10 * 24 * hourMs)
  await send()
  await app.drain()
  app.forward(19 * 24 * hourMs)
  await runNow(app.runtime, 'purge-webhooks')
  assert.deepEqual(await readDeliveries(), [2, 2, 2])
  app.forward(2 * 24 * hourMs)
  await runNow(app.runtime, 'purge-webhooks')
  assert.deepEqual(await readDeliveries(), [1, 1, 1])
})

test('the log is filtered by endpoint, status, type and day, and paginated', async (t) => {
  const { app, call, shop, send, rows, endpoint } = await webhookFixture(t)
  for (let n = 0; n < 3; n++) await send()
  await app.drain()
  shop.respondWith(500)
  await call(createCustomer, { email: 'ada@example.com' })
  await app.drain()
  assert.deepEqual(
    (await rows({ state: 'waiting' })).map(({ type }) => type),
    ['customer.created'],
  )
  assert.equal((await rows({ type: 'charge.success', endpointId: endpoint.id })).length, 3)
  assert.equal((await rows({ from: '2020-01-01', to: '2020-01-02' })).length, 0)
  const first = await call(listWebhookDeliveries, { limit: 3 })
  const second = await call(listWebhookDeliveries, { limit: 3, cursor: first.nextCursor! })
  assert.deepEqual(
    [first.totalElements, first.content.length, second.content.length, second.nextCursor],
    [4, 3, 1, null],
  )
  await assert.rejects(
    call(listWebhookDeliveries, { from: '2026-02-02', to: '2026-02-01' }),
    errorWith(422, 'validation_error', 'from'),
  )
})
