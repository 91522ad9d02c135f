import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listApiKeys } from '@adire/contract/api-keys.ts'
import { askInPage, initialiseCharge, listCharges, verifyCharge } from '@adire/contract/charges.ts'
import { payByCard } from '@adire/contract/checkout.ts'
import { checkout, refused } from '../../testing/checkout.ts'

const asked = { email: 'page@example.com', amountKobo: 250_000 }

async function shop(...given: Parameters<typeof checkout>) {
  const found = await checkout(...given)
  const { content } = await found.merchant.call(listApiKeys, {})
  return { ...found, key: content.find(({ kind }) => kind === 'public')!.display }
}

test('a page asks by the public key, the payer pays, and the server verifies the amount', async (t) => {
  const { app, merchant, payer, key } = await shop(t)
  const begun = await payer.call(askInPage, { key, ...asked, reference: 'order-1', description: 'Two dresses' })
  assert.deepEqual(Object.keys(begun).sort(), ['accessCode', 'reference', 'url'])
  assert.equal(begun.reference, 'order-1')
  const again = await payer.call(askInPage, { key, ...asked, reference: 'order-1', description: 'Two dresses' })
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

test('a public key opens that and nothing else: not the other mode, no list, and not what a server began', async (t) => {
  const { app, merchant, payer, key } = await shop(t)
  const closed = refused(422, 'validation_error', 'key')
  await assert.rejects(app.asNobody('LIVE').call(askInPage, { key, ...asked }), closed)
  await assert.rejects(payer.call(askInPage, { key: `pk_test_${'a'.repeat(38)}`, ...asked }), closed)
  const secret = refused(400, 'validation_error', 'key')
  await assert.rejects(payer.call(askInPage, { key: key.replace('pk_', 'sk_'), ...asked }), secret)
  const listed = await fetch(`${app.url}/test/collections/charges`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(listed.status, 403)

  await merchant.call(initialiseCharge, { ...asked, reference: 'of-the-server' })
  await assert.rejects(
    payer.call(askInPage, { key, ...asked, reference: 'of-the-server' }),
    refused(409, 'duplicate_reference'),
  )
  await assert.rejects(payer.call(askInPage, { key, ...asked, amountKobo: 1 }), refused(400, 'validation_error'))
  const { content } = await merchant.call(listCharges, {})
  assert.equal(content.length, 1)
})

test('who asks too often waits, and every origin may ask without a cookie', async (t) => {
  const { app, payer, key } = await shop(t)
  for (let times = 0; times < 30; times++) await payer.call(askInPage, { key, ...asked })
  await assert.rejects(payer.call(askInPage, { key, ...asked }), refused(429, 'too_many_attempts'))
  await payer.call(askInPage, { key, ...asked, email: 'other@example.com' })
  app.forward(15 * 60_000)
  await payer.call(askInPage, { key, ...asked })

  const address = `${app.url}/test/collections/checkout/charges`
  const asking = await fetch(address, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
  assert.deepEqual(
    [
      asking.status,
      ...['origin', 'methods', 'headers', 'credentials'].map((name) =>
        asking.headers.get(`access-control-allow-${name}`),
      ),
    ],
    [204, '*', 'POST', 'content-type, idempotency-key', null],
  )
  const refusal = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  assert.deepEqual([refusal.status, refusal.headers.get('access-control-allow-origin')], [400, '*'])
  const other = await fetch(`${app.url}/test/collections/payments/filter`)
  assert.equal(other.headers.get('access-control-allow-origin'), null)
})
