import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRestrictedKey, createSecretKey, rollApiKey } from '@adire/contract/api-keys.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { listRefunds } from '@adire/contract/refunds.ts'
import { createWebhookEndpoint, listWebhookEndpoints, rollWebhookSecret } from '@adire/contract/webhooks.ts'
import { deletedAtOnce } from '../database/delete-portion.ts'
import { addKey } from '../features/api-keys/add-key.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { runNow } from '../testing/drain.ts'
import { openInterrupter } from '../testing/interrupt.ts'
import { confirmSessions, type TestUser } from '../testing/users.ts'
import { idempotencyKeys } from './tables.ts'

async function create(url: string, who: TestUser, key: string, body: object) {
  const response = await fetch(`${url}/test/core/payment-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ merchantId: who.merchantId, ...body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    body: JSON.parse(text) as { id: string; code?: string },
    text,
  }
}

test('a repeated request gets the same response and has no second effect', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const first = await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  const again = await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  assert.deepEqual([first.status, first.replayed], [201, null])
  assert.deepEqual([again.status, again.replayed], [201, 'true'])
  assert.equal(again.text, first.text)
  assert.equal((await api.as(ade).call(listPaymentLinks, {})).totalElements, 1)
})

test('an empty key is rejected, because its sender believes the request to be safe to repeat', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { status, text } = await create(api.url, ade, '', { name: 'Ankara jacket' })
  assert.deepEqual([status, JSON.parse(text).errors[0].field], [400, 'Idempotency-Key'])
  assert.equal((await create(api.url, ade, 'x'.repeat(256), { name: 'Ankara jacket' })).status, 400)
  assert.equal((await api.as(ade).call(listPaymentLinks, {})).totalElements, 0)
})

test('twenty copies of one request sent at once create one link', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => create(api.url, ade, 'key-1', { name: 'Ankara jacket' })),
  )
  assert.ok(responses.every(({ status }) => status === 201 || status === 409))
  assert.ok(responses.some(({ status }) => status === 201))
  assert.equal((await api.as(ade).call(listPaymentLinks, {})).totalElements, 1)
})

test('a repeated request gets the secret of the first one again, which is stored sealed', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await confirmSessions(api, ade)
  const { call } = api.as(ade)
  const addEndpoint = () =>
    call(createWebhookEndpoint, { url: 'https://shop.example/events' }, { idempotencyKey: 'endpoint-1' })
  const { endpoint, secret } = await addEndpoint()
  assert.deepEqual(await addEndpoint(), { endpoint, secret })
  assert.deepEqual((await call(listWebhookEndpoints, {})).content, [endpoint])
  const addKeyOnce = () =>
    call(createRestrictedKey, { name: 'Till', permissions: ['payments.view'] }, { idempotencyKey: 'key-1' })
  const { key } = await addKeyOnce()
  assert.equal((await addKeyOnce()).key, key)
  const createOnce = () => call(createSecretKey, {}, { idempotencyKey: 'key-2' })
  const created = await createOnce()
  assert.deepEqual(await createOnce(), created)
  const rollOnce = () => call(rollApiKey, { id: created.apiKey.id }, { idempotencyKey: 'key-3' })
  const rolled = await rollOnce()
  assert.deepEqual(await rollOnce(), rolled)
  const rollSecretOnce = () => call(rollWebhookSecret, { id: endpoint.id }, { idempotencyKey: 'endpoint-2' })
  const { secret: next } = await rollSecretOnce()
  assert.equal((await rollSecretOnce()).secret, next)
  const stored = JSON.stringify(await api.runtime.database.read((tx) => tx.select().from(idempotencyKeys)))
  for (const one of ['endpoint-1', 'key-1', 'key-2', 'key-3', 'endpoint-2']) assert.ok(stored.includes(one), one)
  for (const one of [secret, key, created.key, rolled.key, next]) assert.ok(!stored.includes(one.slice(-20)))
})

test('a key used for another request is rejected, and so is one that is too long', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  const other = await create(api.url, ade, 'key-1', { name: 'Aso-oke jacket' })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])
  assert.equal((await create(api.url, ade, 'k'.repeat(256), { name: 'Aso-oke jacket' })).status, 400)
})

test('the same key of another merchant is another key', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const one = await create(api.url, ade, 'key-1', { name: 'Ade jacket' })
  const other = await create(api.url, bola, 'key-1', { name: 'Bola jacket' })
  assert.deepEqual([other.status, other.replayed], [201, null])
  assert.notEqual(other.body.id, one.body.id)
})

test('a rejected request releases its key, to be corrected and sent again', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await api.as(ade).call(createPaymentLink, { name: 'Ankara jacket' })
  assert.equal((await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })).status, 409)
  const right = await create(api.url, ade, 'key-1', { name: 'Ankara jacket, blue' })
  assert.equal(right.status, 201)
})

test('keys are purged after a day, any number of them', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  const { database, clock } = api.runtime
  await database.write((tx) =>
    tx.$client.query(
      `insert into idempotency_keys (owner, key, request_hash, started_at)
       select 'somebody', number, '', $1 from generate_series(1, $2::int) number`,
      [clock(), 2 * deletedAtOnce],
    ),
  )
  api.forward(25 * 3_600_000)
  await runNow(api.runtime, 'purge-expired')
  assert.equal(await database.read((tx) => tx.$count(idempotencyKeys)), 0)
  assert.equal((await create(api.url, ade, 'key-1', { name: 'Another jacket' })).status, 201)
})

/** Sends a public or client call with a key; returns its status, its body and whether it was replayed. */
async function sendWith(url: string, path: string, key: string, body: object, token?: string) {
  const response = await fetch(`${url}/test/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, replayed, body: (await response.json()) as Record<string, unknown> }
}

/** The public key of a new business. */
async function createPublicKey(api: TestApp, name: string): Promise<string> {
  const { merchantId } = await api.createUser(name)
  const { key } = await api.runtime.database.write((tx) =>
    addKey(tx, { merchantId, mode: 'TEST', kind: 'public' }, api.runtime.clock()),
  )
  return key
}

test('pages of two businesses may use one key: each has its own charge, and a repeated request its own response', async (t) => {
  const api = await testApp(t)
  const [adeKey, bolaKey] = [await createPublicKey(api, 'Ade'), await createPublicKey(api, 'Bola')]
  const sendRequest = (key: string, email = 'payer@example.com') =>
    sendWith(api.url, 'collections/checkout/charges', 'order-1001', { key, email, amountKobo: 500_000 })
  const ade = await sendRequest(adeKey)
  const bola = await sendRequest(bolaKey)
  assert.deepEqual([ade.status, bola.status, bola.replayed], [201, 201, false])
  assert.notEqual(ade.body.accessCode, bola.body.accessCode)
  assert.deepEqual(await sendRequest(adeKey), { ...ade, replayed: true })
  assert.equal((await sendRequest(adeKey, 'other@example.com')).body.code, 'idempotency_mismatch')
})

test('payers of one page may use one key: each starts a payment of their own', async (t) => {
  const api = await testApp(t)
  const { slug } = await api
    .as(await api.createUser('Ade'))
    .call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  const start = (email: string, checkoutId: string) =>
    sendWith(api.url, `collections/checkout/pages/${slug}/payments`, 'pay-1', { email, checkoutId })
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const first = await start('one@example.com', one)
  const second = await start('two@example.com', other)
  assert.deepEqual([first.status, second.status, second.replayed], [201, 201, false])
  assert.notEqual(first.body.accessCode, second.body.accessCode)
  assert.deepEqual(await start('one@example.com', one), { ...first, replayed: true })
})

test('registrations of different people with one key stay separate', async (t) => {
  const api = await testApp(t)
  const token = await api.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  const register = (email: string, password: string) =>
    sendWith(
      api.url,
      'core/api/v1/merchants/user',
      'signup',
      { email, password, businessName: 'Tola Atelier', countryId: 566 },
      token,
    )
  const first = await register('tola@example.com', 'Correct-horse-1')
  const second = await register('bayo@example.com', 'Correct-horse-1')
  const guessed = await register('tola@example.com', 'Correct-horse-2')
  for (const { status, replayed } of [first, second, guessed]) assert.deepEqual([status, replayed], [201, false])
  assert.equal(second.body.email, 'bayo@example.com')
  assert.equal((await register('tola@example.com', 'Correct-horse-1')).replayed, true)
})

test('a request that is interrupted after its intent was stored keeps its key, and is resumed', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { call } = api.as(ade)
  const { slug } = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  const payer = api.asNobody()
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode, reference } = await payer.call(startPayment, begun)
  await payer.call(payByCard, { accessCode, number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 })
  const { id } = (await call(listPayments, { search: reference })).content[0]!
  const refund = () =>
    sendWith(
      api.url,
      `collections/payments/${id}/refunds`,
      'refund-1',
      { merchantId: ade.merchantId, amountKobo: 10_000, reason: 'duplicate' },
      ade.token,
    )
  const refunds = async () => (await call(listRefunds, { paymentId: id })).content
  const process = openInterrupter(api)
  for (let points = 0; (await refunds()).length === 0; points++) {
    process.endAfter(points)
    assert.equal((await refund()).status, 500)
    process.revive()
  }
  // The request may still be running.
  assert.equal((await refund()).body.code, 'idempotency_in_progress')
  api.forward(31_000)
  const resumed = await refund()
  assert.deepEqual([resumed.status, resumed.body.status, resumed.replayed], [201, 'processed', false])
  assert.deepEqual(await refund(), { ...resumed, replayed: true })
  assert.deepEqual(
    (await refunds()).map((one) => one.id),
    [resumed.body.id],
  )
})
