import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { testApp } from '../testing/app.ts'
import { runNow } from '../testing/drain.ts'
import type { Person } from '../testing/people.ts'

async function create(url: string, who: Person, key: string, body: object) {
  const response = await fetch(`${url}/test/core/payment-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ merchantId: who.merchantId, ...body }),
  })
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    body: await response.json(),
  }
}

test('a repeated request repeats its answer and not its effect', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  const first = await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  const again = await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  assert.deepEqual([first.status, first.replayed], [201, null])
  assert.deepEqual([again.status, again.replayed], [201, 'true'])
  assert.deepEqual(again.body, first.body)
  assert.equal((await api.as(ade).call(listPaymentLinks, {})).totalElements, 1)
})

test('twenty copies of one request sent at once make one link', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create(api.url, ade, 'key-1', { name: 'Ankara jacket' })),
  )
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  assert.ok(answers.some(({ status }) => status === 201))
  assert.equal((await api.as(ade).call(listPaymentLinks, {})).totalElements, 1)
})

test('a key used for another request is refused, and so is one that is too long', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  const other = await create(api.url, ade, 'key-1', { name: 'Aso-oke jacket' })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])
  assert.equal((await create(api.url, ade, 'k'.repeat(256), { name: 'Aso-oke jacket' })).status, 400)
})

test('the same key in another merchant’s hands is another key', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.person('Ade'), await api.person('Bola')]
  const one = await create(api.url, ade, 'key-1', { name: 'Ade jacket' })
  const other = await create(api.url, bola, 'key-1', { name: 'Bola jacket' })
  assert.deepEqual([other.status, other.replayed], [201, null])
  assert.notEqual(other.body.id, one.body.id)
})

test('a refused request gives its key back, to be put right and sent again', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  await api.as(ade).call(createPaymentLink, { name: 'Ankara jacket' })
  assert.equal((await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })).status, 409)
  const right = await create(api.url, ade, 'key-1', { name: 'Ankara jacket, blue' })
  assert.equal(right.status, 201)
})

test('keys are forgotten after a day', async (t) => {
  const api = await testApp(t)
  const ade = await api.person('Ade')
  await create(api.url, ade, 'key-1', { name: 'Ankara jacket' })
  api.forward(25 * 3_600_000)
  await runNow(api.runtime, 'forget-the-old')
  assert.equal((await create(api.url, ade, 'key-1', { name: 'Another jacket' })).status, 201)
})
