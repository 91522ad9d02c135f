import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { callEndpoint } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { toNetwork } from '../../http/network.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'

const expiry = { expiryMonth: 12, expiryYear: 2098 }
const declined = { number: '4084080000005408', cvv: '001', ...expiry }
const plain = { number: '4084084084084081', cvv: '408', ...expiry }
const tooMany = errorWith(429, 'too_many_attempts')

/** A merchant fixture behind a proxy, so that each payer can have a different IP address. */
async function shop(t: TestContext) {
  const app = await testApp(t, { REQUESTS_PER_SECOND: '1000', TRUST_PROXY: '1' })
  const user = await app.createUser()
  const addLink = async (name: string) => {
    const { slug } = await app.as(user).call(createPaymentLink, { name, amountKobo: 500_000, feeBearer: 'merchant' })
    return slug
  }
  const slug = await addLink('Ankara')
  const from =
    (address: string, { url } = app) =>
    <E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointOutput<E>> => {
      const sent: typeof fetch = (url, init) =>
        fetch(url, { ...init, headers: { ...(init?.headers as object), 'x-forwarded-for': address } })
      const connection = { baseUrl: (name: string) => `${url}/test/${name}`, token: () => undefined, fetch: sent }
      return callEndpoint(connection, endpoint, input)
    }
  const start = (email: string, address: string, page = slug) =>
    from(address)(startPayment, { slug: page, checkoutId: crypto.randomUUID(), email })
  const pay = async (email: string, address: string, card: typeof plain, page = slug) => {
    const { accessCode } = await start(email, address, page)
    return from(address)(payByCard, { accessCode, ...card })
  }
  return { app, user, slug, addLink, from, start, pay }
}

test('a payer with ten declined cards waits an hour; other payers and other channels are not affected', async (t) => {
  const { app, user, pay } = await shop(t)
  const thief = (card: typeof plain) => pay('thief@example.com', '203.0.113.99', card)
  for (let times = 0; times < 10; times++) assert.equal((await thief(declined)).status, 'failed')
  await assert.rejects(thief(declined), tooMany)
  await assert.rejects(thief(plain), tooMany)
  assert.equal((await pay('ada@example.com', '203.0.113.1', plain)).status, 'success')
  app.forward(3_600_001)
  assert.equal((await thief(plain)).status, 'success')

  await app.drain()
  const { content } = await app.as(user).call(listNotifications, {})
  const warnings = content.filter(({ title }) => title.includes('stolen cards'))
  assert.equal(warnings.length, 1)
  const mails = await mailsTo(app, user.email)
  assert.equal(mails.filter(({ subject }) => subject.includes('stolen cards')).length, 1)
})

test('a stranger whose cards are declined under the email of a payer does not stop the payer, until many networks do', async (t) => {
  const { pay } = await shop(t)
  for (let times = 0; times < 10; times++) await pay('ada@example.com', '203.0.113.1', declined)
  await assert.rejects(pay('ada@example.com', '203.0.113.1', plain), tooMany)
  assert.equal((await pay('ada@example.com', '198.51.100.4', plain)).status, 'success')
  for (let times = 0; times < 20; times++) await pay('ada@example.com', `203.0.113.${times + 2}`, declined)
  await assert.rejects(pay('ada@example.com', '198.51.100.4', plain), tooMany)
})

test('an address that tries cards under many names is blocked, also on other pages of the business', async (t) => {
  const { addLink, pay } = await shop(t)
  const robot = '2001:db8:1:2:'
  for (let times = 0; times < 30; times++)
    await pay(`name-${times}@example.com`, `${robot}${times + 1}::1`, declined).catch(errorWith(422, 'card_refused'))
  await assert.rejects(pay('name-31@example.com', `${robot}ffff::9`, plain), tooMany)
  const other = await addLink('Adire')
  await assert.rejects(pay('name-32@example.com', `${robot}1::1`, plain, other), tooMany)
  assert.equal((await pay('ada@example.com', '2001:db8:1:3::1', plain, other)).status, 'success')
})

test('invalid card numbers count, and the error says when to try again', async (t) => {
  const { app, start, from } = await shop(t)
  const address = '203.0.113.7'
  const madeUp = { number: '4111111111111111', cvv: '123', ...expiry }
  const { accessCode } = await start('ada@example.com', address)
  for (let times = 0; times < 10; times++)
    await assert.rejects(from(address)(payByCard, { accessCode, ...madeUp }), errorWith(422, 'card_refused', 'number'))
  const response = await fetch(
    `${app.url}/test/${payByCard.server}/${payByCard.path.replace(':accessCode', accessCode)}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ ...(payByCard.path.includes(':accessCode') ? {} : { accessCode }), ...madeUp }),
    },
  )
  assert.equal(response.status, 429)
  assert.equal(response.headers.get('retry-after'), '3600')
})

/** A made-up card number with a valid check digit. */
const madeUpNumber = (number: number) => {
  const digits = `411111${String(number).padStart(9, '0')}`
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const twice = Number(digit) * 2
    return total + (index % 2 === 1 ? Number(digit) : twice > 9 ? twice - 9 : twice)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

test('cards that one payer sends at the same time are counted one by one', async (t) => {
  const { app, start, from } = await shop(t)
  const send = async (accessCode: string, number: number) => {
    const card = { number: madeUpNumber(number), cvv: '123', ...expiry }
    return from('203.0.113.7')(payByCard, { accessCode, ...card }).catch(({ status }: { status: number }) => status)
  }
  const { accessCode } = await start('thief@example.com', '203.0.113.7')
  for (let number = 0; number < 9; number++) assert.equal(await send(accessCode, number), 422)
  const others = [await start('thief@example.com', '203.0.113.7'), await start('thief@example.com', '203.0.113.7')]
  // Block both requests where the first is counted, so that neither can finish before the other is checked.
  const requests = others.map(
    ({ accessCode: code }, index) =>
      () =>
        send(code, 9 + index),
  )
  const results = await sendWhileLocked(app, 'lock table rate_limit_attempts in share mode', requests)
  assert.deepEqual(results.map((one) => one.status === 'fulfilled' && one.value).sort(), [422, 429])
})

test('the limit of declined cards does not affect many payers behind one address while only a third of the cards is declined', async (t) => {
  const { app, user, pay } = await shop(t)
  for (let times = 0; times < 60; times++) {
    const card =
      times % 3 === 0 ? declined : times % 3 === 1 ? plain : { ...declined, number: '4084080000670037', cvv: '787' }
    const state = await pay(`student-${times}@example.com`, '198.51.100.4', card)
    assert.equal(state.status, card === plain ? 'success' : 'failed')
  }
  const { content } = await app.as(user).call(listNotifications, {})
  assert.ok(!content.some(({ title }) => title.includes('stolen cards')))
})

test('a payer can use ten different cards in an hour and no eleventh; cards already used stay usable', async (t) => {
  const { app, pay } = await shop(t)
  const numbers = [
    '4084084084084081 408',
    '507850785078507812 081',
    '5060666666666666666 123',
    '507850785078507804 884',
    '5192602720584796 123',
    '507850785078507853 082',
    '4084080000671803 180',
    '4084080000671902 190',
    '4000000000000119 123',
    '4000000000000259 123',
    '4000000000000341 123',
  ]
  const use = (card: string) => {
    const [number, cvv] = card.split(' ') as [string, string]
    return pay('ada@example.com', '203.0.113.1', { number, cvv, ...expiry })
  }
  for (const card of numbers.slice(0, 10)) assert.notEqual((await use(card)).status, 'failed', card)
  await assert.rejects(use(numbers[10]!), tooMany)
  assert.equal((await use(numbers[0]!)).status, 'success')
  app.forward(3_600_001)
  assert.equal((await use(numbers[10]!)).status, 'success')
})

test('many payers behind one address are blocked when more than four cards are declined for each that pays', async (t) => {
  const { pay } = await shop(t)
  const from = '198.51.100.4'
  for (let times = 0; times < 8; times++) await pay(`paid-${times}@example.com`, from, plain)
  for (let times = 0; times < 33; times++)
    assert.equal((await pay(`refused-${times}@example.com`, from, declined)).status, 'failed', String(times))
  await assert.rejects(pay('last@example.com', from, plain), tooMany)
})

test('the number of payments that one payer starts on a page from one network in ten minutes is limited', async (t) => {
  const { app, addLink, start } = await shop(t)
  for (let times = 0; times < 30; times++) await start('ada@example.com', `2001:db8:1:2::${times + 1}`)
  await assert.rejects(start('ada@example.com', '2001:db8:1:2::ffff'), tooMany)
  await start('ada@example.com', '2001:db8:1:2::ffff', await addLink('Adire'))
  await start('bola@example.com', '2001:db8:1:2::ffff')
  app.forward(600_001)
  await start('ada@example.com', '2001:db8:1:2::ffff')
})

test('a stranger who starts payments under the email of a payer does not stop the payer', async (t) => {
  const { slug, from, start } = await shop(t)
  const stranger = '203.0.113.1'
  const shared = '198.51.100.4'
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await from(shared)(startPayment, begun)
  for (const address of [stranger, shared])
    for (let times = 0; times < 30; times++) await start('ada@example.com', address).catch(tooMany)
  await assert.rejects(start('ada@example.com', stranger), tooMany)
  assert.ok((await start('ada@example.com', '203.0.113.2')).accessCode)
  // Behind the address that both share, the payment that the payer has begun goes on.
  assert.equal((await from(shared)(startPayment, begun)).accessCode, accessCode)
})

test('a network in which nobody pays starts 600 payments in ten minutes, and ten more for each card that is paid there', async (t) => {
  const { app, start, from } = await shop(t)
  const address = '198.51.100.4'
  const begun = await start('ada@example.com', address)
  await app.runtime.database.write((tx) =>
    tx.$client.query('insert into rate_limit_attempts (key, at) select $1, $2 from generate_series(1, 599)', [
      `start:address:test:${address}`,
      app.runtime.clock(),
    ]),
  )
  await assert.rejects(start('bola@example.com', address), tooMany)
  assert.equal((await from(address)(payByCard, { accessCode: begun.accessCode, ...plain })).status, 'success')
  for (let times = 0; times < 10; times++) await start(`payer-${times}@example.com`, address)
  await assert.rejects(start('bola@example.com', address), tooMany)
  assert.ok((await start('bola@example.com', '203.0.113.1')).accessCode)
})

test('IPv6 addresses count by the network of the subscriber', () => {
  assert.equal(toNetwork('203.0.113.9'), '203.0.113.9')
  assert.equal(toNetwork('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(toNetwork('2001:DB8:0:1:aaaa::1'), '2001:db8:0:1::/64')
  assert.equal(toNetwork('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(toNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(toNetwork('::1'), '0:0:0:0::/64')
})

test('attempts are counted across all processes', async (t) => {
  const { app, start, from } = await shop(t)
  const beside = await testApp(t, { REQUESTS_PER_SECOND: '1000', TRUST_PROXY: '1' }, app)
  const attempt = async (times: number, card: typeof plain, process = times % 2 ? beside : app) => {
    const address = '203.0.113.7'
    const { accessCode } = await start('thief@example.com', address)
    return from(address, process)(payByCard, { accessCode, ...card })
  }
  for (let times = 0; times < 10; times++) assert.equal((await attempt(times, declined)).status, 'failed')
  for (const process of [app, beside]) await assert.rejects(attempt(99, plain, process), tooMany)
})
