import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError, callEndpoint } from '@adire/contract/call.ts'
import { initialiseCharge, verifyCharge } from '@adire/contract/charges.ts'
import { eraseCustomer, listCustomers } from '@adire/contract/customers.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { getLoggedRequest, listLoggedKeys, listLoggedRequests } from '@adire/contract/request-log.ts'
import { maxLoggedCharacters, redactBody } from '../../http/redact.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { testApp, withLiveMode } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { createSecretKeyFor, createUser, type TestUser } from '../../testing/users.ts'
import { purgeRequestLog } from './purge.ts'

async function server(t: TestContext, env: Record<string, string> = {}) {
  const app = await testApp(t, env)
  const user = await app.createUser()
  const key = await createSecretKeyFor(app, user)
  const callAsServer = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>, token = key) =>
    callEndpoint({ baseUrl: (server) => `${app.url}/test/${server}`, token: () => token }, endpoint, input)
  const readLog = (who: TestUser, input: EndpointInput<typeof listLoggedRequests> = {}) =>
    app.as(who).call(listLoggedRequests, input)
  /** The log, once it has `count` entries. It is written shortly after the response, maybe between the page and the count. */
  const log = async (count: number, input: EndpointInput<typeof listLoggedRequests> = {}) => {
    let found: EndpointOutput<typeof listLoggedRequests>
    // Only a test that fails waits so long.
    for (const deadline = Date.now() + 60_000; ; ) {
      found = await readLog(user, input)
      const isThere = found.totalElements >= count && found.content.length >= Math.min(count, 10)
      if (isThere || Date.now() > deadline) break
      await wait(150)
    }
    assert.equal(found.totalElements, count)
    return found.content
  }
  return { app, user, key, callAsServer, log, readLog }
}

test('the request of a secret key is logged with its response, and only its business reads it', async (t) => {
  const { app, user, key, callAsServer, log, readLog } = await server(t)
  await callAsServer(initialiseCharge, { amountKobo: 500_000, email: 'ada@example.com', reference: 'order-1' })
  await assert.rejects(callAsServer(verifyCharge, { reference: 'nothing' }), errorWith(404, 'charge_not_found'))
  await callAsServer(listCustomers, { search: 'ada@example.com' })
  const rows = await log(3)
  assert.deepEqual(
    rows.map(({ method, path, status, last4 }) => [method, path, status, last4]),
    [
      ['GET', '/test/core/customers', 200, key.slice(-4)],
      ['GET', '/test/collections/charges/verify/nothing', 404, key.slice(-4)],
      ['POST', '/test/collections/charges/initialise', 201, key.slice(-4)],
    ],
  )
  const { call } = app.as(user)
  const first = await call(getLoggedRequest, { id: rows[2]!.id })
  assert.equal(JSON.parse(first.request!).reference, 'order-1')
  assert.equal(JSON.parse(first.response!).reference, 'order-1')
  const loggedError = await call(getLoggedRequest, { id: rows[1]!.id })
  assert.equal(JSON.parse(loggedError.response!).requestId, loggedError.requestId)
  assert.match((await call(getLoggedRequest, { id: rows[0]!.id })).query!, /search=ada/)
  assert.deepEqual((await call(listLoggedKeys, {})).content, [key.slice(-4)])

  const bola = await app.createUser('Bola')
  assert.equal((await readLog(bola)).totalElements, 0)
  await assert.rejects(app.as(bola).call(getLoggedRequest, { id: first.id }), errorWith(404, 'request_not_found'))
  for (const id of ['ffffffff-ffff-4fff-bfff-ffffffffffff', '00000000-0000-4000-8000-000000000000'])
    await assert.rejects(call(getLoggedRequest, { id }), errorWith(404, 'request_not_found'))
  await assert.rejects(callAsServer(listLoggedRequests, {}), errorWith(403, 'forbidden'))
})

test('rejected requests of a known key are logged, also those rejected early; an unknown key has no log', async (t) => {
  const { app, key, log } = await server(t, withLiveMode)
  const send = (token: string, path: string, init: RequestInit = {}) =>
    fetch(`${app.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  assert.equal((await send(key, '/test/core/customers', { method: 'POST', body: '{"a":' })).status, 400)
  assert.equal((await send(key, '/live/core/customers')).status, 401)
  assert.equal((await send(key, '/test/core/api-keys')).status, 403)
  assert.equal((await send(key, '/test/core/customers', { method: 'POST', body: 'x'.repeat(70_000) })).status, 413)
  const unknown = `${key.slice(0, -7)}${key.at(-7) === 'a' ? 'b' : 'a'}${key.slice(-6)}`
  assert.equal((await send(unknown, '/test/core/customers')).status, 401)
  assert.equal((await send('nonsense', '/test/core/customers')).status, 401)
  const rows = await log(4)
  assert.deepEqual(rows.map(({ status }) => status).sort(), [400, 401, 403, 413])
})

test('a request with a method that no call has is logged, and the log stays readable', async (t) => {
  const { app, key, log } = await server(t)
  const methods = ['HEAD', 'OPTIONS', 'PATCH', 'PROPFIND']
  for (const method of methods)
    await fetch(`${app.url}/test/core/customers`, { method, headers: { authorization: `Bearer ${key}` } })
  const rows = await log(methods.length)
  assert.deepEqual(rows.map(({ method }) => method).sort(), methods)
})

test('secrets in a path or a query are not logged', async (t) => {
  const { app, key, log, user } = await server(t)
  const path = '/test/core/customers/4084084084084081'
  const query = `number=4084084084084081&cvv=408&password=SuperSecretQ1&authorization=Bearer%20${key}`
  await fetch(`${app.url}${path}?${query}`, { headers: { authorization: `Bearer ${key}` } })
  const [row] = await log(1)
  const logged = await app.as(user).call(getLoggedRequest, { id: row!.id })
  assert.equal(logged.path, '/test/core/customers/[card ending 4081]')
  assert.equal(logged.query, 'number=[removed]&cvv=[removed]&password=[removed]&authorization=[removed]')
  assert.doesNotMatch(JSON.stringify(logged), /4084084084|SuperSecret|sk_test_[0-9A-Za-z]/)
})

test('the request log is filtered by method, outcome, path, request, key and day, and paginated by cursor', async (t) => {
  const { app, user, callAsServer, log, readLog } = await server(t)
  const second = await createSecretKeyFor(app, user)
  await callAsServer(listCustomers, {})
  await callAsServer(listCustomers, {}, second)
  const loggedError = await callAsServer(verifyCharge, { reference: 'nothing' }).catch((error: CallError) => error)
  await callAsServer(initialiseCharge, { amountKobo: 500_000, email: 'ada@example.com' })
  await log(4)
  const count = async (input: EndpointInput<typeof listLoggedRequests>) => (await readLog(user, input)).totalElements
  assert.ok(loggedError instanceof CallError)
  assert.deepEqual(
    [
      await count({ method: 'POST' }),
      await count({ status: '4xx' }),
      await count({ status: '2xx' }),
      await count({ search: 'CHARGES' }),
      await count({ search: '%' }),
      await count({ search: loggedError.requestId! }),
      await count({ last4: second.slice(-4) }),
      await count({ from: '2020-01-01', to: '2020-01-02' }),
    ],
    [1, 1, 3, 2, 0, 1, 1, 0],
  )
  const page = await readLog(user, { limit: 3 })
  const rest = await readLog(user, { limit: 3, cursor: page.nextCursor! })
  assert.equal(new Set([...page.content, ...rest.content].map(({ id }) => id)).size, 4)
  assert.equal(rest.nextCursor, null)
})

test('no secret and no card number is logged, also where a body was cut off', () => {
  const logged = redactBody(
    JSON.stringify({
      password: 'Hunter-22',
      nested: { cvv: '408', BVN: '22222222222', pin: 1234, note: 'my card is 4084 0840 8408 4081, thanks' },
      accountNumber: '0000000017',
      key: `sk_test_${'a1'.repeat(19)}`,
      amountKobo: 1_250_000,
      reference: 'pay_4084084084084081x',
      at: '2026-11-21T10:15:00.000Z',
    }),
  )
  assert.doesNotMatch(logged, /Hunter|"408"|22222222222|1234"|4084 0840|0000000017|a1a1/)
  assert.match(logged, /"accountNumber":"•••• 0017"/)
  assert.match(logged, /1250000/)
  assert.match(logged, /2026-11-21T10:15:00.000Z/)
  const long = redactBody(
    `{"filler":"${'x'.repeat(maxLoggedCharacters - 40)}","password":"Hunter-22-${'y'.repeat(100)}"}`,
  )
  assert.ok(long.length <= maxLoggedCharacters + 10)
  assert.doesNotMatch(long, /Hunter/)
  const hostile = redactBody(`"password":"${'\\'.repeat(50_000)}`)
  assert.ok(hostile.length < 100)
})

test('log entries are purged after a week or above the maximum; those of an erased customer at once', async (t) => {
  const { app, user, callAsServer, log } = await server(t)
  for (const reference of ['a', 'b', 'c'])
    await callAsServer(initialiseCharge, {
      amountKobo: 500_000,
      email: 'ada@example.com',
      reference,
      expiresInMinutes: 5,
    })
  await callAsServer(verifyCharge, { reference: 'a' })
  await log(4)
  const purge = (max?: number) => purgeRequestLog(jobUnitOfWork(app.runtime), max)
  assert.equal(await purge(), 0)
  assert.equal(await purge(3), 1)
  assert.equal((await log(3)).length, 3)
  const unnamed = await callAsServer(listCustomers, { search: 'nobody' })
  assert.equal(unnamed.totalElements, 0)
  await log(4)
  app.forward(6 * 60_000)
  await app.drain()
  const { content } = await app.as(user).call(listCustomers, {})
  const { runNow } = await import('../../testing/drain.ts')
  await runNow(app.runtime, 'check-payments')
  await app.drain()
  await app.as(user).call(eraseCustomer, { id: content[0]!.id, email: 'ada@example.com' })
  assert.deepEqual(
    (await log(1)).map(({ path }) => path),
    ['/test/core/customers'],
  )
  app.forward(7 * 864e5)
  assert.equal(await purge(), 1)
})

test('log entries of a live business are kept for 30 days', async (t) => {
  const app = await testApp(t, withLiveMode)
  const owner = await createUser(app.runtime, 'Live', 'LIVE')
  const key = await createSecretKeyFor(app, owner, 'LIVE')
  await fetch(`${app.url}/live/core/customers`, { headers: { authorization: `Bearer ${key}` } })
  const count = async () => (await app.as(owner, 'LIVE').call(listLoggedRequests, {})).totalElements
  while ((await count()) === 0) await wait(150)
  const purge = () => purgeRequestLog(jobUnitOfWork(app.runtime))
  app.forward(29 * 864e5)
  assert.equal(await purge(), 0)
  app.forward(2 * 864e5)
  assert.equal(await purge(), 1)
})

test('a rate-limited key gets the time to wait, and the rejection is logged', async (t) => {
  const { app, key, log } = await server(t, { REQUESTS_PER_SECOND: '10' })
  // The limit is ten at once, five a second; none while the clock stands still.
  app.stopClock(new Date())
  const results = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`${app.url}/test/core/customers`, { headers: { authorization: `Bearer ${key}` } }),
    ),
  )
  const waits = results.filter(({ status }) => status === 429).map(({ headers }) => headers.get('retry-after'))
  assert.equal(waits.length, 30)
  assert.deepEqual([...new Set(waits)], ['1'])
  await log(waits.length, { status: '4xx' })
})
