import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSecretKey, listApiKeys } from '@adire/contract/api-keys.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { getMerchant, listMerchants } from '@adire/contract/merchants.ts'
import { register } from '@adire/contract/registration.ts'
import {
  confirmUser,
  forgotPassword,
  resendVerificationEmail,
  resetPassword,
  verifyEmail,
} from '@adire/contract/users.ts'
import { createWebhookEndpoint, listWebhookEndpoints } from '@adire/contract/webhooks.ts'
import { eq } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { readEmails, signIn } from '../../testing/sign-in.ts'
import { users } from '../auth/tables.ts'
import { registrations } from '../users/tables.ts'

const email = 'tola@example.com'
const attacker = { businessName: 'Attacker Ltd', countryId: 826, email, password: 'Attacker-pass-1' }
const owner = { businessName: 'Tola Atelier', countryId: 566, email, password: 'Indigo-2026' }

/** Registers one after the other; returns the verification links in the same order. */
async function registered(api: TestApp, ...registrants: (typeof owner)[]): Promise<string[]> {
  for (const registrant of registrants) {
    await api.asClient().call(register, registrant)
    await api.drain()
    api.forward(1000)
  }
  return (await readEmails(api, /^Verify/)).map(({ text }) => text.match(/verify-email\/(\S+)/)![1]!)
}

for (const order of ['first', 'last'] as const)
  test(`somebody who registers the email of another person ${order} never gets access to the account`, async (t) => {
    const api = await testApp(t)
    const registrants = order === 'first' ? [attacker, owner] : [owner, attacker]
    const links = await registered(api, ...registrants)
    assert.equal(links.length, 2)
    const { call } = api.asClient()
    const [theirs, ownerLink] = [links[registrants.indexOf(attacker)]!, links[registrants.indexOf(owner)]!]
    // The link alone is not enough: the owner of the mailbox may have opened the wrong one.
    for (const link of links)
      await assert.rejects(call(verifyEmail, { token: link }), errorWith(422, 'password_required'))
    const wrong = { token: theirs, password: owner.password }
    await assert.rejects(call(verifyEmail, wrong), errorWith(422, 'wrong_password'))
    await call(verifyEmail, { token: ownerLink, password: owner.password })
    assert.equal((await signIn(api, email, attacker.password)).status, 400)
    const { status, body } = await signIn(api, email, owner.password)
    assert.equal(status, 200)
    const late = { token: theirs, password: attacker.password }
    await assert.rejects(call(verifyEmail, late), errorWith(409, 'email_already_verified'))
    const [user] = await api.runtime.database.read((tx) => tx.select().from(users).where(eq(users.email, email)))
    const me = { ...owner, userId: user!.id, merchantId: '', token: body.access_token, refreshToken: '' }
    const { content } = await api.as(me).call(listMerchants, { userEmail: email })
    const merchant = await api.as({ ...me, merchantId: content[0]!.id }).call(getMerchant, {} as never)
    assert.deepEqual([content.length, merchant.businessName, merchant.location.countryId], [1, 'Tola Atelier', 566])
    assert.equal(await api.runtime.database.read((tx) => tx.$count(registrations)), 0)
  })

test('sign-in requires a verified email, so that no key, webhook or second factor of another person remains', async (t) => {
  const api = await testApp(t)
  await registered(api, attacker, owner)
  for (const { password } of [attacker, owner]) assert.equal((await signIn(api, email, password)).status, 400)
  const [reset] = await resetLinks(api)
  const newPassword = 'Fresh-start-9'
  const fresh = { token: reset!, newPassword, confirmPassword: newPassword }
  await api.asClient().call(resetPassword, fresh)
  assert.equal((await signIn(api, email, attacker.password)).status, 400)
  assert.equal((await signIn(api, email, newPassword)).status, 200)
  const links = (await readEmails(api, /^Verify/)).map(({ text }) => text.match(/verify-email\/(\S+)/)![1]!)
  const { call } = api.asClient()
  for (const token of links)
    await assert.rejects(
      call(verifyEmail, { token, password: attacker.password }),
      errorWith(409, 'email_already_verified'),
    )
})

test('when two links for one email are opened at the same time, one registration becomes the account', async (t) => {
  const api = await testApp(t)
  const [one, other] = await registered(api, attacker, owner)
  const { call } = api.asClient()
  const results = await Promise.allSettled([
    call(verifyEmail, { token: one!, password: attacker.password }),
    call(verifyEmail, { token: other!, password: owner.password }),
  ])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const signedIn = await Promise.all([attacker, owner].map(({ password }) => signIn(api, email, password)))
  assert.deepEqual(
    signedIn.map(({ status }) => status === 200),
    results.map(({ status }) => status === 'fulfilled'),
  )
})

test('a link that is sent again belongs to the newest registration, and one email gets only a few an hour', async (t) => {
  const api = await testApp(t)
  await registered(api, owner)
  const second = { ...owner, password: 'Another-99' }
  await registered(api, second)
  await api.asClient().call(resendVerificationEmail, { email })
  await api.drain()
  const newest = (await readEmails(api, /^Verify/)).at(-1)!.text.match(/verify-email\/(\S+)/)![1]!
  await api.asClient().call(verifyEmail, { token: newest, password: second.password })
  assert.equal((await signIn(api, email, second.password)).status, 200)
  const many = 'many@example.com'
  for (let times = 0; times < 8; times++) {
    await api.asClient().call(register, { ...owner, email: many })
    await api.drain()
    if (times === 3) api.forward(16 * 60_000)
  }
  assert.equal((await readEmails(api, /^Verify/)).filter(({ to }) => to === many).length, 5)
})

async function resetLinks(api: TestApp): Promise<string[]> {
  await api.asClient().call(forgotPassword, { email })
  await api.drain()
  return (await readEmails(api, /^Choose/)).map(({ text }) => text.match(/reset-password\/(\S+)/)![1]!)
}

test('a password reset revokes secret keys and webhooks only if the owner chooses so', async (t: TestContext) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { call } = api.as(ade)
  await call(confirmUser, { password: ade.password })
  const { key } = await call(createSecretKey, {})
  await call(createWebhookEndpoint, { url: 'https://shop.example/hooks', description: '', events: null } as never)
  const asServer = api.as({ ...ade, token: key })
  await asServer.call(listCustomers, {})
  const reset = async (revokeAccess: boolean) => {
    api.forward(61_000)
    await api.asClient().call(forgotPassword, { email: ade.email })
    await api.drain()
    const token = (await readEmails(api, /^Choose/)).at(-1)!.text.match(/reset-password\/(\S+)/)![1]!
    const newPassword = 'Fresh-start-9'
    await api.asClient().call(resetPassword, { token, newPassword, confirmPassword: newPassword, revokeAccess })
    const { body } = await signIn(api, ade.email, newPassword)
    const me = api.as({ ...ade, token: body.access_token })
    const { content } = await me.call(listWebhookEndpoints, {})
    const keys = (await me.call(listApiKeys, {})).content.map(({ kind }) => kind)
    return { enabled: content.map(({ enabled }) => enabled), keys: keys.toSorted() }
  }
  assert.deepEqual(await reset(false), { enabled: [true], keys: ['public', 'secret'] })
  await asServer.call(listCustomers, {})
  assert.deepEqual(await reset(true), { enabled: [false], keys: ['public'] })
  await assert.rejects(asServer.call(listCustomers, {}), { status: 401 })
})
