import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { payByCard } from '@adire/contract/checkout.ts'
import { createCustomer, eraseCustomer } from '@adire/contract/customers.ts'
import { limits } from '@adire/contract/limits.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { type WebhookData, webhookData } from '@adire/contract/webhook-data-schemas.ts'
import { type WebhookEventType, webhookEvents, webhookEventTypes } from '@adire/contract/webhook-events.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEndpoints,
  rollWebhookSecret,
  sendTestWebhook,
  setWebhookEndpointEnabled,
  updateWebhookEndpoint,
  webhookLimits,
} from '@adire/contract/webhooks.ts'
import { WebhookEvent } from '@adire/contract/webhooks-schemas.ts'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { createUser } from '../../testing/users.ts'
import { auditEvents } from '../audit/tables.ts'
import { buildSample } from './samples.ts'
import { webhookEvents as keptEvents, webhookEndpoints } from './tables.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }

/** A business with a payment link, a payer, and a webhook server subscribed to these events. */
async function listening(t: TestContext, events: WebhookEventType[] | null = null) {
  const shop = await openReceiver(t)
  const made = await checkoutFixture(t)
  const { app, user, merchant } = made
  const confirm = () => merchant.call(confirmUser, { password: user.password })
  await confirm()
  const { endpoint, secret } = await merchant.call(createWebhookEndpoint, { url: shop.url, events })
  const deliveries = async () => (await merchant.call(listWebhookDeliveries, { limit: 100 })).content
  const pay = () => made.payer.call(payByCard, { accessCode: made.accessCode, ...card })
  return { ...made, shop, confirm, endpoint, secret, deliveries, pay, call: merchant.call, drain: app.drain }
}

test('a payment is delivered to the server of the business, signed so that the public library of Standard Webhooks verifies it', async (t) => {
  const { shop, call, secret, endpoint, pay, drain, deliveries, detail } = await listening(t, ['charge.success'])
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(endpoint.secretHint, `whsec_…${secret.slice(-5, -1)}`)
  await pay()
  const paid = await detail()
  await drain()
  assert.equal(shop.received.length, 1)
  const { headers, body } = shop.received[0]!
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  const event = z.parse(WebhookEvent, verified)
  assert.equal(event.type, 'charge.success')
  assert.deepEqual(z.parse(webhookData.payment, event.data), paid)
  assert.match(String(headers['webhook-id']), /^evt_[0-9a-f]{32}$/)
  assert.equal(headers['content-type'], 'application/json')
  const forged = body.replace('"success"', '"failed"')
  assert.throws(() => new Webhook(secret).verify(forged, headers as Record<string, string>))

  const [row] = await deliveries()
  assert.deepEqual([row!.state, row!.attempts, row!.lastStatus, row!.failure], ['delivered', 1, 200, null])
  assert.equal(row!.eventId, headers['webhook-id'])
  const { body: sent, attemptLog } = await call(getWebhookDelivery, { id: row!.id })
  assert.equal(sent, body)
  const [attempt] = attemptLog
  assert.deepEqual([attempt!.number, attempt!.status, attempt!.responseBody], [1, 200, 'thanks'])
  assert.ok(attempt!.durationMs! >= 0)
  assert.ok(attempt!.responseHeaders.some(({ name, value }) => name === 'x-answered-by' && value === 'shop'))
  assert.ok(attempt!.requestHeaders.some(({ name }) => name === 'webhook-signature'))
  assert.ok(!JSON.stringify(attemptLog).includes(secret.slice(6)))
  assert.deepEqual((await call(listWebhookEndpoints, {})).content[0]!.recent, { ended: 1, delivered: 1 })
})

test('an endpoint receives its chosen events, one without choice all events, and without endpoints nothing is stored', async (t) => {
  const { shop, call, app, endpoint, pay, drain, deliveries } = await listening(t)
  await pay()
  await drain()
  const types = () => shop.received.map(({ body }) => JSON.parse(body).type).sort()
  assert.deepEqual(types(), ['charge.success', 'customer.created', 'paymentlink.paid'])
  await call(updateWebhookEndpoint, { id: endpoint.id, url: shop.url, events: ['invoice.paid'] })
  await call(createCustomer, { email: 'bisi@example.com' })
  await call(updateWebhookEndpoint, { id: endpoint.id, url: shop.url, events: ['customer.created'] })
  await call(setWebhookEndpointEnabled, { id: endpoint.id, enabled: false })
  await call(createCustomer, { email: 'chidi@example.com' })
  await call(setWebhookEndpointEnabled, { id: endpoint.id, enabled: true })
  await call(createCustomer, { email: 'dayo@example.com' })
  await drain()
  assert.equal(shop.received.length, 4)
  assert.equal(JSON.parse(shop.received[3]!.body).data.email, 'dayo@example.com')
  assert.equal((await deliveries()).length, 4)
  assert.equal(await app.runtime.database.read((tx) => tx.$count(keptEvents)), 4)
})

test('a change that is rolled back emits no event', async (t) => {
  const { call, drain, shop } = await listening(t)
  await assert.rejects(call(createCustomer, { email: 'not an address' }), errorWith(400, 'validation_error'))
  await call(createCustomer, { email: 'ada@example.com' })
  await assert.rejects(call(createCustomer, { email: 'ada@example.com' }), errorWith(422, 'customer_exists'))
  await drain()
  assert.equal(shop.received.length, 1)
})

test('for a day after a roll both secrets verify, then only the new one; the database has no plain secret', async (t) => {
  const { shop, call, app, confirm, endpoint, secret, drain } = await listening(t)
  const rolled = await call(rollWebhookSecret, { id: endpoint.id })
  assert.notEqual(rolled.secret, secret)
  assert.ok(rolled.endpoint.oldSecretUntil)
  const send = async () => {
    await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
    await drain()
    return shop.received.at(-1)!
  }
  const verifies = ({ headers, body }: (typeof shop.received)[0], by: string, at: Date) => {
    // Sign and compare, because the library verifies with the machine's clock, and the test has moved its own clock.
    const signed = new Webhook(by).sign(String(headers['webhook-id']), at, body)
    return String(headers['webhook-signature']).split(' ').includes(signed)
  }
  const sentAt = ({ headers }: (typeof shop.received)[0]) => new Date(Number(headers['webhook-timestamp']) * 1000)
  const first = await send()
  for (const by of [secret, rolled.secret]) new Webhook(by).verify(first.body, first.headers as Record<string, string>)
  app.forward(limits.keyOverlapMs + 1_000)
  await confirm()
  const later = await send()
  assert.deepEqual(
    [secret, rolled.secret].map((by) => verifies(later, by, sentAt(later))),
    [false, true],
  )
  const [stored] = await app.runtime.database.read((tx) => tx.select().from(webhookEndpoints))
  const text = JSON.stringify(stored)
  for (const one of [secret, rolled.secret]) assert.ok(!text.includes(one.slice(6, 30)))
  const events = await app.runtime.database.read((tx) =>
    tx.select().from(auditEvents).orderBy(auditEvents.createdAt, auditEvents.id),
  )
  const done = events.map(({ action }) => action).filter((action) => action.startsWith('webhook.'))
  assert.deepEqual(done, ['webhook.created', 'webhook.rolled'])
})

test('a secret that is rolled twice within a day still verifies until a day after it was replaced', async (t) => {
  const { shop, call, app, confirm, endpoint, secret: first, drain } = await listening(t)
  const roll = async () => (await call(rollWebhookSecret, { id: endpoint.id })).secret
  const listValid = async (secrets: string[]) => {
    await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
    await drain()
    const { headers, body } = shop.received.at(-1)!
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signatures = String(headers['webhook-signature']).split(' ')
    return secrets.filter((by) =>
      signatures.includes(new Webhook(by).sign(String(headers['webhook-id']), sentAt, body)),
    )
  }
  const second = await roll()
  app.forward(limits.keyOverlapMs / 2)
  await confirm()
  const third = await roll()
  assert.deepEqual(await listValid([first, second, third]), [first, second, third])
  app.forward(limits.keyOverlapMs / 2 + 1_000)
  assert.deepEqual(await listValid([first, second, third]), [second, third])
  await confirm()
  for (let old = 1; old < webhookLimits.oldSecrets; old++) await roll()
  await assert.rejects(roll(), errorWith(409, 'too_many_secrets'))
  app.forward(limits.keyOverlapMs / 2)
  await confirm()
  const last = await roll()
  assert.deepEqual(await listValid([second, third, last]), [third, last])
})

test('creating a secret and changing a URL require a confirmation', async (t) => {
  const { call, app, endpoint, shop } = await listening(t)
  app.forward(limits.confirmationMs + 1_000)
  const created = errorWith(403, 'confirmation_required')
  await assert.rejects(call(createWebhookEndpoint, { url: shop.url }), created)
  await assert.rejects(call(rollWebhookSecret, { id: endpoint.id }), created)
  await assert.rejects(call(updateWebhookEndpoint, { id: endpoint.id, url: `${shop.url}/2` }), created)
  const renamed = await call(updateWebhookEndpoint, { id: endpoint.id, url: shop.url, description: 'Orders' })
  assert.equal(renamed.description, 'Orders')
})

test('URLs that we do not send to are rejected when they are set', async (t) => {
  const { call } = await listening(t)
  const at = (url: string) => call(createWebhookEndpoint, { url })
  for (const url of ['https://10.0.0.1/', 'https://169.254.169.254/', 'http://shop.example/', 'https://[fc00::1]/'])
    await assert.rejects(at(url), errorWith(422, 'validation_error', 'url'), url)
  for (const url of [
    'ftp://shop.example/',
    'shop.example',
    'https://me:secret@shop.example/',
    'javascript:alert(1)',
    '',
  ])
    await assert.rejects(at(url), errorWith(400, 'validation_error', 'url'), url)
  for (let more = 1; more < webhookLimits.endpoints; more++) await at(`https://shop.example/${more}`)
  await assert.rejects(at('https://shop.example/more'), errorWith(409, 'too_many_endpoints'))
})

test('a URL of this machine is allowed for test businesses only, and only where the configuration allows it', async (t) => {
  const { app, shop } = await listening(t)
  const live = await createUser(app.runtime, 'live', 'LIVE')
  await app.as(live, 'LIVE').call(confirmUser, { password: live.password })
  const created = app.as(live, 'LIVE').call(createWebhookEndpoint, { url: shop.url })
  await assert.rejects(created, errorWith(422, 'validation_error', 'url'))
  app.runtime.config.webhooksToLoopback = false
  const ade = await app.createUser()
  await app.as(ade).call(confirmUser, { password: ade.password })
  await assert.rejects(
    app.as(ade).call(createWebhookEndpoint, { url: shop.url }),
    errorWith(422, 'validation_error', 'url'),
  )
  await assert.rejects(
    app.as(ade).call(createWebhookEndpoint, { url: 'https://localhost:3000/' }),
    errorWith(422, 'validation_error', 'url'),
  )
})

test('a stored local URL is rejected at delivery once the configuration no longer allows it', async (t) => {
  const { app, shop, call, endpoint, drain, deliveries } = await listening(t)
  app.runtime.config.webhooksToLoopback = false
  await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
  await drain()
  assert.equal(shop.received.length, 0)
  assert.match((await deliveries())[0]!.failure!, /your own machine/)
})

test('another business cannot see, change or send anything of an endpoint', async (t) => {
  const { app, call, endpoint, deliveries, drain } = await listening(t)
  await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
  await drain()
  const [delivery] = await deliveries()
  const bola = await app.createUser('bola')
  const other = app.as(bola)
  await other.call(confirmUser, { password: bola.password })
  const none = errorWith(404, 'webhook_endpoint_not_found')
  const { id } = endpoint
  await assert.rejects(other.call(rollWebhookSecret, { id }), none)
  await assert.rejects(other.call(updateWebhookEndpoint, { id, url: 'https://evil.example/' }), none)
  await assert.rejects(other.call(deleteWebhookEndpoint, { id }), none)
  await assert.rejects(other.call(sendTestWebhook, { id, type: 'charge.success' }), none)
  await assert.rejects(
    other.call(getWebhookDelivery, { id: delivery!.id }),
    errorWith(404, 'webhook_delivery_not_found'),
  )
  assert.equal((await other.call(listWebhookDeliveries, { endpointId: id })).totalElements, 0)
})

test('a deleted endpoint receives nothing more; its log stays', async (t) => {
  const { call, shop, endpoint, deliveries, drain } = await listening(t)
  await call(sendTestWebhook, { id: endpoint.id, type: 'charge.success' })
  await call(deleteWebhookEndpoint, { id: endpoint.id })
  await call(createCustomer, { email: 'late@example.com' })
  await drain()
  assert.equal(shop.received.length, 0)
  const [row, ...others] = await deliveries()
  assert.deepEqual([row!.state, row!.url, others.length], ['failed', shop.url, 0])
  assert.deepEqual((await call(listWebhookEndpoints, {})).content, [])
})

test('an erased customer is in no event any more', async (t) => {
  const { call, app, deliveries, drain } = await listening(t)
  const { id, email } = await call(createCustomer, { email: 'ada+x@example.com', firstName: 'Adaeze' })
  await call(createCustomer, { email: 'bisi@example.com' })
  await drain()
  assert.equal((await deliveries()).length, 2)
  await call(eraseCustomer, { id, email })
  assert.deepEqual((await deliveries()).length, 1)
  for (const table of ['webhook_events', 'webhook_attempts'])
    await app.runtime.database.read(async (tx) => {
      const { rows } = await tx.$client.query(
        `select from ${table} t where t::text like '%ada+x%' or t::text like '%Adaeze%'`,
      )
      assert.equal(rows.length, 0, table)
    })
})

test('a test event of every type has the same fields as the real one, and says that it is a test', async (t) => {
  const { call, endpoint, drain, shop, deliveries } = await listening(t, ['invoice.paid'])
  for (const type of webhookEventTypes) {
    const { object } = webhookEvents[type]
    const sample: unknown = z.parse(webhookData[object], buildSample(type, new Date()))
    if (object === 'payment') {
      const { status, paidAt, feeKobo } = sample as WebhookData['payment']
      assert.deepEqual([paidAt !== null, feeKobo > 0], Array(2).fill(status === 'success'), type)
    }
    if (object === 'mandate') {
      const { status, readyToDebit, standing } = sample as WebhookData['mandate']
      assert.deepEqual([standing.status, readyToDebit], [status, type === 'mandate.ready'], type)
    }
    if (object === 'subscription') {
      const { status, attention } = sample as WebhookData['subscription']
      assert.equal(attention !== null, status === 'attention', type)
    }
  }
  const sent = await call(sendTestWebhook, { id: endpoint.id, type: 'refund.failed' })
  assert.deepEqual([sent.state, sent.isTest, sent.type], ['waiting', true, 'refund.failed'])
  await drain()
  const event = JSON.parse(shop.received[0]!.body)
  assert.deepEqual([event.type, event.test, event.data.status], ['refund.failed', true, 'failed'])
  assert.equal((await deliveries())[0]!.state, 'delivered')
  await call(setWebhookEndpointEnabled, { id: endpoint.id, enabled: false })
  const off = call(sendTestWebhook, { id: endpoint.id, type: 'refund.failed' })
  await assert.rejects(off, errorWith(409, 'endpoint_disabled'))
})

test('the data of an event equals the response of its own endpoint', async (t) => {
  const { call, pay, drain, shop } = await listening(t, ['paymentlink.paid'])
  await pay()
  await drain()
  const { data } = JSON.parse(shop.received[0]!.body)
  assert.deepEqual(data, await call(getPayment, { id: data.id }))
  assert.match(data.paymentLink!.name, /^Ankara/)
})
