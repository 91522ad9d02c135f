import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeRequired } from '@adire/contract/auth.ts'
import {
  addPasskey,
  listPasskeys,
  passkeysMaximum,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '@adire/contract/passkeys.ts'
import { listTeamMembers } from '@adire/contract/team.ts'
import { confirmUser, disableTwoFactor, enableTwoFactor, getUser, startTwoFactor } from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type TestApp, testApp } from '../../testing/app.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { runNow } from '../../testing/drain.ts'
import { runOperator } from '../../testing/operator.ts'
import { passkeyOrigin, sendAssertion, signInWithPasskey, withPasskey } from '../../testing/passkeys.ts'
import { readEmails, signIn } from '../../testing/sign-in.ts'
import { auditEvents } from '../audit/tables.ts'
import { recoveryCodes } from '../auth/tables.ts'
import { passkeyChallenges } from '../passkeys/tables.ts'

const passkeyApp = (t: Parameters<typeof testApp>[0], env: Record<string, string> = {}) =>
  testApp(t, { PUBLIC_URL: passkeyOrigin, ...env })

const rejected = { status: 422, code: 'passkey_rejected' }

const auditOf = async (api: TestApp, userId: string) =>
  (await api.runtime.database.read((tx) => tx.select().from(auditEvents).where(eq(auditEvents.userId, userId)))).map(
    ({ action }) => action,
  )

test('a passkey is added after a confirmation, with recovery codes, and signs in without password or code', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  await assert.rejects(api.as(ade).call(startPasskey, {}), { status: 403, code: 'confirmation_required' })
  const { me, authenticator, passkey, recoveryCodes: codes } = await withPasskey(api, ade)
  assert.deepEqual([passkey.name, passkey.synced, passkey.lastUsedAt], ['Laptop', true, null])
  assert.equal(new Set(codes).size, 10)
  const user = await me.call(getUser, { id: ade.userId })
  assert.deepEqual([user.twoFactor, user.passkeys, user.recoveryCodesLeft], [false, 1, 10])

  const { status, body } = await signInWithPasskey(api, authenticator)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
  const signedIn = api.as({ ...ade, token: body.access_token })
  const [listed] = (await signedIn.call(listPasskeys, { id: ade.userId })).content
  assert.ok(listed?.lastUsedAt)
  // A session that a passkey began has confirmed nothing.
  await assert.rejects(signedIn.call(removePasskey, { id: ade.userId, passkeyId: listed.id }), { status: 403 })
  assert.ok((await auditOf(api, ade.userId)).includes('passkey.added'))
  await api.drain()
  assert.deepEqual(
    (await readEmails(api, /A passkey was added/)).map(({ to }) => to),
    [ade.email],
  )
})

test('a second passkey and an authenticator app come without new recovery codes, and the last of them takes the codes along', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { me, passkey } = await withPasskey(api, ade)
  const added = await me.call(addPasskey, {
    name: 'Phone',
    credential: createAuthenticator(passkeyOrigin).create(await me.call(startPasskey, {})),
  })
  assert.deepEqual(added.recoveryCodes, [])
  const { secret } = await me.call(startTwoFactor, {})
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.runtime.clock().getTime() })
  // An app counts once its setup is finished.
  assert.equal((await signIn(api, ade.email, ade.password, { code })).status, 400)
  assert.deepEqual((await me.call(enableTwoFactor, { code })).recoveryCodes, [])
  const left = async () => (await me.call(getUser, { id: ade.userId })).recoveryCodesLeft
  await me.call(removePasskey, { id: ade.userId, passkeyId: passkey.id })
  await me.call(disableTwoFactor, {})
  assert.equal(await left(), 10)
  await me.call(removePasskey, { id: ade.userId, passkeyId: added.passkey.id })
  assert.equal(await left(), 0)
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
  await assert.rejects(me.call(removePasskey, { id: ade.userId, passkeyId: added.passkey.id }), {
    code: 'passkey_not_found',
  })
})

test('with a passkey the password alone does not sign in: the passkey or a recovery code follows', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { recoveryCodes: codes } = await withPasskey(api, ade)
  const wrong = await signIn(api, ade.email, 'Guess-1')
  assert.deepEqual(wrong.body, (await signIn(api, 'nobody@example.com', 'Guess-1')).body)
  const challenged = await signIn(api, ade.email, ade.password)
  assert.deepEqual(challenged.body, {
    error: codeRequired,
    error_description: 'Use your passkey, or enter a recovery code',
    factors: ['passkey', 'recovery_code'],
  })
  assert.equal((await signIn(api, ade.email, ade.password, { code: '123456' })).status, 400)
  assert.equal((await signIn(api, ade.email, ade.password, { code: codes[0]! })).status, 200)
  assert.equal((await signIn(api, ade.email, ade.password, { code: codes[0]! })).status, 400)
})

test('the options of a sign-in are those of nobody, and work once, for five minutes, at sign-in only', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { me, authenticator } = await withPasskey(api, ade)
  const start = () => api.asNobody().call(startPasskeySignIn, {})
  const options = await start()
  assert.deepEqual(
    { ...options, challenge: '' },
    {
      challenge: '',
      rpId: 'dashboard.example',
      timeout: 300_000,
      allowCredentials: [],
      userVerification: 'required',
    },
  )
  const assertion = authenticator.get(options)
  const raced = await Promise.all([1, 2, 3].map(() => sendAssertion(api, assertion)))
  assert.equal(raced.filter(({ status }) => status === 200).length, 1)
  assert.equal((await sendAssertion(api, assertion)).status, 400)

  const late = authenticator.get(await start())
  const confirming = authenticator.get(await me.call(startPasskeyConfirmation, {}))
  assert.equal((await sendAssertion(api, confirming)).status, 400)
  api.forward(5 * 60_000 + 1)
  assert.equal((await sendAssertion(api, late)).status, 400)
})

test('a signature of another origin, site, challenge, type or account, or without verified user, does not sign in', async (t) => {
  const api = await passkeyApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const { authenticator } = await withPasskey(api, ade)
  await withPasskey(api, bola)
  const stranger = createAuthenticator(passkeyOrigin)
  const deviations = [
    { origin: 'https://dashboard.example.evil.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { type: 'webauthn.create' },
    { userHandle: Buffer.from(bola.userId).toString('base64url') },
    { isVerified: false },
  ]
  for (const deviation of deviations) {
    const assertion = authenticator.get(await api.asNobody().call(startPasskeySignIn, {}), deviation)
    const { status, body } = await sendAssertion(api, assertion)
    assert.deepEqual([status, body.error], [400, 'invalid_grant'], JSON.stringify(deviation))
    api.forward(16 * 60_000)
  }
  const forged = stranger.get(await api.asNobody().call(startPasskeySignIn, {}))
  const asAde = { ...forged, id: authenticator.credentialId, rawId: authenticator.credentialId }
  assert.equal((await sendAssertion(api, asAde)).status, 400)
  const unknown = await sendAssertion(api, forged)
  for (const text of ['', 'null', '{}', '[]', '{"id":1}', 'x'.repeat(5000)])
    assert.deepEqual((await sendAssertion(api, text)).body, unknown.body)
  assert.equal((await signInWithPasskey(api, authenticator)).status, 200)
})

test('a passkey whose counter does not advance is rejected, recorded, and its user notified once a day', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { authenticator } = await withPasskey(api, ade, {
    authenticator: createAuthenticator(passkeyOrigin, { counts: true }),
  })
  const send = async (counter?: number) => {
    const options = await api.asNobody().call(startPasskeySignIn, {})
    return (await sendAssertion(api, authenticator.get(options, counter === undefined ? {} : { counter }))).status
  }
  assert.equal(await send(), 200)
  assert.deepEqual([await send(1), await send(0)], [400, 400])
  const copies = (await auditOf(api, ade.userId)).filter((action) => action === 'passkey.rejected')
  assert.equal(copies.length, 2)
  await api.drain()
  assert.equal((await readEmails(api, /A passkey was rejected/)).length, 1)
  assert.equal(await send(9), 200)
})

test('failures with a passkey count like wrong passwords, and a locked account takes no passkey from that network', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { authenticator } = await withPasskey(api, ade)
  for (let attempt = 0; attempt < 3; attempt++) await signIn(api, ade.email, 'Guess-1')
  const options = await api.asNobody().call(startPasskeySignIn, {})
  for (let attempt = 0; attempt < 2; attempt++)
    assert.equal((await sendAssertion(api, authenticator.get(options, { isVerified: false }))).status, 400)
  assert.equal((await signInWithPasskey(api, authenticator)).status, 429)
  assert.equal((await signIn(api, ade.email, ade.password)).status, 429)
  api.forward(16 * 60_000)
  assert.equal((await signInWithPasskey(api, authenticator)).status, 200)
})

test('a confirmation by passkey is bound to its session and its user; the password no longer confirms', async (t) => {
  const api = await passkeyApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const { me, authenticator, passkey, recoveryCodes: codes } = await withPasskey(api, ade)
  const { authenticator: hers } = await withPasskey(api, bola)
  const other = api.as({ ...ade, token: (await signInWithPasskey(api, authenticator)).body.access_token })
  api.forward(6 * 60_000)
  const renewed = { id: ade.userId, passkeyId: passkey.id }
  await assert.rejects(me.call(removePasskey, renewed), { code: 'confirmation_required' })
  await assert.rejects(me.call(confirmUser, { password: ade.password }), { code: 'code_required' })

  const options = await me.call(startPasskeyConfirmation, {})
  assert.deepEqual(
    options.allowCredentials.map(({ id }) => id),
    [authenticator.credentialId],
  )
  await assert.rejects(other.call(confirmUser, { passkey: authenticator.get(options) }), rejected)
  await assert.rejects(api.as(bola).call(confirmUser, { passkey: authenticator.get(options) }), rejected)
  await assert.rejects(me.call(confirmUser, { passkey: hers.get(options) }), rejected)
  const signed = authenticator.get(options)
  await me.call(confirmUser, { passkey: signed })
  await assert.rejects(me.call(confirmUser, { passkey: signed }), rejected)
  await assert.rejects(other.call(removePasskey, renewed), { code: 'confirmation_required' })
  await other.call(confirmUser, { code: codes[3]! })
  await me.call(removePasskey, renewed)
  assert.equal((await signInWithPasskey(api, authenticator)).status, 400)
})

test('five rejected confirmations end the attempts for 15 minutes', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { me, authenticator } = await withPasskey(api, ade)
  const sign = async (isVerified: boolean) => ({
    passkey: authenticator.get(await me.call(startPasskeyConfirmation, {}), { isVerified }),
  })
  for (let attempt = 0; attempt < 5; attempt++) await assert.rejects(me.call(confirmUser, await sign(false)), rejected)
  await assert.rejects(me.call(confirmUser, await sign(true)), { status: 429 })
  api.forward(16 * 60_000)
  await me.call(confirmUser, await sign(true))
})

test('a registration is rejected for another origin or session, an old challenge, an unverified user, or a passkey that is known', async (t) => {
  const api = await passkeyApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const me = api.as(ade)
  await me.call(confirmUser, { password: ade.password })
  const authenticator = createAuthenticator(passkeyOrigin)
  const start = () => me.call(startPasskey, {})
  const add = (credential: ReturnType<typeof authenticator.create>, by = me) =>
    by.call(addPasskey, { name: 'Key', credential })
  const options = await start()
  assert.deepEqual([options.rp, options.attestation], [{ id: 'dashboard.example', name: 'Adire' }, 'none'])
  await assert.rejects(add(authenticator.create(options, { origin: 'https://evil.example' })), rejected)
  // The rejected response has used the challenge up.
  await assert.rejects(add(authenticator.create(options)), rejected)
  await assert.rejects(add(authenticator.create(await start(), { isVerified: false })), rejected)
  await assert.rejects(add(authenticator.create(await start(), { rpId: 'evil.example' })), rejected)
  const replaced = authenticator.create(await start())
  const current = authenticator.create(await start())
  await assert.rejects(add(replaced), rejected)
  await api.as(bola).call(confirmUser, { password: bola.password })
  await assert.rejects(add(current, api.as(bola)), rejected)
  const raced = await Promise.allSettled([add(current), add(current)])
  assert.deepEqual(raced.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const again = authenticator.create(await api.as(bola).call(startPasskey, {}))
  await assert.rejects(add(again, api.as(bola)), rejected)
  api.forward(4 * 60_000)
  await me.call(confirmUser, { code: 'x' }).catch(() => undefined)
  const late = createAuthenticator(passkeyOrigin).create(await start())
  api.forward(5 * 60_000 + 1)
  await assert.rejects(add(late), { code: 'confirmation_required' })
})

test('a user has at most ten passkeys, also with two requests at once', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { me, authenticator, recoveryCodes: codes } = await withPasskey(api, ade)
  const other = api.as({ ...ade, token: (await signInWithPasskey(api, authenticator)).body.access_token })
  await other.call(confirmUser, { code: codes[0]! })
  const make = async (by: typeof me) => ({
    name: 'Key',
    credential: createAuthenticator(passkeyOrigin).create(await by.call(startPasskey, {})),
  })
  for (let count = 1; count < passkeysMaximum - 1; count++) await me.call(addPasskey, await make(me))
  const last = [await make(me), await make(other)] as const
  const raced = await Promise.allSettled([me.call(addPasskey, last[0]), other.call(addPasskey, last[1])])
  assert.deepEqual(raced.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(me.call(startPasskey, {}), { status: 409, code: 'passkeys_full' })
})

test('passkeys of another user cannot be seen, renamed or removed; a rename is audited', async (t) => {
  const api = await passkeyApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const { passkey, me } = await withPasskey(api, ade)
  const other = api.as(bola)
  await other.call(confirmUser, { password: bola.password })
  for (const id of [ade.userId, bola.userId]) {
    await assert.rejects(other.call(renamePasskey, { id, passkeyId: passkey.id, name: 'Mine' }), { status: 404 })
    await assert.rejects(other.call(removePasskey, { id, passkeyId: passkey.id }), { status: 404 })
  }
  await assert.rejects(other.call(listPasskeys, { id: ade.userId }), { status: 404 })
  assert.equal((await me.call(renamePasskey, { id: ade.userId, passkeyId: passkey.id, name: 'Desk' })).name, 'Desk')
  assert.ok((await auditOf(api, ade.userId)).includes('passkey.renamed'))
})

test('an operator removes the passkeys of a user who lost them; sessions end, and the password signs in', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const { me, authenticator } = await withPasskey(api, ade)
  const done = await runOperator(api, 'user', 'remove-two-factor', ade.email, '--reason', 'Lost her phone')
  assert.equal(done.code, 0, done.text)
  assert.equal((await signInWithPasskey(api, authenticator)).status, 400)
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
  const codes = await api.runtime.database.read((tx) => tx.$count(recoveryCodes, eq(recoveryCodes.userId, ade.userId)))
  assert.equal(codes, 0)
  const again = await runOperator(api, 'user', 'remove-two-factor', ade.email, '--reason', 'Again')
  assert.equal(again.code, 1)
  assert.ok(me)
})

test('the team sees who has a second factor, by app or by passkey', async (t) => {
  const api = await passkeyApp(t)
  const ade = await api.createUser('Ade')
  const isOn = async () => (await api.as(ade).call(listTeamMembers, {})).content[0]!.twoFactor
  assert.equal(await isOn(), false)
  await withPasskey(api, ade)
  assert.equal(await isOn(), true)
})

test('passkeys need https and a domain, or this machine: elsewhere the error names the reason', async (t) => {
  const options = async (publicUrl: string) => {
    const api = await testApp(t, { PUBLIC_URL: publicUrl })
    return api.asNobody().call(startPasskeySignIn, {})
  }
  for (const address of ['http://pay.example', 'http://192.168.1.5:3000', 'https://192.168.1.5'])
    await assert.rejects(options(address), { status: 409, code: 'passkeys_unavailable' }, address)
  assert.equal((await options('http://127.0.0.1:3000')).rpId, 'localhost')
  assert.equal((await options('https://pay.example/')).rpId, 'pay.example')
})

test('challenges that nobody used are purged after they expired', async (t) => {
  const api = await passkeyApp(t)
  await api.asNobody().call(startPasskeySignIn, {})
  const stored = () => api.runtime.database.read((tx) => tx.$count(passkeyChallenges))
  await runNow(api.runtime, 'purge-expired')
  assert.equal(await stored(), 1)
  api.forward(6 * 60_000)
  await runNow(api.runtime, 'purge-expired')
  assert.equal(await stored(), 0)
})
