import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { openMerchantView, viewMerchantDashboard, viewMs } from '@adire/contract/back-office/merchants.ts'
import { deactivateStaff } from '@adire/contract/back-office/staff.ts'
import { type Endpoint, encodeRequest, pathParameters } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { withLiveMode } from '../../testing/app.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { errorWith } from '../../testing/error-with.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'

/** A business whose dashboard a person of the staff views. */
async function viewFixture(t: Parameters<typeof checkoutFixture>[0]) {
  const fixture = await checkoutFixture(t, { env: withLiveMode })
  const { app, user } = fixture
  const person = await createStaff(app, 'support', 'Ngozi Eze')
  const call = asStaff(app, person)
  const { code } = await call(viewMerchantDashboard, { id: user.merchantId, reason: 'Ticket 42' })
  const view = await asStaff(app)(openMerchantView, { code })
  const request = (
    endpoint: Endpoint,
    mode: 'test' | 'live',
    { merchantId, accessToken } = { merchantId: user.merchantId, accessToken: view.accessToken },
  ) => {
    const ids = Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, crypto.randomUUID()]))
    const { path, body } = encodeRequest({ ...endpoint, uploads: false }, { ...ids, merchantId })
    const headers = { authorization: `Bearer ${accessToken}`, ...(body && { 'content-type': 'application/json' }) }
    const url = `${app.url}/${mode}/${endpoint.server}/${path}`
    return fetch(url, { method: endpoint.method, headers, ...(body && { body }), signal: AbortSignal.timeout(60_000) })
  }
  return { ...fixture, person, call, code, view, request }
}

test('a view reads the dashboard of one business for half an hour, and the business sees who and why', async (t) => {
  const { app, merchant, code, view, request, person } = await viewFixture(t)
  assert.equal((await request(listPayments, 'test')).status, 200)
  await assert.rejects(
    asStaff(app)(openMerchantView, { code }),
    errorWith(422, 'view_not_valid'),
    'the code works once',
  )
  const other = await app.createUser('Zainab')
  assert.equal((await request(listPayments, 'test', { ...view, merchantId: other.merchantId })).status, 404)
  assert.equal((await request(listPayments, 'live')).status, 404)
  const { content } = await merchant.call(listAuditEvents, {})
  const seen = content.find(({ action }) => action === 'dashboard.viewed')
  assert.deepEqual([seen?.actor.name, seen?.after?.reason], ['Ngozi Eze', 'Ticket 42'])
  const notified = (await merchant.call(listNotifications, {})).content.map(({ text }) => text)
  assert.ok(notified.some((text) => /Ngozi Eze of Adire can read your dashboard .* Ticket 42/.test(text)))
  assert.equal((await fetch(`${app.url}/operator/api/me`, bearer(person.token))).status, 200)
  app.forward(viewMs)
  assert.equal((await request(listPayments, 'test')).status, 401)
})

test('the token of a view names its business; with another one or none it is not valid', async (t) => {
  const { app, user, view, request } = await viewFixture(t)
  const now = app.runtime.clock()
  const claims = await app.runtime.signer.read(view.accessToken, now, 'view')
  const { merchant_id: named, sub, sid, scope, aud } = claims!
  assert.equal(named, user.merchantId)
  const other = await app.createUser('Zainab')
  const statusOf = async (business: { merchant_id?: string }) => {
    const before = { sub, scope, ...(sid && { sid }), ...(aud && { aud }) }
    const accessToken = await app.runtime.signer.sign({ ...before, ...business }, new Date(view.expiresAt))
    return (await request(listPayments, 'test', { merchantId: user.merchantId, accessToken })).status
  }
  assert.equal(await statusOf({ merchant_id: other.merchantId }), 401)
  assert.equal(await statusOf({}), 401)
  assert.equal(await statusOf({ merchant_id: user.merchantId }), 200)
})

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('a view cannot call anything that writes, and reads no keys, exports or account of the owner', async (t) => {
  const { request } = await viewFixture(t)
  const writing = Object.entries(allEndpoints).filter(
    ([, { method, access }]) => method !== 'GET' && access !== 'public',
  )
  assert.ok(writing.length > 140, `${writing.length} endpoints write`)
  for (const [name, endpoint] of writing)
    for (const mode of ['test', 'live'] as const) {
      const response = await request(endpoint, mode)
      const { code } = (await response.json()) as { code: string }
      assert.deepEqual([name, mode, response.status, code], [name, mode, 403, 'forbidden'])
    }
  const reading = Object.entries(allEndpoints).filter(
    ([, { method, access }]) => method === 'GET' && access !== 'public',
  )
  const read: string[] = []
  for (const [name, endpoint] of reading) {
    if (endpoint.streams) continue
    const response = await request(endpoint, 'test')
    await response.arrayBuffer()
    assert.ok(response.status < 500, name)
    if (response.status !== 403) read.push(name)
    const isSecret = /^(api_keys|webhooks|request_log)\./.test(endpoint.permission ?? '') || endpoint.downloads
    if (isSecret) assert.equal(response.status, 403, name)
  }
  const ofUser = read.filter((name) => allEndpoints[name]!.access === 'user')
  assert.deepEqual(ofUser.sort(), ['getUser', 'listMerchants'])
  assert.ok(read.includes('listPayments') && read.includes('listSettlements') && !read.includes('resolveAccount'))
})

test('a view needs the permission, opens within a minute, ends with the person, and is no token of the back office', async (t) => {
  const { app, user, person, view, request } = await viewFixture(t)
  const input = { id: user.merchantId, reason: 'I want to' }
  for (const role of ['reviewer', 'finance', 'risk'] as const)
    await assert.rejects(
      asStaff(app, await createStaff(app, role))(viewMerchantDashboard, input),
      errorWith(403, 'permission_missing'),
    )
  assert.equal((await fetch(`${app.url}/operator/api/me`, bearer(view.accessToken))).status, 401)
  assert.equal((await fetch(`${app.url}/test/core/api/v1/users/${user.userId}`, bearer(person.token))).status, 401)
  const admin = asStaff(app, await createStaff(app, 'admin'))
  const { code } = await admin(viewMerchantDashboard, input)
  app.forward(61_000)
  await assert.rejects(asStaff(app)(openMerchantView, { code }), errorWith(422, 'view_not_valid'))
  await admin(deactivateStaff, { id: person.id })
  assert.equal((await request(listPayments, 'test')).status, 401)
})
