import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  confirmStaff,
  deactivateStaff,
  getStaffPerson,
  inviteStaff,
  listStaff,
  resetStaffSecondFactor,
} from '@adire/contract/back-office/staff.ts'
import { listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  signInStaffByPasskey,
  startStaffPasskey,
  startStaffPasskeyConfirmation,
  startStaffPasskeySignIn,
} from '@adire/contract/back-office/staff-passkeys.ts'
import { startPasskeySignIn } from '@adire/contract/passkeys.ts'
import type { PasskeyAssertion } from '@adire/contract/passkeys-schemas.ts'
import type { StaffRole } from '@adire/contract/staff-permissions.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { passkeyOrigin, sendAssertion, withPasskey } from '../../testing/passkeys.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'

const passkeyApp = (t: Parameters<typeof testApp>[0]) => testApp(t, { PUBLIC_URL: passkeyOrigin })

/** A person of the staff with a passkey. */
async function createWithPasskey(api: TestApp, role: StaffRole, name: string) {
  const person = await createStaff(api, role, name)
  const call = asStaff(api, person)
  const authenticator = createAuthenticator(passkeyOrigin)
  const credential = authenticator.create(await call(startStaffPasskey, {}))
  const passkey = await call(addStaffPasskey, { name: 'Laptop', credential })
  return { person, call, authenticator, passkey }
}

async function signInBy(api: TestApp, passkey: PasskeyAssertion) {
  const response = await fetch(`${api.url}/operator/api/${signInStaffByPasskey.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ passkey }),
  })
  const body = (await response.json()) as { accessToken: string; code?: string; message?: string }
  return { status: response.status, body, cookie: response.headers.get('set-cookie') }
}

const optionsOf = (api: TestApp) => asStaff(api)(startStaffPasskeySignIn, {})

test('a passkey of the staff is added after a confirmation, signs in alone, once per challenge, and is emailed', async (t) => {
  const api = await passkeyApp(t)
  const stranger = asStaff(api, await createStaff(api, 'support', 'Bola', false))
  await assert.rejects(stranger(startStaffPasskey, {}), errorWith(403, 'confirmation_required'))
  const { person, call, authenticator, passkey } = await createWithPasskey(api, 'admin', 'Ngozi')
  assert.equal((await call(getStaffPerson, {})).passkeys, 1)

  const assertion = authenticator.get(await optionsOf(api))
  const { status, body, cookie } = await signInBy(api, assertion)
  assert.equal(status, 200)
  assert.match(cookie!, /adire_staff=[\w-]{40,}; Path=\/operator\/api\/session; HttpOnly; SameSite=Strict/)
  // Both factors are proved: the session needs no confirmation at once.
  const signedIn = asStaff(api, { token: body.accessToken })
  assert.equal((await signedIn(inviteStaff, { email: 'c@provider.example', role: 'risk' })).status, 'invited')
  assert.equal((await signInBy(api, assertion)).status, 400, 'a challenge works once')
  await call(renameStaffPasskey, { id: passkey.id, name: 'Phone' })
  await call(removeStaffPasskey, { id: passkey.id })
  assert.equal((await signInBy(api, authenticator.get(await optionsOf(api)))).status, 400)
  const actions = (await call(listStaffEvents, {})).content.map(({ action }) => action)
  for (const action of ['passkey.added', 'passkey.renamed', 'passkey.removed'])
    assert.ok(actions.includes(action as never))
  await api.drain()
  const mails = (await mailsTo(api, person.email)).map(({ subject }) => subject)
  assert.ok(
    mails.some((subject) => /A passkey was added/.test(subject)),
    String(mails),
  )
})

test('a passkey confirms the session that asked, and nobody else’s', async (t) => {
  const api = await passkeyApp(t)
  const { person, authenticator } = await createWithPasskey(api, 'admin', 'Ngozi')
  const other = asStaff(api, await createStaff(api, 'admin', 'Bola', false))
  const call = asStaff(api, person)
  const stolen = authenticator.get(await call(startStaffPasskeyConfirmation, {}))
  await assert.rejects(other(confirmStaff, { passkey: stolen }), errorWith(422, 'passkey_rejected', 'passkey'))
  await call(confirmStaff, { passkey: stolen })
  await assert.rejects(call(confirmStaff, { passkey: stolen }), errorWith(422, 'passkey_rejected'))
  await assert.rejects(call(confirmStaff, {} as never), errorWith(400, 'validation_error'))
})

test('passkeys of the staff and of users are unknown to each other', async (t) => {
  const api = await passkeyApp(t)
  const { authenticator } = await createWithPasskey(api, 'admin', 'Ngozi')
  const ofUser = await withPasskey(api, await api.createUser('Ade'))
  assert.equal(
    (await sendAssertion(api, authenticator.get(await api.asNobody().call(startPasskeySignIn, {})))).status,
    400,
  )
  assert.equal((await sendAssertion(api, authenticator.get(await optionsOf(api)))).status, 400)
  assert.equal((await signInBy(api, ofUser.authenticator.get(await optionsOf(api)))).status, 400)
})

test('a deactivated person does not sign in with a passkey, and a reset of the second factor removes it', async (t) => {
  const api = await passkeyApp(t)
  const admin = asStaff(api, await createStaff(api, 'admin'))
  const ngozi = await createWithPasskey(api, 'support', 'Ngozi')
  await admin(deactivateStaff, { id: ngozi.person.id })
  const { code, message } = (await signInBy(api, ngozi.authenticator.get(await optionsOf(api)))).body
  assert.deepEqual([code, message?.slice(0, 29)], ['staff_deactivated', 'Your account was deactivated.'])
  const bola = await createWithPasskey(api, 'support', 'Bola')
  await admin(resetStaffSecondFactor, { id: bola.person.id })
  assert.equal((await signInBy(api, bola.authenticator.get(await optionsOf(api)))).status, 400)
  assert.equal((await admin(listStaff, {})).content.length, 3)
  // Another person's passkeys are neither listed nor changed.
  assert.deepEqual(await admin(listStaffPasskeys, {}), { content: [] })
  await assert.rejects(admin(removeStaffPasskey, { id: ngozi.passkey.id }), errorWith(404, 'passkey_not_found'))
})
