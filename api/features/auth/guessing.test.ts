import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '@adire/contract/customers.ts'
import { isRedirect } from '@adire/contract/payment-links.ts'
import { forgotPassword, resetPassword } from '@adire/contract/users.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { readEmails, requestToken } from '../../testing/sign-in.ts'
import { recordAttempt } from './attempts.ts'
import { everywhereKey } from './guessing.ts'

const basic = `Basic ${btoa('web:adire-web-client')}`

/** Signs in from a public IP address, as a proxy forwards it. */
async function signInFrom(api: TestApp, ip: string, username: string, password: string): Promise<number> {
  const response = await fetch(`${api.url}/test/core/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic, 'x-forwarded-for': ip },
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  })
  await response.body?.cancel()
  return response.status
}

/** Records failed attempts directly; real ones would take one password hash each. */
const failed = ({ runtime }: TestApp, key: string, times: number) =>
  runtime.database.write((tx) => recordAttempt(tx, Array(times).fill({ key }), runtime.clock()))

/** Resets the password by the link of an email, from a public IP address. */
async function resetFrom(api: TestApp, ip: string, link: string, newPassword: string) {
  const client = await requestToken(api, { grant_type: 'client_credentials' })
  const response = await fetch(`${api.url}/test/core/${resetPassword.path}`, {
    method: resetPassword.method,
    headers: {
      authorization: `Bearer ${client.body.access_token}`,
      'content-type': 'application/json',
      'x-forwarded-for': ip,
    },
    body: JSON.stringify({ token: link, newPassword, confirmPassword: newPassword }),
  })
  const { code } = response.status === 204 ? {} : ((await response.json()) as { code?: string })
  return { status: response.status, code }
}

test('guesses from many addresses at one account are stopped; its owner is notified once and can still sign in', async (t) => {
  const api = await testApp(t, { TRUST_PROXY: '1' })
  const ade = await api.createUser('Ade')
  const home = '203.0.113.7'
  assert.equal(await signInFrom(api, home, ade.email, ade.password), 200)
  const statuses: number[] = []
  for (let network = 1; network <= 8; network++)
    for (let times = 0; times < 4; times++)
      statuses.push(await signInFrom(api, `198.51.100.${network}`, ade.email, 'Guess-1'))
  assert.deepEqual([statuses.filter((s) => s === 400).length, statuses.filter((s) => s === 429).length], [25, 7])
  assert.equal(await signInFrom(api, '192.0.2.1', ade.email, ade.password), 429)
  assert.equal(await signInFrom(api, home, ade.email, ade.password), 200)
  await api.drain()
  assert.equal((await readEmails(api, /^Somebody tries to guess your password/)).length, 1)
  // From another network the owner can reset the password by email, while the guessing goes on.
  await api.asClient().call(forgotPassword, { email: ade.email })
  await api.drain()
  const link = (await readEmails(api, /^Choose/))[0]!.text.match(/reset-password\/(\S+)/)![1]!
  const newPassword = 'Fresh-start-9'
  assert.equal((await resetFrom(api, '192.0.2.1', link, newPassword)).status, 204)
  await failed(api, everywhereKey(ade.email), 24)
  assert.equal(await signInFrom(api, '203.0.113.100', ade.email, 'Guess-1'), 400)
  assert.equal(await signInFrom(api, '192.0.2.2', ade.email, newPassword), 429)
  assert.equal(await signInFrom(api, '192.0.2.1', ade.email, newPassword), 200)
})

test('others behind the address of a guesser can sign in, also after a password reset', async (t) => {
  const api = await testApp(t, { TRUST_PROXY: '1' })
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const market = '203.0.113.7'
  assert.equal(await signInFrom(api, market, ade.email, ade.password), 200)
  await failed(api, `address:${market}`, 49)
  assert.equal(await signInFrom(api, market, 'nobody@example.com', 'Guess-1'), 400)
  assert.equal(await signInFrom(api, market, bola.email, bola.password), 429, 'never seen here')
  assert.equal(await signInFrom(api, market, ade.email, ade.password), 200)

  for (let slip = 0; slip < 5; slip++) assert.equal(await signInFrom(api, market, ade.email, 'Forgotten-1'), 400)
  assert.equal(await signInFrom(api, market, ade.email, ade.password), 429)
  await api.asClient().call(forgotPassword, { email: ade.email })
  await api.drain()
  const link = (await readEmails(api, /^Choose/))[0]!.text.match(/reset-password\/(\S+)/)![1]!
  assert.equal((await resetFrom(api, market, link, 'Fresh-start-9')).status, 204)
  assert.equal(await signInFrom(api, market, ade.email, 'Fresh-start-9'), 200)
})

test('an invented password reset link costs no hash, so that it does not slow down sign-ins', async (t) => {
  const api = await testApp(t)
  const { call } = api.asClient()
  const passwords = { newPassword: 'Fresh-start-9', confirmPassword: 'Fresh-start-9' }
  const calls = Array.from({ length: 100 }, () => call(resetPassword, { token: crypto.randomUUID(), ...passwords }))
  const results = await Promise.allSettled(calls)
  const codes = results.map((result) => result.status === 'rejected' && result.reason.code)
  assert.deepEqual([...new Set(codes)], ['token_not_valid'])
})

test('addresses of one IPv6 network count as one, and unknown usernames are limited alike', async (t) => {
  const api = await testApp(t, { TRUST_PROXY: '1' })
  const ade = await api.createUser('Ade')
  const from = async (email: string) => {
    const statuses: number[] = []
    for (let host = 1; host <= 6; host++)
      statuses.push(await signInFrom(api, `2001:db8:0:1::${host}`, email, 'Guess-1'))
    return statuses
  }
  assert.deepEqual(await from(ade.email), [400, 400, 400, 400, 400, 429])
  assert.deepEqual(await from('nobody@example.com'), [400, 400, 400, 400, 400, 429])
})

test('an unknown scope reveals nothing about the password and consumes no token', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  for (const password of [ade.password, 'Guess-1']) {
    const { body } = await requestToken(api, { grant_type: 'password', scope: 'x', username: ade.email, password })
    assert.equal(body.error, 'invalid_scope')
  }
  const refresh = { grant_type: 'refresh_token', refresh_token: ade.refreshToken }
  assert.equal((await requestToken(api, { ...refresh, scope: 'x' })).body.error, 'invalid_scope')
  assert.equal((await requestToken(api, refresh)).status, 200)
})

test('a client token states its lifetime', async (t) => {
  const api = await testApp(t)
  const { body } = await requestToken(api, { grant_type: 'client_credentials' })
  const { exp, iat } = JSON.parse(Buffer.from(body.access_token.split('.')[1]!, 'base64url').toString())
  assert.ok(Math.abs(body.expires_in - (exp - iat)) <= 2, `${body.expires_in} of ${exp - iat}`)
})

test('a JSON endpoint rejects forms, and redirect paths keep their slashes', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const response = await fetch(`${api.url}/test/core/${createCustomer.path}?merchantId=${ade.merchantId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ade.token}` },
    body: new URLSearchParams({
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      merchantId: ade.merchantId,
    }),
  })
  assert.equal(response.status, 415)
  assert.deepEqual(
    ['https://shop.example/x', 'https:evil.example', 'https:/evil.example', 'https:///evil.example'].map(isRedirect),
    [true, false, false, false],
  )
})
