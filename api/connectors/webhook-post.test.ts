import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../testing/at-end.ts'
import { isPublicAddress } from './public-address.ts'
import { type PostOptions, postWebhook, webhookUrlError } from './webhook-post.ts'

const options: PostOptions = {
  timeoutMs: 60_000,
  allowLoopback: true,
  responseBytes: 16 * 1024,
  storedResponseBytes: 4 * 1024,
}
const post = (url: string, given: Partial<PostOptions> = {}) =>
  postWebhook({ url, headers: { 'content-type': 'application/json' }, body: '{}' }, { ...options, ...given })

async function openServer(t: TestContext, listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('only addresses of the public internet count as public, in every notation', () => {
  const closed = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.1', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1'],
    ...['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1'],
    ...['fec0::1', 'ff02::1'],
  ]
  for (const address of closed) assert.equal(isPublicAddress(address), false, address)
  for (const address of ['8.8.8.8', '100.63.255.255', '172.32.0.1', '193.0.0.1', '2606:4700::1111', '2a00:1450::5'])
    assert.equal(isPublicAddress(address), true, address)
})

test('an address of a private network is rejected before anything is sent, in every notation', async () => {
  const hidden = [
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://127.1/'],
    ...['https://0/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:a9fe:a9fe]/'],
    ...[
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.8/',
      'https://[fd00:ec2::254]/',
      'https://localhost/',
    ],
    ...[
      'https://LOCALHOST./',
      'https://app.localhost/',
      'https://１２７.0.0.1/',
      'https://[fe80::1]/',
      'https://100.100.100.200/',
    ],
  ]
  for (const url of hidden) {
    const response = await post(url, { allowLoopback: false, timeoutMs: 60_000 })
    assert.equal(response.status, null, url)
    assert.match(response.failure!, /public internet|your own machine|Host not found/, url)
  }
  for (const url of ['https://10.0.0.8/', 'http://169.254.169.254/', 'https://[fd00:ec2::254]/'])
    assert.match((await post(url)).failure!, /public internet/, url)
  assert.equal(webhookUrlError(new URL('http://shop.example/'), true), 'Use an address that starts with https://')
  assert.equal(webhookUrlError(new URL('https://shop.example/'), false), undefined)
})

test('a host name that resolves to a private address is rejected, also if only one of its addresses is private', async (t) => {
  let lookups = 0
  const port = await openServer(t, (_request, response) => {
    lookups++
    response.end()
  })
  const leads =
    (...found: string[]) =>
    async () =>
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  for (const found of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
  ]) {
    const url = `https://shop.example:${port}/`
    const response = await post(url, { allowLoopback: false, resolve: leads(...found) })
    assert.equal(response.failure, 'This name does not lead to the public internet', found.join())
  }
  // http is accepted only for this machine, and only if loopback is allowed.
  const clear = await post(`http://shop.example:${port}/`, { resolve: leads('127.0.0.1') })
  assert.equal(clear.failure, 'Use an address that starts with https://')
  assert.equal((await post('https://shop.example/', { resolve: leads() })).failure, 'Host not found')
  assert.equal(lookups, 0)
})

test('the request uses the address that was checked, also if the host name resolves to another one meanwhile', async (t) => {
  const port = await openServer(t, (_request, response) => response.end('here'))
  let lookups = 0
  const resolve = async () => {
    lookups++
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const response = await post(`http://app.localhost:${port}/`, { resolve })
  assert.deepEqual([response.status, response.body, lookups], [200, 'here', 1])
})

test('a redirect is not followed', async (t) => {
  let followed = 0
  const port = await openServer(t, (request, response) => {
    if (request.url === '/inside') followed++
    response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
  })
  const response = await post(`http://127.0.0.1:${port}/`)
  assert.deepEqual([response.status, response.failure], [307, 'It answered 307: redirects are not followed'])
  assert.equal(followed, 0)
})

test('a server that does not respond, or does not finish its response, is cut off at the time limit', async (t) => {
  const silent = await openServer(t, () => {})
  const endless = await openServer(t, (_request, response) => {
    response.writeHead(200)
    response.write('a')
  })
  const mute = createSocketServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => mute.close())
  for (const port of [silent, endless, (mute.address() as AddressInfo).port]) {
    const response = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })
    assert.deepEqual([response.status, response.failure], [null, 'No answer within 0.2 s'])
  }
  const slow = () => new Promise<never>(() => {})
  const unresolved = await post('https://shop.example/', { timeoutMs: 100, resolve: slow })
  assert.equal(unresolved.failure, 'No answer within 0.1 s')
  for (let times = 0; times < 100; times++) {
    const { durationMs } = await post('https://shop.example/', { timeoutMs: 5, resolve: slow })
    assert.ok(durationMs >= 5, 'it took at least the time after which it was cut off')
  }
})

test('a server that answers with another protocol has rejected the event, and does not keep its worker', async (t) => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => server.close())
  const { status, failure } = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  assert.deepEqual([status, failure], [101, 'It answered 101'])
})

test('only the beginning of a large response is stored, and reading stops at the limit', async (t) => {
  const port = await openServer(t, (_request, response) => {
    response.writeHead(200, { 'x-long': 'y'.repeat(3_000) })
    const more = () => {
      while (response.write('\0x'.repeat(4_000)));
    }
    response.on('drain', more)
    more()
  })
  const response = await post(`http://127.0.0.1:${port}/`)
  assert.equal(response.status, 200)
  assert.equal(response.isCut, true)
  assert.ok(response.body!.length <= 4 * 1024 && !response.body!.includes('\0'))
  assert.equal(response.headers.find(({ name }) => name === 'x-long')!.value.length, 1_000)
})

test('the error of a failed delivery does not describe the internal network', async (t) => {
  const port = await openServer(t, (request) => request.socket.destroy())
  const failures = [
    [(await post(`http://127.0.0.1:${port}/`)).failure, 'The host broke the connection off'],
    [(await post('http://127.0.0.1:1/')).failure, 'The host refused the connection'],
    [(await post(`https://127.0.0.1:${port}/`)).failure, /connection off|encryption/],
  ] as const
  for (const [failure, expected] of failures)
    if (typeof expected === 'string') assert.equal(failure, expected)
    else assert.match(failure!, expected)
  const unknown = await post('https://shop.example/', {
    resolve: () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND shop.example'), { code: 'ENOTFOUND' })),
  })
  assert.equal(unknown.failure, 'Host not found')
})
