import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listApiKeys } from '@adire/contract/api-keys.ts'
import { askInPage, initialiseCharge, listCharges, verifyCharge } from '@adire/contract/charges.ts'
import { payByCard } from '@adire/contract/checkout.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'

const newCharge = { email: 'page@example.com', amountKobo: 250_000 }

async function shop(...given: Parameters<typeof checkoutFixture>) {
  const found = await checkoutFixture(...given)
  const { content } = await found.merchant.call(listApiKeys, {})
  return { ...found, key: content.find(({ kind }) => kind === 'public')!.display }
}

test('a page starts a charge with the public key, the payer pays, and the server verifies the amount', async (t) => {
  const { app, merchant, payer, key } = await shop(t)
  const begun = await payer.call(askInPage, { key, ...newCharge, reference: 'order-1', description: 'Two dresses' })
  assert.deepEqual(Object.keys(begun).sort(), ['accessCode', 'reference', 'url'])
  assert.equal(begun.reference, 'order-1')
  const again = await payer.call(askInPage, { key, ...newCharge, reference: 'order-1', description: 'Two dresses' })
  assert.deepEqual(again, begun)
  const page = await fetch(`${app.url}/pay/embed/https/shop.example/${begun.accessCode}`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy')!, /frame-ancestors https:\/\/shop\.example;/)
  const { payment } = await merchant.call(verifyCharge, { reference: 'order-1' })
  assert.equal(payment!.status, 'pending')
  const props = (await page.text()).match(/"accessCode":"(\w{24})"/)!
  await payer.call(payByCard, {
    accessCode: props[1]!,
    number: '4084084084084081',
    cvv: '408',
    expiryMonth: 12,
    expiryYear: 2039,
  })
  const paid = await merchant.call(verifyCharge, { reference: 'order-1' })
  assert.deepEqual([paid.status, paid.amountKobo, paid.metadata], ['success', 250_000, {}])
})

test('a public key can only do that: not the other mode, no lists, and no charges that a server created', async (t) => {
  const { app, merchant, payer, key } = await shop(t)
  const closed = errorWith(422, 'validation_error', 'key')
  await assert.rejects(app.asNobody('LIVE').call(askInPage, { key, ...newCharge }), closed)
  await assert.rejects(payer.call(askInPage, { key: `pk_test_${'a'.repeat(38)}`, ...newCharge }), closed)
  const secret = errorWith(400, 'validation_error', 'key')
  await assert.rejects(payer.call(askInPage, { key: key.replace('pk_', 'sk_'), ...newCharge }), secret)
  const listed = await fetch(`${app.url}/test/collections/charges`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(listed.status, 403)

  await merchant.call(initialiseCharge, { ...newCharge, reference: 'of-the-server' })
  await assert.rejects(
    payer.call(askInPage, { key, ...newCharge, reference: 'of-the-server' }),
    errorWith(409, 'duplicate_reference'),
  )
  await assert.rejects(payer.call(askInPage, { key, ...newCharge, amountKobo: 1 }), errorWith(400, 'validation_error'))
  const { content } = await merchant.call(listCharges, {})
  assert.equal(content.length, 1)
})

test('too many requests are limited, and every origin may send them without a cookie', async (t) => {
  const { app, payer, key } = await shop(t)
  for (let times = 0; times < 30; times++) await payer.call(askInPage, { key, ...newCharge })
  await assert.rejects(payer.call(askInPage, { key, ...newCharge }), errorWith(429, 'too_many_attempts'))
  await payer.call(askInPage, { key, ...newCharge, email: 'other@example.com' })
  app.forward(15 * 60_000)
  await payer.call(askInPage, { key, ...newCharge })

  const address = `${app.url}/test/collections/checkout/charges`
  const preflight = await fetch(address, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
  assert.deepEqual(
    [
      preflight.status,
      ...['origin', 'methods', 'headers', 'credentials'].map((name) =>
        preflight.headers.get(`access-control-allow-${name}`),
      ),
    ],
    [204, '*', 'POST', 'content-type, idempotency-key', null],
  )
  const rejected = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  assert.deepEqual([rejected.status, rejected.headers.get('access-control-allow-origin')], [400, '*'])
  const other = await fetch(`${app.url}/test/collections/payments/filter`)
  assert.equal(other.headers.get('access-control-allow-origin'), null)
})
