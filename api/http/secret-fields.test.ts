import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createRestrictedKey } from '@adire/contract/api-keys.ts'
import { openMerchantView, viewMerchantDashboard } from '@adire/contract/back-office/merchants.ts'
import { callEndpoint } from '@adire/contract/call.ts'
import { cancelMandate, createMandate, getMandate } from '@adire/contract/direct-debit.ts'
import { isForMerchant } from '@adire/contract/endpoint.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { getLoggedRequest, listLoggedRequests } from '@adire/contract/request-log.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import { cancelSubscription, getSubscription } from '@adire/contract/subscriptions.ts'
import { changeMemberRole, createRole } from '@adire/contract/team.ts'
import { createWebhookEndpoint, getWebhookDelivery, listWebhookDeliveries } from '@adire/contract/webhooks.ts'
import * as z from 'zod/mini'
import { allRoutes } from '../servers.ts'
import { testApp } from '../testing/app.ts'
import { aMandate } from '../testing/mandates.ts'
import { asStaff, createStaff } from '../testing/staff.ts'
import { subscriptionFixture } from '../testing/subscribing.ts'
import { addMember, confirmSessions, createSecretKeyFor, type TestUser } from '../testing/users.ts'

/** A business with a subscriber and a mandate; `shownTo` tells which pages of their payers a token is shown. */
async function payersFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const { app, merchant, user, plan, subscribe } = fixture
  const subscription = await subscribe((await plan()).id)
  const mandate = await merchant.call(createMandate, aMandate(app))
  const shownTo = async (token: string, merchantId?: string) => {
    const connection = {
      baseUrl: (server: string) => `${app.url}/test/${server}`,
      token: () => token,
      merchantId: () => merchantId,
    }
    const { payerUrl } = await callEndpoint(connection, getSubscription, { id: subscription.id })
    const { consentUrl } = await callEndpoint(connection, getMandate, { id: mandate.id })
    return [payerUrl, consentUrl].map((url) => url?.replace(/^.*\/(\w+)\/[^/]+$/, '$1') ?? null)
  }
  return { ...fixture, user, subscription, mandate, shownTo }
}

const bothPages = ['subscription', 'mandate']
const neitherPage = [null, null]

test('only members who may manage them are shown the pages on which payers cancel', async (t) => {
  const { app, user, shownTo } = await payersFixture(t)
  assert.deepEqual(await shownTo(user.token, user.merchantId), bothPages)
  for (const role of ['support', 'finance'] as const) {
    const { token } = await addMember(app, user, role)
    assert.deepEqual(await shownTo(token, user.merchantId), neitherPage, role)
  }
  const { token } = await addMember(app, user, 'operations')
  assert.deepEqual(await shownTo(token, user.merchantId), bothPages)
})

test('a key that only sees subscriptions and mandates does not get the pages on which payers cancel', async (t) => {
  const { app, user, merchant, shownTo } = await payersFixture(t)
  await confirmSessions(app, user)
  const restricted = async (...permissions: Permission[]) =>
    (await merchant.call(createRestrictedKey, { name: 'Accounts', permissions })).key
  assert.deepEqual(await shownTo(await restricted('subscriptions.view', 'direct_debit.view')), neitherPage)
  assert.deepEqual(await shownTo(await restricted('subscriptions.manage', 'direct_debit.view')), ['subscription', null])
  assert.deepEqual(await shownTo(await createSecretKeyFor(app, user)), bothPages)
})

test('staff who view a dashboard are not shown the pages on which payers cancel', async (t) => {
  const { app, user, shownTo } = await payersFixture(t)
  const support = asStaff(app, await createStaff(app, 'support', 'Ngozi Eze'))
  const { code } = await support(viewMerchantDashboard, { id: user.merchantId, reason: 'Ticket 42' })
  const view = await asStaff(app)(openMerchantView, { code })
  assert.deepEqual(await shownTo(view.accessToken, user.merchantId), neitherPage)
})

test('the request log does not keep the pages on which payers cancel', async (t) => {
  const { app, user, shownTo } = await payersFixture(t)
  await shownTo(await createSecretKeyFor(app, user))
  const { call } = (await testApp(t, {}, app)).as(user)
  // Writes the log.
  await app.app.close()
  const { content } = await call(listLoggedRequests, {})
  for (const { id } of content) {
    const { response } = await call(getLoggedRequest, { id })
    assert.match(response!, /"(payerUrl|consentUrl)":"\[removed\]"/)
  }
  assert.equal(content.length, 2)
})

test('a member who sees deliveries of webhooks reads the pages on which payers cancel only with the permissions for them', async (t) => {
  const { app, user, merchant, subscription, mandate } = await payersFixture(t)
  await confirmSessions(app, user)
  await merchant.call(createWebhookEndpoint, { url: 'http://127.0.0.1:9/hook' })
  await merchant.call(cancelSubscription, { id: subscription.id, when: 'now' })
  await merchant.call(cancelMandate, { id: mandate.id })
  const { content } = await merchant.call(listWebhookDeliveries, {})
  const shownTo = async (reader: TestUser) => {
    const { call } = app.as(reader)
    const bodies = content.map(async ({ id }) => (await call(getWebhookDelivery, { id })).body)
    const data = (await Promise.all(bodies)).map((body) => JSON.parse(body).data as Record<string, string | null>)
    const pages = ['payerUrl', 'consentUrl'].map((field) => data.find((one) => field in one)![field])
    return pages.map((url) => url && /subscription|mandate/.exec(new URL(url).pathname)![0])
  }
  assert.deepEqual(await shownTo(user), bothPages)
  const reader = await addMember(app, user, 'support')
  for (const [name, permissions, shown] of [
    ['Webhooks', ['webhooks.view'], neitherPage],
    ['Subscriptions', ['webhooks.view', 'subscriptions.manage'], ['subscription', null]],
    ['Direct debit', ['webhooks.view', 'direct_debit.manage'], [null, 'mandate']],
  ] as [string, Permission[], (string | null)[]][]) {
    const role = await merchant.call(createRole, { name, permissions })
    await merchant.call(changeMemberRole, { userId: reader.userId, role: role.id })
    // A change of a role applies within a second.
    app.forward(2_000)
    assert.deepEqual(await shownTo(reader), shown, name)
  }
})

test('every read of a page on which payers cancel names the permission for it', () => {
  const reads = allRoutes.filter(
    ({ endpoint }) => isForMerchant(endpoint) && !endpoint.permission?.endsWith('.manage') && hasPayersPage(endpoint),
  )
  assert.deepEqual(
    reads.map(({ endpoint, secrets }) => [endpoint.path, secrets?.fields.join(), secrets?.permission]).sort(),
    [
      ['direct-debit/:id', 'consentUrl', 'direct_debit.manage'],
      ['subscribe/:id', 'payerUrl', 'subscriptions.manage'],
    ],
  )
})

const hasPayersPage = (endpoint: Parameters<typeof schemasOf>[0]) =>
  /"(payerUrl|consentUrl)"/.test(JSON.stringify(z.toJSONSchema(schemasOf(endpoint).output, { unrepresentable: 'any' })))
