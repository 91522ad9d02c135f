import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '@adire/contract/customers.ts'
import { type TestApp, testApp, withLiveMode } from '../testing/app.ts'
import { errorWith } from '../testing/error-with.ts'
import { openOnce } from '../testing/open-once.ts'
import { containsCardNumber, redactPath, redactQuery } from './redact.ts'

let api: TestApp
// One server for the whole file, because no test reads what another writes.
const prepare = openOnce(async (t) => {
  api = await testApp(t, withLiveMode)
})

/** Every registered route, as `method /path/:parameter`. */
function servedRoutes(): { method: string; path: string }[] {
  const tree = api.app.printRoutes({ commonPrefix: false })
  const ancestors: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/u.exec(line)
    if (!found) return []
    const [, indent = '', part = '', methods] = found
    const depth = indent.length / 4
    ancestors.length = depth
    ancestors[depth] = part
    const path = ancestors.join('')
    return (methods?.split(', ') ?? []).map((method) => ({ method, path }))
  })
}

const hostile = [
  '%00',
  'a%00b',
  '%0a',
  '%7f',
  '%1b',
  '%ff',
  '%E0%A4%A',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '..%2f',
  '%27',
  '.',
  '%2e%2e',
]
const hostileBodies = [
  'a=%00',
  '%00=a',
  'step=start&email=%00',
  'decision=%00',
  'amount=%ff%00',
  `email=${'x'.repeat(9_000)}`,
]

test('no route responds with 5xx, for any path, query or form', async () => {
  await prepare()
  const routes = servedRoutes()
  for (const known of ['/pay/page/:slug', '/pay/page/:slug/account', '/sandbox/3ds/:token', '/mandate/:accessCode'])
    assert.ok(
      routes.some(({ path }) => path === known),
      known,
    )
  const pages = routes.filter(({ path }) => !/^\/(test|live)\//.test(path) && path !== '*')
  assert.ok(pages.length > 30, `${pages.length} pages`)
  for (const { method, path } of pages) {
    const send = async (address: string, body?: string) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await fetch(`${api.url}${address}`, {
        method,
        redirect: 'manual',
        ...(method === 'POST' && { body: body ?? '', headers: type }),
      })
      // The connection is free for the next request.
      await response.body?.cancel()
      const { status } = response
      assert.ok(status < 500, `${method} ${address} ${body ?? ''} -> ${status}`)
      return status
    }
    // A path without parameters is the same with any part.
    const addresses = new Map(hostile.map((part) => [path.replaceAll(/:\w+(?:\|:\w+)*|\*/g, part), part]))
    for (const [address, part] of addresses) {
      const status = await send(address)
      if (address !== path && part.includes('%00')) assert.equal(status, 404, `${method} ${address}`)
    }
    const plain = path.replaceAll(/:\w+(?:\|:\w+)*|\*/g, 'x')
    assert.equal(await send(`${plain}?payment=%00`), 400)
    await send(`${plain}?payment=%ff&way=%0a&email=%ED%A0%80&q=%27`)
    if (method === 'POST') for (const body of hostileBodies) await send(plain, body)
  }
})

test('a zero character in a body is rejected at its field, on the servers and at the sign-in', async () => {
  await prepare()
  const { call } = api.as(await api.createUser('Ade'))
  const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' }
  await assert.rejects(call(createCustomer, { ...customer, firstName: 'A\0da' }), errorWith(400, 'validation_error'))
  const token = (fields: Record<string, string>) =>
    fetch(`${api.url}/test/core/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('web:adire-web-client')}` },
      body: new URLSearchParams({ grant_type: 'password', password: 'Correct-horse-1', ...fields }),
    })
  assert.equal((await token({ username: 'a\0@example.com' })).status, 400)
  for (const username of [`${'x'.repeat(9_000)}@example.com`, 'x'.repeat(9_000), 'no email at all']) {
    const response = await token({ username })
    assert.equal(response.status, 400)
    assert.equal(((await response.json()) as { error: string }).error, 'invalid_grant')
  }
})

test('a card number is rejected in every field but the one for it', async () => {
  await prepare()
  const { call } = api.as(await api.createUser('Bola'))
  const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' }
  for (const firstName of ['4084084084084081', 'Ada 4084 0840 8408 4081', 'card:5060-6666-6666-6666-666'])
    await assert.rejects(call(createCustomer, { ...customer, firstName }), (error) => {
      assert.ok(errorWith(400, 'validation_error')(error))
      const [field] = (error as { fields: { field: string; message: string }[] }).fields
      assert.equal(field!.field, 'firstName')
      assert.match(field!.message, /looks like a card number/)
      return true
    })
  await call(createCustomer, { ...customer, phone: '+2348031234567' })
  const words = [
    '2348031234567',
    '0123456789',
    '20261122000000012',
    '1700000000000',
    'order-4084084084084081',
    'a4084084084084081',
  ]
  for (const word of [...words, '4084084084084082', crypto.randomUUID()]) assert.ok(!containsCardNumber(word), word)
})

test('the request log has no secret of a path or a query, in any notation', () => {
  // The digits 938-4290-4873-935 of this id have a valid check digit.
  const id = '22c0b938-4290-4873-935e-44aa51572d84'
  assert.equal(redactPath(`/core/customers/${id}`), `/core/customers/${id}`)
  assert.equal(redactPath(`/core/${id}/4084084084084081`), `/core/${id}/[card ending 4081]`)
  assert.equal(redactPath('/core/customers/4084084084084081'), '/core/customers/[card ending 4081]')
  assert.equal(redactPath('/core/customers/4084%200840%208408%204081/x'), '/core/customers/[card ending 4081]/x')
  assert.equal(redactPath('/core/a%2Fb'), '/core/a%2Fb')
  const key = `sk_test_${'a'.repeat(40)}`
  for (const [query, expected] of [
    ['number=4084084084084081&cvv=408', 'number=[removed]&cvv=[removed]'],
    ['password=SuperSecretQ1&limit=10', 'password=[removed]&limit=10'],
    [`authorization=Bearer%20${key}`, 'authorization=[removed]'],
    [`search=${key}`, 'search=sk_test_[removed]'],
    ['search=4084+0840+8408+4081', 'search=[card ending 4081]'],
    ['card%5Bcvv%5D=408&a.pin=1234', 'card%5Bcvv%5D=[removed]&a.pin=[removed]'],
    ['4084084084084081', '[card ending 4081]'],
    ['search=%E0%A4%A', 'search=%E0%A4%A'],
  ])
    assert.equal(redactQuery(query!), expected)
})
