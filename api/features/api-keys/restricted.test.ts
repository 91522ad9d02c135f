import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRestrictedKey, updateRestrictedKey } from '@adire/contract/api-keys.ts'
import { callEndpoint } from '@adire/contract/call.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { addMember, confirmSessions } from '../../testing/users.ts'
import { openLive } from '../onboarding/open-live.ts'

const elsewhere = ['203.0.113.0/24']
const here = ['127.0.0.0/8', '::1/128']

/** Calls of a server with a key. */
const withKey = ({ url }: TestApp, key: string) => {
  const connection = {
    baseUrl: (server: string) => `${url}/test/${server}`,
    token: () => key,
    merchantId: () => undefined,
  }
  return {
    list: () => callEndpoint(connection, listPaymentLinks, {}),
    create: () => callEndpoint(connection, createPaymentLink, { name: 'Ankara' }),
  }
}

async function keyFixture(...[t]: Parameters<typeof testApp>) {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  await confirmSessions(api, owner)
  return { api, owner, call: api.as(owner).call }
}

test('a restricted key does what it has a permission for, also after a change, and nothing else', async (t) => {
  const { api, call } = await keyFixture(t)
  const form = { name: 'Shop', permissions: ['payment_links.view' as const] }
  const { apiKey, key } = await call(createRestrictedKey, form)
  const server = withKey(api, key)
  await server.list()
  await assert.rejects(server.create(), errorWith(403, 'permission_missing'))
  const more = { ...form, id: apiKey.id, permissions: ['payment_links.manage' as const] }
  // Who changes links also sees them.
  assert.deepEqual((await call(updateRestrictedKey, more)).permissions?.toSorted(), [
    'payment_links.manage',
    'payment_links.view',
  ])
  await server.create()
  await server.list()
})

test('a key works from its networks only, and changed networks apply at once', async (t) => {
  const { api, call } = await keyFixture(t)
  const form = { name: 'Shop', permissions: ['payment_links.view' as const] }
  const { apiKey, key } = await call(createRestrictedKey, { ...form, networks: elsewhere })
  const server = withKey(api, key)
  await assert.rejects(server.list(), errorWith(403, 'network_not_allowed'))
  await call(updateRestrictedKey, { ...form, id: apiKey.id, networks: here })
  await server.list()
  await call(updateRestrictedKey, { ...form, id: apiKey.id, networks: elsewhere })
  await assert.rejects(server.list(), errorWith(403, 'network_not_allowed'))
  // As a key without networks is returned.
  const free = await call(updateRestrictedKey, { ...form, id: apiKey.id, networks: null })
  assert.equal(free.networks, null)
  await server.list()
})

test('a member gives a live key only what their own role allows, and changes no key that can do more', async (t) => {
  const { api, owner } = await keyFixture(t)
  const merchantId = await api.runtime.database.write((tx) => openLive(tx, owner.merchantId, api.runtime.clock()))
  const live = { ...owner, merchantId }
  const developer = await addMember(api, live, 'developer')
  await confirmSessions(api, developer)
  const [call, member] = [api.as(live, 'LIVE').call, api.as(developer, 'LIVE').call]
  const form = { name: 'Shop', permissions: ['payments.view' as const] }
  const manage = { ...form, permissions: ['payment_links.manage' as const] }
  await assert.rejects(member(createRestrictedKey, manage), errorWith(403, 'permission_not_yours'))
  const own = await member(createRestrictedKey, form)
  await assert.rejects(
    member(updateRestrictedKey, { ...manage, id: own.apiKey.id }),
    errorWith(403, 'permission_not_yours'),
  )
  const { apiKey } = await call(createRestrictedKey, manage)
  await assert.rejects(member(updateRestrictedKey, { ...form, id: apiKey.id }), errorWith(403, 'permission_not_yours'))
})
