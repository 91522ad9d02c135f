import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { callEndpoint, type Mode } from '@adire/contract/call.ts'
import { createCustomer } from '@adire/contract/customers.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { createWebhookListener, listenForWebhooks, webhookLimits } from '@adire/contract/webhooks.ts'
import { Webhook } from 'standardwebhooks'
import { testApp, withLiveMode } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { createSecretKeyFor, createUser } from '../../testing/users.ts'
import { addKey } from '../api-keys/add-key.ts'
import { addEvent } from './emit.ts'
import { webhookEvents } from './tables.ts'

const script = fileURLToPath(new URL('../../../scripts/listen.mjs', import.meta.url))

/** A business's server with a secret API key. */
async function server(t: TestContext, env: Record<string, string> = {}) {
  const app = await testApp(t, env)
  const user = await app.createUser()
  const key = await createSecretKeyFor(app, user)
  const as = (token: string, mode: Mode = 'TEST') => {
    const connection = { baseUrl: (name: string) => `${app.url}/${mode.toLowerCase()}/${name}`, token: () => token }
    return <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => callEndpoint(connection, endpoint, input)
  }
  const callAsServer = as(key)
  const add = (email: string) => callAsServer(createCustomer, { email })
  return { app, user, key, as, callAsServer, add }
}

async function until(condition: () => boolean, deadlineMs = 60_000) {
  const end = Date.now() + deadlineMs
  while (!condition()) {
    assert.ok(Date.now() < end, 'it did not come true in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const parseEmails = (content: readonly { body: string }[]) => content.map(({ body }) => JSON.parse(body).data.email)

test('a listener receives events from its start on, in order, each once', async (t) => {
  const { app, callAsServer, add } = await server(t)
  await add('before@example.com')
  const { id, secret, cursor } = await callAsServer(createWebhookListener, {})
  assert.match(secret, /^whsec_/)
  assert.deepEqual((await callAsServer(listenForWebhooks, { id, cursor })).content, [])
  await add('one@example.com')
  await add('two@example.com')
  const first = await callAsServer(listenForWebhooks, { id, cursor, waitMs: 5_000 })
  assert.deepEqual(parseEmails(first.content), ['one@example.com', 'two@example.com'])
  // Asks again as a listener does, so that it does not matter how long the next event takes.
  const receiveNext = async (after: string): Promise<EndpointOutput<typeof listenForWebhooks>> => {
    const page = await callAsServer(listenForWebhooks, { id, cursor: after, waitMs: 10_000 })
    return page.content.length > 0 ? page : receiveNext(page.cursor)
  }
  const waiting = receiveNext(first.cursor)
  await add('three@example.com')
  const second = await waiting
  assert.deepEqual(parseEmails(second.content), ['three@example.com'])
  // The same cursor returns the same events, so that a lost response loses no event.
  assert.deepEqual((await callAsServer(listenForWebhooks, { id, cursor: first.cursor })).content, second.content)
  app.forward(webhookLimits.listenerMs + 1_000)
  await assert.rejects(callAsServer(listenForWebhooks, { id, cursor }), errorWith(404, 'webhook_listener_not_found'))
  await add('after@example.com')
  assert.equal(await app.runtime.database.read((tx) => tx.$count(webhookEvents)), 3)
})

test('an event that is committed late, or by another process, is not skipped and comes once', async (t) => {
  const { app, user, callAsServer, add } = await server(t)
  const { id, cursor } = await callAsServer(createWebhookListener, {})
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const slow = app.runtime.database.write(async (tx) => {
    const body = JSON.stringify({ type: 'customer.created', data: { email: 'slow@example.com' } })
    const event = { merchantId: user.merchantId, type: 'customer.created' as const, body, isListenedTo: true }
    await addEvent(tx, { ...event, createdAt: new Date() }, [])
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  await add('quick@example.com')
  const first = await callAsServer(listenForWebhooks, { id, cursor })
  assert.deepEqual(parseEmails(first.content), ['quick@example.com'])
  ended.resolve()
  await slow
  const received = await callAsServer(listenForWebhooks, { id, cursor: first.cursor, waitMs: 5_000 })
  assert.deepEqual(parseEmails(received.content), ['slow@example.com'])
  const all = await callAsServer(listenForWebhooks, { id, cursor })
  assert.deepEqual(parseEmails(all.content), ['quick@example.com', 'slow@example.com'])
})

test('a cursor of an earlier version, or of data that was restored from an older copy, gets an error that says what to do', async (t) => {
  const { callAsServer } = await server(t)
  const { id } = await callAsServer(createWebhookListener, {})
  for (const old of [
    ['748', '0'],
    ['18446744073709551615', '12'],
    ['sequence', '7'],
  ])
    await assert.rejects(
      callAsServer(listenForWebhooks, { id, cursor: Buffer.from(JSON.stringify(old)).toString('base64url') }),
      errorWith(422, 'webhook_cursor_outdated', 'cursor'),
    )
})

test('another business receives no events, live mode has no listeners, and the number of listeners is limited', async (t) => {
  const { app, callAsServer, as, add } = await server(t, withLiveMode)
  const { id, cursor } = await callAsServer(createWebhookListener, {})
  await add('secret@example.com')
  const bola = as(await createSecretKeyFor(app, await app.createUser('bola')))
  await assert.rejects(bola(listenForWebhooks, { id, cursor }), errorWith(404, 'webhook_listener_not_found'))
  const otherListener = await bola(createWebhookListener, {})
  assert.deepEqual((await bola(listenForWebhooks, { id: otherListener.id, cursor })).content, [])
  for (const wrong of ['x', Buffer.from('["1","x"]').toString('base64url'), Buffer.from('["1"]').toString('base64url')])
    await assert.rejects(
      callAsServer(listenForWebhooks, { id, cursor: wrong }),
      errorWith(422, 'validation_error', 'cursor'),
    )
  const live = await createUser(app.runtime, 'live', 'LIVE')
  const { key } = await app.runtime.database.write((tx) =>
    addKey(tx, { merchantId: live.merchantId, mode: 'LIVE', kind: 'secret' }, new Date()),
  )
  await assert.rejects(as(key, 'LIVE')(createWebhookListener, {}), errorWith(403, 'forbidden'))
  for (let more = 1; more < 5; more++) await callAsServer(createWebhookListener, {})
  await assert.rejects(callAsServer(createWebhookListener, {}), errorWith(409, 'too_many_listeners'))
})

test('npm run listen forwards events to a server on this machine, signed with the secret it prints', async (t) => {
  const { app, key, add } = await server(t)
  const shop = await openReceiver(t)
  const listener = spawn(
    process.execPath,
    [script, '--key', key, '--url', app.url, '--forward', shop.url, '--events', 'customer.created'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  atEnd(t, () => listener.kill('SIGKILL'))
  let output = ''
  for (const stream of [listener.stdout, listener.stderr]) stream.on('data', (text: Buffer) => (output += text))
  await until(() => /Signing secret: whsec_\S+\n/.test(output))
  const secret = output.match(/whsec_\S+/)![0]
  await add('ada@example.com')
  await until(() => shop.received.length === 1)
  const { headers, body } = shop.received[0]!
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string }
  assert.equal(event.type, 'customer.created')
  await until(() => output.includes('-> 200'))
  shop.respondWith(500)
  await add('bisi@example.com')
  await until(() => output.includes('-> 500'))
  assert.match(output, /customer\.created +evt_[0-9a-f]{32} {2}-> 500 \(\d+ ms\)/)
  assert.ok(!output.includes(key))
})

test('npm run listen prints the error and ends', async (t) => {
  const { app, key } = await server(t)
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [script, ...args], { env: { PATH: '' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text))
    const code = await new Promise((resolve) => child.on('close', resolve))
    return `${code} ${output}`
  }
  const to = ['--forward', 'http://localhost:1/']
  assert.match(await run('--key', key), /^1 Usage: /)
  assert.match(await run('--key', 'sk_live_x', ...to), /^1 Use a secret key of test mode/)
  assert.match(await run('--key', `${key.slice(0, -1)}_`, ...to, '--url', app.url), /^1 There is no API key sk_test_…/)
  assert.match(await run('--key', key, ...to, '--url', 'http://127.0.0.1:1'), /^1 Nothing answers at/)
  assert.match(await run('--unheard-of'), /^1 .*unheard-of/i)
})
