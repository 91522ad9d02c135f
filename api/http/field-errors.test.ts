import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { messages } from '@adire/contract/messages.ts'
import { testApp } from '../testing/app.ts'
import { mainThreadMs } from '../testing/main-thread.ts'
import { createSecretKeyFor } from '../testing/users.ts'

type Errors = { field: string; message: string }[]

/** Posts JSON with a token; returns the errors by field of the response. */
async function openPoster(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const key = await createSecretKeyFor(app, user)
  const send = async (token: string, path: string, body: object) => {
    const response = await fetch(`${app.url}/test/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const problem = (await response.json()) as { message: string; errors: Errors }
    assert.equal(response.status, 400, JSON.stringify(problem))
    return problem
  }
  const messageFor = async (path: string, body: object) => (await send(key, path, body)).message
  const post = (token: string) => async (path: string, body: object) => {
    const { errors } = await send(token, path, body)
    assert.equal(new Set(errors.map(({ field }) => field)).size, errors.length, 'one error for each field')
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
  }
  return { merchantId: user.merchantId, asServer: post(key), asUser: post(user.token), messageFor }
}

test('a server reads the errors of its amounts in kobo, a person in naira as they typed it [S5-06]', async (t) => {
  const { merchantId, asServer, asUser } = await openPoster(t)
  const charge = 'collections/charges/initialise'
  const errorOf = async (amountKobo?: unknown) => (await asServer(charge, { amountKobo, email: 'a@b.ng' })).amountKobo
  const whole = 'amountKobo must be a whole number of kobo, for example 250000 for NGN 2,500.00'
  for (const notWhole of [undefined, null, '250000', 250_000.5, {}]) assert.equal(await errorOf(notWhole), whole)
  assert.equal(await errorOf(5_000), 'amountKobo must be at least 10000 (NGN 100.00)')
  for (const tooMuch of [5_000_000_001, 2 ** 53])
    assert.equal(await errorOf(tooMuch), 'amountKobo must be at most 5000000000 (NGN 50,000,000.00)')

  const invoice = {
    customerEmail: 'a@b.ng',
    customerName: 'Ada Obi',
    dueOn: '2099-01-01',
    lines: [{ description: 'Cloth', quantity: 1, unitPriceKobo: -1 }],
    discount: { kind: 'amount', amountKobo: 'all' },
  }
  const nested = await asServer('core/invoice', invoice)
  assert.equal(nested['lines.0.unitPriceKobo'], 'lines.0.unitPriceKobo must be at least 0 (NGN 0.00)')
  assert.equal(nested['discount.amountKobo'], whole.replace('amountKobo', 'discount.amountKobo'))
  for (const discount of [{ kind: 'percentage', percent: 10 }, {}]) {
    const errors = await asServer('core/invoice', { ...invoice, discount })
    assert.equal(errors['discount.kind'], 'discount.kind must be one of amount, percent')
  }

  const typed = await asUser(charge, { merchantId, amountKobo: 5_000, email: 'a@b.ng' })
  assert.equal(typed.amountKobo, messages.amountAtLeast(100))
})

test('a person reads one message for each required field that is empty, whatever its type [S5-01]', async (t) => {
  const { merchantId, asUser } = await openPoster(t)
  const forms = {
    'core/api/v1/merchants/add-new-merchant': ['businessName', 'countryId'],
    [`core/api/v1/merchants/${merchantId}`]: ['businessName', 'merchantCategoryId', 'businessEmail', 'businessPhone'],
    [`core/api/v1/merchants-onboarding/${merchantId}`]: ['businessType', 'merchantCategoryId', 'businessPhone', 'city'],
    'core/plans': ['name', 'amountKobo', 'interval'],
    'core/payment-links': ['name'],
    'core/invoice/simple-invoice': ['customerEmail', 'description', 'amountKobo', 'dueOn'],
    'core/invoice': ['dueOn', 'lines.0.description', 'lines.0.quantity', 'lines.0.unitPriceKobo'],
    'core/customers': ['email'],
    'core/direct-debit': ['customerEmail', 'amountKobo', 'startOn', 'narration'],
    'core/schedule-customer-debit': ['amountKobo', 'date'],
  }
  for (const [path, fields] of Object.entries(forms)) {
    const errors = await asUser(path, { merchantId, lines: [{}] })
    for (const field of fields) assert.equal(errors[field], 'This field must not be empty!', `${path}: ${field}`)
  }
})

test('a program that sends a wrong value reads which values there are, where it is, and what is missing', async (t) => {
  const { merchantId, asServer, asUser, messageFor } = await openPoster(t)
  const payment = 'collections/payments/pay_7h2k9d4m1q8x5w3z/refunds'
  const reasons = 'requested_by_customer, not_delivered, duplicate, fraudulent, other'
  assert.deepEqual(await asServer(payment, { amountKobo: 10_000, reason: 'angry' }), {
    reason: `reason must be one of ${reasons}`,
    id: 'Use the id of the object, a UUID, not its reference or code',
  })
  assert.deepEqual(await asServer('core/customers', { phone: '12' }), {
    email: 'email is required',
    phone: 'This field must be at least 11 characters long',
  })
  const split = { name: 'Market', type: 'percentage', feeBearer: 'business', shares: [{ party: 'ada', share: 30 }] }
  assert.deepEqual(await asServer('core/splits', split), {
    'shares.0.partyId': 'shares.0.partyId is required',
    'shares.0.value': 'shares.0.value is required',
    'shares.0.party': 'There is no field "party" here',
    'shares.0.share': 'There is no field "share" here',
  })
  assert.equal(await messageFor('core/customers', { email: 'ada' }), `email: ${messages.email}`)
  assert.equal(await messageFor('core/customers', {}), 'email is required')
  assert.deepEqual(await asUser('core/splits', { ...split, merchantId, type: 'half' }), {
    type: 'type must be one of percentage, flat',
    'shares.0.partyId': 'Use the id of the object, a UUID, not its reference or code',
    'shares.0.value': 'Use two decimals at most',
    'shares.0.party': 'There is no field "party" here',
    'shares.0.share': 'There is no field "share" here',
  })
})

test('an error names the field and what belongs there', async (t) => {
  const { merchantId, asServer, asUser } = await openPoster(t)
  const charge = { amountKobo: 250_000, email: 'a@b.ng' }
  const errorsOf = (given: object) => asServer('collections/charges/initialise', { ...charge, ...given })
  assert.deepEqual(await errorsOf({ metadata: { cart: { id: 1 } } }), {
    'metadata.cart': 'metadata.cart must be text, a number, or true or false',
  })
  assert.deepEqual(await errorsOf({ metadata: { 'order id': '1' } }), {
    'metadata.order id': 'Use up to 40 letters, digits and _ . -, beginning with a letter',
  })
  assert.deepEqual(await errorsOf({ metadata: 'cart 1', channels: 'card', feeBearer: 'payer', foo: 1 }), {
    metadata: 'metadata must be an object',
    channels: 'channels must be a list',
    feeBearer: 'feeBearer must be one of merchant, customer',
    foo: 'There is no field "foo" here',
  })
  const details = await asUser(`core/api/v1/merchants-onboarding/${merchantId}`, { businessDescription: 5 })
  assert.equal(details.businessDescription, 'businessDescription must be text')
})

test('a body with thousands of wrong values is rejected quickly, with at most fifty errors', async (t) => {
  const { merchantId, asServer, asUser } = await openPoster(t)
  const charge = { merchantId, amountKobo: 250_000, email: 'a@b.ng' }
  const begun = mainThreadMs()
  for (const post of [asServer, asUser]) {
    const wrong = await post('collections/charges/initialise', { ...charge, channels: Array(1_000).fill(1) })
    assert.equal(Object.keys(wrong).length, 50)
    for (const channels of [Array(30_000).fill(1), { 0: Array(1_001).fill({}) }])
      assert.equal(
        Object.values(await post('collections/charges/initialise', { ...charge, channels }))[0],
        'Send at most 1,000 items here',
      )
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, number) => [`k${number}`, 1]))
    assert.equal(Object.keys(await post('core/customers', { ...unknown, merchantId })).length, 50)
  }
  const took = mainThreadMs() - begun
  assert.ok(took < 4_000, `${took} ms`)
})

test('a query with a thousand keys of one object takes no longer than one with a thousand fields', async (t) => {
  const app = await testApp(t)
  const take = async (name: (number: number) => string) => {
    const query = Array.from({ length: 1_000 }, (_, number) => `${name(number)}=1`).join('&')
    const begun = mainThreadMs()
    for (let times = 0; times < 10; times++)
      assert.equal((await fetch(`${app.url}/test/core/customers?${query}`)).status, 401)
    return mainThreadMs() - begun
  }
  const fields = await take((number) => `m${number}x`)
  const keys = await take((number) => `m[${number}x]`)
  assert.ok(keys < 5 * fields + 500, `${keys} and ${fields} ms`)
})
