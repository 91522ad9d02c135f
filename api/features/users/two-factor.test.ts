import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeRequired, codeWrong } from '@adire/contract/auth.ts'
import type { CallError } from '@adire/contract/call.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import {
  confirmUser,
  disableTwoFactor,
  enableTwoFactor,
  getUser,
  renewRecoveryCodes,
  startTwoFactor,
} from '@adire/contract/users.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runOperator } from '../../testing/operator.ts'
import { readEmails, signIn } from '../../testing/sign-in.ts'
import type { TestUser } from '../../testing/users.ts'
import { auditEvents } from '../audit/tables.ts'
import { recoveryCodes, sessions, users } from '../auth/tables.ts'

/** The codes of an authenticator app: the current one, or the one some steps of 30 seconds later. */
const createAuthenticator = (api: TestApp, secret: string) => (steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.runtime.clock().getTime() + steps * 30_000,
  })

/** Turns two-factor authentication on in a 30-second step, at which the clock stops; the next code is that of the next step. */
async function withTwoFactor(api: TestApp, who: TestUser) {
  api.stopClock(api.runtime.clock())
  const me = api.as(who)
  await me.call(confirmUser, { password: who.password })
  const { secret, otpauthUrl } = await me.call(startTwoFactor, {})
  const codeIn = createAuthenticator(api, secret)
  const { recoveryCodes } = await me.call(enableTwoFactor, { code: codeIn(0) })
  return { me, secret, otpauthUrl, codeIn, recoveryCodes }
}

test('two-factor authentication is set up with an app: confirmation, one right code, ten recovery codes', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await assert.rejects(api.as(ade).call(startTwoFactor, {}), { status: 403, code: 'confirmation_required' })
  const { me, otpauthUrl, secret, recoveryCodes: codes } = await withTwoFactor(api, ade)
  assert.match(otpauthUrl, /^otpauth:\/\/totp\/Adire:/)
  assert.equal(new URL(otpauthUrl).searchParams.get('secret'), secret)
  assert.equal(new Set(codes).size, 10)
  const user = await me.call(getUser, { id: ade.userId })
  assert.deepEqual([user.twoFactor, user.recoveryCodesLeft], [true, 10])
  await assert.rejects(me.call(startTwoFactor, {}), { status: 409 })

  const stored = await api.runtime.database.read(async (tx) => ({
    users: await tx.select().from(users),
    codes: await tx.select().from(recoveryCodes),
    events: await tx.select().from(auditEvents),
  }))
  const text = JSON.stringify(stored)
  for (const hidden of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
    assert.ok(!text.includes(hidden))
  await api.drain()
  assert.equal((await readEmails(api, /Two-factor authentication was turned on/)).length, 1)
})

test('two-factor authentication is off until the first right code, and a new setup replaces the unfinished one', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const me = api.as(ade)
  await assert.rejects(me.call(enableTwoFactor, { code: '123456' }), { status: 409 })
  await me.call(confirmUser, { password: ade.password })
  const first = await me.call(startTwoFactor, {})
  const second = await me.call(startTwoFactor, {})
  await assert.rejects(me.call(enableTwoFactor, { code: createAuthenticator(api, first.secret)(0) }), { status: 422 })
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
  await me.call(enableTwoFactor, { code: createAuthenticator(api, second.secret)(0) })
  assert.equal((await signIn(api, ade.email, ade.password)).status, 400)
})

test('sign-in then requires a code, and says so only after the right password', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { codeIn, recoveryCodes: codes, me } = await withTwoFactor(api, ade)
  const wrong = await signIn(api, ade.email, 'Guess-1')
  const nobody = await signIn(api, 'nobody@example.com', 'Guess-1')
  const withCode = await signIn(api, ade.email, 'Guess-1', { code: codeIn(1) })
  assert.deepEqual([wrong.status, wrong.body], [nobody.status, nobody.body])
  assert.deepEqual(withCode.body, nobody.body)

  const challenged = await signIn(api, ade.email, ade.password)
  assert.deepEqual([challenged.status, challenged.body.error], [400, codeRequired])
  const rejected = await signIn(api, ade.email, ade.password, { code: '000000' })
  assert.deepEqual([rejected.status, rejected.body.error], [400, codeWrong])
  assert.equal((await signIn(api, ade.email, ade.password, { code: codeIn(1) })).status, 200)

  const byRecovery = await signIn(api, ade.email, ade.password, { code: ` ${codes[0]!.toUpperCase()} ` })
  assert.equal(byRecovery.status, 200)
  assert.equal((await me.call(getUser, { id: ade.userId })).recoveryCodesLeft, 9)
  const [notification] = (await me.call(listNotifications, {})).content
  assert.deepEqual([notification?.kind, notification?.title], ['security', 'A recovery code was used'])
  assert.equal((await signIn(api, ade.email, ade.password, { code: codes[0]! })).body.error, codeWrong)
})

test('no code works twice: not again, not at another endpoint, and not an older one', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { codeIn, me } = await withTwoFactor(api, ade)
  // The code that turned it on does not work again.
  assert.equal((await signIn(api, ade.email, ade.password, { code: codeIn(0) })).body.error, codeWrong)
  const next = codeIn(1)
  const raced = await Promise.all([1, 2, 3].map(() => signIn(api, ade.email, ade.password, { code: next })))
  assert.equal(raced.filter(({ status }) => status === 200).length, 1)
  await assert.rejects(me.call(confirmUser, { code: next }), { status: 422 })
})

test('a code of two steps before or after is rejected', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { codeIn, me } = await withTwoFactor(api, ade)
  api.forward(5 * 60_000)
  for (const steps of [-2, 2]) await assert.rejects(me.call(confirmUser, { code: codeIn(steps) }), { status: 422 })
  await me.call(confirmUser, { code: codeIn(-1) })
  await me.call(confirmUser, { code: codeIn(1) })
})

test('guesses of codes stop after five, from any address, and a right password gives no new attempts', async (t) => {
  const api = await testApp(t, { TRUST_PROXY: '1' })
  const ade = await api.createUser('Ade')
  const { codeIn, recoveryCodes: codes, me } = await withTwoFactor(api, ade)
  const guessFrom = async (ip: string, code: string) => {
    const response = await fetch(`${api.url}/test/core/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('web:adire-web-client')}`, 'x-forwarded-for': ip },
      body: new URLSearchParams({ grant_type: 'password', username: ade.email, password: ade.password, code }),
    })
    return response.status
  }
  const statuses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => guessFrom(`10.0.0.${index}`, String(100_000 + index))),
  )
  assert.equal(statuses.filter((status) => status === 400).length, 5)
  assert.equal(statuses.filter((status) => status === 429).length, 7)
  assert.equal(await guessFrom('10.0.1.1', codeIn(1)), 429)
  assert.equal(await guessFrom('10.0.1.1', codes[0]!), 429)
  await assert.rejects(me.call(confirmUser, { code: codeIn(1) }), { status: 429 })
  api.forward(16 * 60_000)
  assert.equal(await guessFrom('10.0.1.1', codeIn(0)), 200)
})

test('wrong codes count like wrong passwords, and a request without a code does not reset the count', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await withTwoFactor(api, ade)
  for (let attempt = 0; attempt < 4; attempt++) await signIn(api, ade.email, 'Guess-1')
  assert.equal((await signIn(api, ade.email, ade.password)).body.error, codeRequired)
  assert.equal((await signIn(api, ade.email, ade.password, { code: '000000' })).body.error, codeWrong)
  assert.equal((await signIn(api, ade.email, ade.password)).status, 429)
})

test('with two-factor authentication, a confirmation requires a code: the password alone is rejected', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { codeIn, me } = await withTwoFactor(api, ade)
  api.forward(6 * 60_000)
  await assert.rejects(me.call(disableTwoFactor, {}), { status: 403, code: 'confirmation_required' })
  await assert.rejects(me.call(confirmUser, { password: ade.password }), (error: CallError) => {
    return error.status === 422 && error.fields[0]!.field === 'code'
  })
  await assert.rejects(me.call(disableTwoFactor, {}), { status: 403 })
  await me.call(confirmUser, { code: codeIn(0) })
  await me.call(disableTwoFactor, {})
  await assert.rejects(me.call(disableTwoFactor, {}), { status: 409 })
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
  const user = await me.call(getUser, { id: ade.userId })
  assert.deepEqual([user.twoFactor, user.recoveryCodesLeft], [false, 0])
})

test('a confirmation is valid for its own session, with the right password, for five minutes', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const elsewhere = (await signIn(api, ade.email, ade.password)).body.access_token
  await assert.rejects(api.as(ade).call(confirmUser, { password: 'Guess-1' }), { status: 422 })
  await assert.rejects(api.as(ade).call(confirmUser, {}), { status: 422 })
  await api.as(ade).call(confirmUser, { password: ade.password })
  await assert.rejects(api.as({ ...ade, token: elsewhere }).call(startTwoFactor, {}), { status: 403 })
  await assert.rejects(api.as(bola).call(startTwoFactor, {}), { status: 403 })
  api.forward(5 * 60_000 + 1)
  await assert.rejects(api.as(ade).call(startTwoFactor, {}), { status: 403 })
  const confirmed = await api.runtime.database.read((tx) =>
    tx.select().from(sessions).where(eq(sessions.userId, bola.userId)),
  )
  assert.ok(confirmed.every(({ confirmedAt }) => confirmedAt === null))
})

test('a confirmation ends with its session at once, also if another process has ended that', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { call } = api.as(ade)
  await call(confirmUser, { password: ade.password })
  await call(startTwoFactor, {})
  await api.runtime.database.write((tx) => tx.update(sessions).set({ endedAt: api.runtime.clock() }))
  await assert.rejects(call(startTwoFactor, {}), { status: 403, code: 'confirmation_required' })
})

test('new recovery codes replace the old ones', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { me, recoveryCodes: before } = await withTwoFactor(api, ade)
  const { recoveryCodes: after } = await me.call(renewRecoveryCodes, {})
  assert.equal((await signIn(api, ade.email, ade.password, { code: before[1]! })).body.error, codeWrong)
  assert.equal((await signIn(api, ade.email, ade.password, { code: after[1]! })).status, 200)
})

test('a recovery code works for its own user only', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const { recoveryCodes: codes } = await withTwoFactor(api, ade)
  await withTwoFactor(api, bola)
  assert.equal((await signIn(api, bola.email, bola.password, { code: codes[0]! })).body.error, codeWrong)
})

test('an operator removes the two-factor authentication of a user without device: sessions end, the user is emailed, the audit log has it', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { me } = await withTwoFactor(api, ade)
  const bola = await api.createUser('Bola')
  const other = await withTwoFactor(api, bola)
  const remove = (email: string, ...more: string[]) => runOperator(api, 'user', 'remove-two-factor', email, ...more)

  assert.equal((await remove(ade.email)).code, 2)
  const unknown = await remove('nobody@example.com', '--reason', 'Lost')
  assert.deepEqual([unknown.code, unknown.text], [1, '✗ There is no such user\n'])
  assert.equal((await me.call(getUser, { id: ade.userId })).twoFactor, true)

  const done = await remove(ade.email.toUpperCase(), '--reason', 'Her phone was stolen', '--as', 'Chidi')
  assert.equal(done.code, 0, done.text)
  const stored = await api.runtime.database.read(async (tx) => ({
    user: (await tx.select().from(users).where(eq(users.id, ade.userId)))[0]!,
    codes: await tx.$count(recoveryCodes, eq(recoveryCodes.userId, ade.userId)),
    open: await tx.$count(sessions, and(eq(sessions.userId, ade.userId), isNull(sessions.endedAt))),
    events: await tx.select().from(auditEvents).where(eq(auditEvents.userId, ade.userId)),
  }))
  assert.deepEqual([stored.user.totpEnabledAt, stored.user.totpSecret, stored.codes, stored.open], [null, null, 0, 0])
  const removed = stored.events.find(({ action }) => action === 'two_factor.disabled')
  assert.deepEqual([removed?.actorKind, removed?.object], ['operator', 'Her phone was stolen'])
  assert.match(removed!.actorName, /^Chidi \(.+\)$/)
  await api.drain()
  assert.deepEqual(
    (await readEmails(api, /We turned off two-factor authentication/)).map(({ to }) => to),
    [ade.email],
  )
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
  assert.equal((await other.me.call(getUser, { id: bola.userId })).twoFactor, true)
  assert.equal((await remove(ade.email, '--reason', 'Again')).code, 1)
})
