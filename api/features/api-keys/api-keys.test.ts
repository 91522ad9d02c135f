import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSecretKey, listApiKeys, revokeApiKey, rollApiKey } from '@adire/contract/api-keys.ts'
import { addBankAccount, listBankAccounts } from '@adire/contract/bank-accounts.ts'
import { callEndpoint, type Mode } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { like } from 'drizzle-orm'
import { type TestApp, testApp, withLiveMode } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { createUser, type TestUser } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { auditEvents } from '../audit/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { addKey } from './add-key.ts'
import { apiKeys } from './tables.ts'

const ended = errorWith(401, 'key_unknown')
const ofOtherMode = errorWith(401, 'key_of_other_mode')

/** A business without API keys, whose owner has just confirmed their identity. */
async function business(t: TestContext, env: Record<string, string> = {}) {
  const api = await testApp(t, env)
  const owner = await api.createUser('tola')
  await api.runtime.database.write((tx) => tx.delete(apiKeys))
  const { call, merchantId } = api.as(owner)
  const confirm = () => call(confirmUser, { password: owner.password })
  await confirm()
  return { api, owner, call, merchantId, confirm }
}

/** Calls of a merchant's server with an API key. */
const withKey = ({ url }: TestApp, key: string, mode: Mode = 'TEST', merchantId?: string) => {
  const connection = {
    baseUrl: (server: string) => `${url}/${mode.toLowerCase()}/${server}`,
    token: () => key,
    merchantId: () => merchantId,
  }
  return {
    links: () => callEndpoint(connection, listPaymentLinks, {}),
    create: (name: string) => callEndpoint(connection, createPaymentLink, { name }),
  }
}

test('a rolled key and its successor both work for a day, then only the successor [S2.5-06]', async (t) => {
  const { api, call, confirm } = await business(t)
  const first = await call(createSecretKey, {})
  assert.match(first.key, /^sk_test_[0-9A-Za-z]{38}$/)
  assert.equal(first.apiKey.display, `sk_test_…${first.key.slice(-4)}`)
  await withKey(api, first.key).create('By a server')
  const second = await call(rollApiKey, { id: first.apiKey.id })
  assert.notEqual(second.key, first.key)
  for (const { key } of [first, second]) assert.equal((await withKey(api, key).links()).totalElements, 1)
  const { content } = await call(listApiKeys, {})
  assert.deepEqual(
    content.map(({ id, expiresAt }) => [id, expiresAt !== null]),
    [
      [second.apiKey.id, false],
      [first.apiKey.id, true],
    ],
  )
  await assert.rejects(call(rollApiKey, { id: first.apiKey.id }), errorWith(409, 'key_rolled'))

  api.forward(limits.keyOverlapMs - 60_000)
  await withKey(api, first.key).links()
  api.forward(61_000)
  await assert.rejects(withKey(api, first.key).links(), ended)
  await withKey(api, second.key).links()
  assert.deepEqual(
    (await call(listApiKeys, {})).content.map(({ id }) => id),
    [second.apiKey.id],
  )
  await confirm()
  await assert.rejects(call(rollApiKey, { id: first.apiKey.id }), errorWith(404, 'key_not_found'))
})

test('one secret key is active at a time, also with concurrent requests to create it', async (t) => {
  const { call } = await business(t)
  const created = await Promise.allSettled(Array.from({ length: 5 }, () => call(createSecretKey, {})))
  assert.equal(created.filter(({ status }) => status === 'fulfilled').length, 1)
  await assert.rejects(call(createSecretKey, {}), errorWith(409, 'secret_key_exists'))
  const { id } = (await call(listApiKeys, {})).content[0]!
  const rolled = await Promise.allSettled(Array.from({ length: 5 }, () => call(rollApiKey, { id })))
  assert.equal(rolled.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a revoked key stops working at once, and a new one can be created', async (t) => {
  const { api, call } = await business(t)
  const { apiKey, key } = await call(createSecretKey, {})
  const server = withKey(api, key)
  await server.links()
  await call(revokeApiKey, { id: apiKey.id })
  await assert.rejects(server.links(), ended)
  assert.deepEqual((await call(listApiKeys, {})).content, [])
  await assert.rejects(call(revokeApiKey, { id: apiKey.id }), errorWith(404, 'key_not_found'))
  await withKey(api, (await call(createSecretKey, {})).key).links()
})

test('a key that is revoked twice at the same moment is revoked once, also by the request that began first', async (t) => {
  const { api, call, merchantId } = await business(t)
  const { id } = (await call(createSecretKey, {})).apiKey
  const revoke = () => call(revokeApiKey, { id })
  api.stopClock(api.runtime.clock())
  const revoked = await sendWhileLocked(api, `select from merchants where id = '${merchantId}' for update`, [
    revoke,
    () => {
      // As if it had begun before the other request, and had been slower.
      api.forward(-1)
      return revoke()
    },
  ])
  assert.deepEqual(
    revoked.map((one) => one.status === 'rejected' && one.reason.code),
    [false, 'key_not_found'],
  )
})

test('a public key can be rolled like a secret one, gives no access, and cannot be revoked', async (t) => {
  const { api, call, merchantId } = await business(t)
  const given = { merchantId, mode: 'TEST', kind: 'public' } as const
  const { row, key } = await api.runtime.database.write((tx) => addKey(tx, given, new Date()))
  assert.equal((await call(listApiKeys, {})).content[0]!.display, key)
  await assert.rejects(withKey(api, key).links(), errorWith(403, 'forbidden'))
  await assert.rejects(call(revokeApiKey, { id: row.id }), errorWith(409, 'public_key'))
  const rolled = await call(rollApiKey, { id: row.id })
  assert.deepEqual([rolled.apiKey.kind, rolled.apiKey.display], ['public', rolled.key])
  assert.match(rolled.key, /^pk_test_/)
})

test('creating, rolling and revoking keys requires a confirmation', async (t) => {
  const { api, call } = await business(t)
  const { apiKey } = await call(createSecretKey, {})
  api.forward(limits.confirmationMs + 1000)
  const created = errorWith(403, 'confirmation_required')
  await assert.rejects(call(createSecretKey, {}), created)
  await assert.rejects(call(rollApiKey, { id: apiKey.id }), created)
  await assert.rejects(call(revokeApiKey, { id: apiKey.id }), created)
  assert.equal((await call(listApiKeys, {})).content[0]!.expiresAt, null)
})

test('a key has access to its own business in its own mode, and to no endpoint for users [S1-01] [S6-01]', async (t) => {
  const { api, call } = await business(t, withLiveMode)
  const { apiKey, key } = await call(createSecretKey, {})
  const bola = await api.createUser('bola')
  await api.as(bola).call(confirmUser, { password: bola.password })
  await assert.rejects(withKey(api, key, 'TEST', bola.merchantId).links(), errorWith(404, 'business_not_found'))
  await assert.rejects(withKey(api, key, 'LIVE').links(), ofOtherMode)
  await assert.rejects(api.as(bola).call(rollApiKey, { id: apiKey.id }), errorWith(404, 'key_not_found'))
  await assert.rejects(api.as(bola).call(revokeApiKey, { id: apiKey.id }), errorWith(404, 'key_not_found'))
  const asServer = api.as({ ...bola, token: key, merchantId: undefined } as unknown as TestUser)
  assert.equal((await asServer.call(listBankAccounts, {})).totalElements, 0)
  const adding = asServer.call(addBankAccount, { bankId: 1, accountNumber: '0000000017' })
  await assert.rejects(adding, errorWith(403, 'forbidden'))
  await assert.rejects(asServer.call(listApiKeys, {}), errorWith(403, 'forbidden'))
  const live = await createUser(api.runtime, 'live', 'LIVE')
  await api.as(live, 'LIVE').call(confirmUser, { password: live.password })
  const liveKey = (await api.as(live, 'LIVE').call(createSecretKey, {})).key
  assert.match(liveKey, /^sk_live_/)
  await assert.rejects(withKey(api, liveKey, 'TEST').links(), ofOtherMode)
  await withKey(api, liveKey, 'LIVE').links()
})

test('no table holds a secret key, and the last use of a key is recorded', async (t) => {
  const { api, call } = await business(t)
  const { apiKey, key } = await call(createSecretKey, {})
  const { key: next } = await call(rollApiKey, { id: apiKey.id })
  await withKey(api, key).create('Noted')
  await withKey(api, next).links()
  await api.drain()
  assert.ok((await call(listApiKeys, {})).content.every(({ lastUsedAt }) => lastUsedAt !== null))
  const { database } = api.runtime
  const tables = await database.read((tx) =>
    tx.$client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'"),
  )
  assert.ok(tables.rows.length > 10)
  for (const { name } of tables.rows) {
    const { rows } = await database.read((tx) =>
      tx.$client.query(`select 1 from "${name}" t where t::text like $1 or t::text like $2`, [`%${key}%`, `%${next}%`]),
    )
    assert.equal(rows.length, 0, name)
  }
})

test('every change of a key is in the audit log, and the members are notified', async (t) => {
  const { api, call, owner } = await business(t)
  const { apiKey } = await call(createSecretKey, {})
  const rolled = await call(rollApiKey, { id: apiKey.id })
  await call(revokeApiKey, { id: rolled.apiKey.id })
  const { events, notified } = await api.runtime.database.read(async (tx) => ({
    events: await tx.select().from(auditEvents).where(like(auditEvents.action, 'api_key.%')),
    notified: await tx.select().from(notifications).where(like(notifications.title, '%secret key%')),
  }))
  assert.deepEqual(events.map(({ action, object, actorName }) => [action, object, actorName]).sort(), [
    ['api_key.created', apiKey.display, owner.email],
    ['api_key.revoked', rolled.apiKey.display, owner.email],
    ['api_key.rolled', apiKey.display, owner.email],
  ])
  assert.equal(notified.length, 3)
  assert.ok(notified.every(({ kind, path }) => kind === 'security' && path === '/settings/api-webhooks'))
})

test('the rate limit of a key applies across all addresses and to that key only', async (t) => {
  const { api, call, merchantId } = await business(t, { REQUESTS_PER_SECOND: '2' })
  const { key } = await call(createSecretKey, {})
  const made = await api.runtime.database.write((tx) =>
    addKey(tx, { merchantId, mode: 'TEST', kind: 'secret' }, new Date()),
  )
  const server = withKey(api, key)
  // The limit is two at once and one a second; none while the clock stands still.
  api.stopClock(new Date())
  for (let nth = 0; nth < 2; nth++) await server.links()
  await assert.rejects(server.links(), errorWith(429, 'too_many_requests'))
  await withKey(api, made.key).links()
})
