import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCustomers } from '@adire/contract/customers.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { addPasskey, startPasskey } from '@adire/contract/passkeys.ts'
import { getTeamSecurity, listTeamMembers, setTeamSecurity } from '@adire/contract/team.ts'
import { enableTwoFactor, startTwoFactor } from '@adire/contract/users.ts'
import { Secret, TOTP } from 'otpauth'
import { type TestApp, testApp } from '../../testing/app.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { errorWith } from '../../testing/error-with.ts'
import { passkeyOrigin } from '../../testing/passkeys.ts'
import { addMember, confirmSessions, createSecretKeyFor, type TestUser } from '../../testing/users.ts'

const required = errorWith(403, 'second_factor_required')

async function addApp(api: TestApp, user: TestUser) {
  await confirmSessions(api, user)
  const { call } = api.as(user)
  const { secret } = await call(startTwoFactor, {})
  await call(enableTwoFactor, {
    code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.runtime.clock().getTime() }),
  })
}

test('the owner requires a second factor: a member without one can only set one up, and is in as soon as it is', async (t) => {
  const api = await testApp(t, { PUBLIC_URL: passkeyOrigin })
  const owner = await api.createUser('tola')
  const [ada, bola] = [await addMember(api, owner, 'admin'), await addMember(api, owner, 'support')]
  const stranger = await api.createUser('chi')
  await addApp(api, owner)
  const call = api.as(owner).call
  const key = await createSecretKeyFor(api, owner)
  // Cached from now on: the rule must take effect nevertheless.
  await api.as(ada).call(listTeamMembers, {})
  assert.deepEqual(await call(setTeamSecurity, { secondFactorRequired: true }), {
    secondFactorRequired: true,
    membersWithout: 2,
  })
  for (const member of [ada, bola]) {
    await assert.rejects(api.as(member).call(listCustomers, {}), required)
    const [shown] = (await api.as(member).call(listMerchants, { userEmail: member.email })).content
    assert.equal(shown?.secondFactorMissing, true)
  }
  // Neither the owner, nor another business, nor a key.
  assert.equal((await call(listTeamMembers, {})).content.length, 3)
  await api.as(stranger).call(listCustomers, {})
  const byKey = await fetch(`${api.url}/test/core/customers`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(byKey.status, 200)

  await addApp(api, ada)
  await api.as(ada).call(listCustomers, {})
  await confirmSessions(api, bola)
  const credential = createAuthenticator(passkeyOrigin).create(await api.as(bola).call(startPasskey, {}))
  await api.as(bola).call(addPasskey, { name: 'Phone', credential })
  await api.as(bola).call(listCustomers, {})
  assert.equal((await call(getTeamSecurity, {})).membersWithout, 0)
})

test('only the owner changes the rule, confirmed, with a second factor of their own; two changes at once are one', async (t) => {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  const admin = await addMember(api, owner, 'admin')
  const rule = { secondFactorRequired: true }
  await assert.rejects(api.as(owner).call(setTeamSecurity, rule), errorWith(403, 'confirmation_required'))
  await confirmSessions(api, owner)
  await confirmSessions(api, admin)
  await assert.rejects(api.as(admin).call(setTeamSecurity, rule), errorWith(409, 'not_the_owner'))
  await assert.rejects(api.as(owner).call(setTeamSecurity, rule), errorWith(409, 'second_factor_missing'))
  await addApp(api, owner)
  await Promise.all([api.as(owner).call(setTeamSecurity, rule), api.as(owner).call(setTeamSecurity, rule)])
  const changes = await api.runtime.database.read(
    async (tx) => (await tx.$client.query("select from audit_events where action = 'team_security.updated'")).rowCount,
  )
  assert.equal(changes, 1)
  await assert.rejects(api.as(admin).call(listTeamMembers, {}), required)
  await api.as(owner).call(setTeamSecurity, { secondFactorRequired: false })
  assert.equal((await api.as(admin).call(listTeamMembers, {})).content.length, 2)
})
