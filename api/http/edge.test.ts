import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { listMerchants } from '@adire/contract/merchants.ts'
import { testApp, withLiveMode } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { createSecretKeyFor } from '../testing/users.ts'
import { openLog } from './log.ts'

test('a rate-limited caller gets the time to wait', async (t) => {
  const api = await testApp(t, { REQUESTS_PER_SECOND: '1' })
  const ade = await api.createUser('Ade')
  // All requests are within one window of ten seconds.
  api.stopClock(new Date())
  const statuses: number[] = []
  let last: Response | undefined
  for (let times = 0; times < 12; times++) {
    last = await fetch(`${api.url}/test/core/countries`, { headers: { authorization: `Bearer ${ade.token}` } })
    statuses.push(last.status)
  }
  assert.equal(statuses.filter((status) => status === 200).length, 10)
  assert.equal(last!.status, 429)
  assert.ok(Number(last!.headers.get('retry-after')) > 0)
  assert.equal(((await last!.json()) as { code: string }).code, 'too_many_requests')
  api.forward(10_000)
  const later = await fetch(`${api.url}/test/core/countries`, { headers: { authorization: `Bearer ${ade.token}` } })
  assert.equal(later.status, 200)
  const stranger = await fetch(`${api.url}/test/core/countries`, { headers: { authorization: 'Bearer made-up-1' } })
  assert.equal(stranger.status, 200)
  for (let times = 0; times < 12; times++)
    last = await fetch(`${api.url}/test/core/countries`, { headers: { authorization: `Bearer made-up-${times}` } })
  assert.equal(last!.status, 429, 'a new made-up token is no new caller')
  const bola = await api.createUser('Bola')
  await api.as(bola).call(listMerchants, { userEmail: bola.email })
})

test('an unknown path gets a problem on the servers, and the page elsewhere', async (t) => {
  const api = await testApp(t)
  const onServer = await fetch(`${api.url}/test/core/nothing`)
  assert.equal(onServer.status, 404)
  assert.equal(((await onServer.json()) as { code: string }).code, 'address_not_found')
  const typeOf = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: received } = await fetch(api.url + path, { headers })
    return [status, received.get('content-type')?.split(';')[0]]
  }
  // A base URL that ends in a slash, or lacks the mode.
  assert.deepEqual(await typeOf('//test/core/countries'), [404, 'application/json'])
  assert.deepEqual(await typeOf('/operator//api/x'), [404, 'application/json'])
  assert.deepEqual(await typeOf('/core/countries', { authorization: 'Bearer sk_test_x' }), [404, 'application/json'])
  assert.deepEqual(await typeOf('/core/countries', { accept: 'application/json' }), [404, 'application/json'])
  for (const accept of ['*/*', 'text/html,application/xhtml+xml,application/json;q=0.9'])
    assert.deepEqual(await typeOf('/core/countries', { accept }), [404, 'text/html'])
})

test('a path of the API called with another method gets 405 with the methods it takes, on every server', async (t) => {
  const api = await testApp(t, withLiveMode)
  const answerTo = async (method: string, path: string) => {
    const response = await fetch(api.url + path, { method, headers: { accept: 'text/html' } })
    const text = await response.text()
    const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: string }
    return [response.status, response.headers.get('allow'), code]
  }
  for (const mode of ['test', 'live'])
    for (const [method, path, allow] of [
      ['PATCH', 'collections/charges', 'GET, HEAD'],
      ['GET', 'collections/charges/initialise', 'POST'],
      ['PUT', `core/customers/${crypto.randomUUID()}?limit=1`, 'GET, HEAD, POST'],
      ['DELETE', 'settlements/settlements', 'GET, HEAD'],
      ['DELETE', 'core/customers/search', 'GET, HEAD, POST'],
      ['OPTIONS', 'core/countries', 'GET, HEAD'],
      ['GET', 'core/oauth/token', 'POST'],
    ] as const)
      assert.deepEqual(await answerTo(method, `/${mode}/${path}`), [405, allow, 'method_not_allowed'], path)
  assert.deepEqual(await answerTo('HEAD', '/test/collections/charges/initialise'), [405, 'POST', undefined])
  assert.deepEqual(await answerTo('PATCH', '/test/collections/nothing'), [404, null, 'address_not_found'])
  const page = await fetch(`${api.url}/pricing`, { method: 'POST', body: new URLSearchParams() })
  assert.deepEqual([page.status, page.headers.get('allow')], [404, null])
})

test('servers that are not selected are not served [S1-01]', async (t) => {
  const api = await testApp(t, { SERVERS: 'live-core' })
  assert.equal((await fetch(`${api.url}/live/core/countries`)).status, 200)
  assert.equal((await fetch(`${api.url}/test/core/countries`)).status, 404)
})

test('possible secrets are removed from the log', async (t) => {
  const api = await testApp(t)
  const log = openLog({ ...api.runtime.config, logLevel: 'info' })
  log.info({ password: 'hunter2', card: { number: '4084084084084081', cvv: '408' }, err: { pin: '1234' } }, 'tried')
  const file = join(api.runtime.config.dataDir, 'log', 'adire.log')
  let text = ''
  // Only a test that fails waits so long.
  for (const deadline = Date.now() + 60_000; !text.includes('tried') && Date.now() < deadline; ) {
    log.flush()
    await new Promise((resolve) => setImmediate(resolve))
    text = await readFile(file, 'utf8').catch(() => '')
  }
  assert.match(text, /tried/)
  assert.doesNotMatch(text, /hunter2|4084084084084081|408"|1234"/)
})

test('X-Forwarded-For from a client is ignored; what our own proxy adds is used', async (t) => {
  const collectStatuses = async (url: string, forwarded: (times: number) => string) => {
    const statuses = new Set<number>()
    for (let times = 0; times < 12; times++) {
      const headers = { 'x-forwarded-for': forwarded(times) }
      statuses.add((await fetch(`${url}/test/core/countries`, { headers })).status)
    }
    return [...statuses].sort()
  }
  for (const trusted of ['1', '127.0.0.0/8', 'off']) {
    const { url, stopClock } = await testApp(t, { REQUESTS_PER_SECOND: '1', TRUST_PROXY: trusted })
    stopClock(new Date())
    const spoofed = await collectStatuses(url, (times) => `10.9.${times}.7, 203.0.113.9`)
    assert.deepEqual(spoofed, [200, 429], trusted)
    if (trusted === 'off') continue
    assert.deepEqual(await collectStatuses(url, (times) => `203.0.113.9, 198.51.100.${times}`), [200], trusted)
  }
})

test('a connection that sends single bytes slowly is closed', async (t) => {
  const { app, url } = await testApp(t)
  const { server } = app
  assert.ok(server.headersTimeout <= 20_000 && server.requestTimeout <= 30_000)
  // Reduced from 20 seconds; connections are checked every five seconds.
  server.headersTimeout = 100
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  atEnd(t, () => socket.destroy())
  await once(socket, 'connect')
  // The server may close or reset the connection.
  const isEnded = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.resume()
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const dripping = setInterval(() => socket.write('a'), 200)
  atEnd(t, () => clearInterval(dripping))
  await isEnded
})

test('a connection that is in use when the process stops ends with its response', async (t) => {
  const { app, url } = await testApp(t)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  atEnd(t, () => socket.destroy())
  socket.resume()
  const ended = once(socket, 'close')
  const taken = once(app.server, 'request')
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2'
  socket.write(`POST /test/core/oauth/token HTTP/1.1\r\nHost: localhost\r\n${form}\r\n\r\na`)
  await taken
  const beginMs = performance.now()
  const closed = app.close()
  socket.write('b')
  await Promise.all([closed, ended])
  assert.ok(performance.now() - beginMs < app.server.keepAliveTimeout / 2, 'not only when a client may not reuse it')
})

test('connections that browsers open in advance do not delay the end of the process', async (t) => {
  const { app, url } = await testApp(t)
  const connection = once(app.server, 'connection')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  atEnd(t, () => socket.destroy())
  socket.resume()
  await connection
  const ended = once(socket, 'close')
  await Promise.all([app.close(), ended])
})

test('a body that is too large gets its response, although its sender reads only after sending it', async (t) => {
  const api = await testApp(t)
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname).pause()
  atEnd(t, () => void socket.destroy())
  const bytes = 9 * 1024 * 1024
  socket.write(
    `POST /test/core/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  const part = 'x'.repeat(64 * 1024)
  for (let sent = 0; sent < bytes; sent += part.length)
    await new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())))
  const [response] = await once(socket.resume(), 'data')
  assert.match(String(response), /^HTTP\/1\.1 413 /)
})

test('a search by a key that no metadata can have is rejected instead of being left out', async (t) => {
  const api = await testApp(t)
  const key = await createSecretKeyFor(api, await api.createUser())
  const search = async (name: string) => {
    const url = `${api.url}/test/collections/charges?${new URLSearchParams({ [`metadata[${name}]`]: '1' })}`
    return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status
  }
  assert.deepEqual([await search('orderId'), await search('__proto__'), await search('constructor')], [200, 400, 400])
})

test('a body of another type than JSON is rejected by its type, also if it contains JSON', async (t) => {
  const api = await testApp(t)
  const key = await createSecretKeyFor(api, await api.createUser())
  const headers = { authorization: `Bearer ${key}` }
  const send = async (body: string | FormData, type?: string) => {
    const response = await fetch(`${api.url}/test/collections/charges/initialise`, {
      method: 'POST',
      headers: type === undefined ? headers : { ...headers, 'content-type': type },
      body,
    })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const charge = '{"amountKobo":500000,"email":"ada@example.com"}'
  const form = new FormData()
  form.set('amountKobo', '500000')
  // `fetch` sends a text without a type as text/plain.
  for (const given of [await send(charge), await send(form), await send(charge, 'application/jsonp')])
    assert.deepEqual(given, [415, 'unsupported_media_type'])
  assert.deepEqual(await send(charge, 'Application/JSON ; charset=UTF-8'), [201, undefined])
})

test('a field of a query that is sent twice is named, also where each value alone is valid', async (t) => {
  const api = await testApp(t)
  const key = await createSecretKeyFor(api, await api.createUser())
  const read = async (query: string) => {
    const url = `${api.url}/test/collections/charges?${query}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    return [response.status, ((await response.json()) as { errors: unknown }).errors]
  }
  for (const [query, field] of [
    ['limit=5&limit=6', 'limit'],
    ['offset=0&limit=5&offset=0', 'offset'],
    ['metadata[a]=1&metadata[a]=2', 'metadata[a]'],
  ] as const)
    assert.deepEqual(await read(query), [400, [{ field, message: `Send ${field} once` }]])
})
