import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import {
  changePassword,
  forgotPassword,
  getUser,
  listSessions,
  resendVerificationEmail,
  resetPassword,
  validatePassword,
  verifyEmail,
} from '@adire/contract/users.ts'
import argon2 from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { readEmails, requestToken, signIn } from '../../testing/sign-in.ts'
import { testPassword } from '../../testing/users.ts'
import { auditEvents } from '../audit/tables.ts'
import { sessions } from '../auth/tables.ts'
import { notifications } from '../notifications/tables.ts'

const fresh = { newPassword: 'Fresh-start-9', confirmPassword: 'Fresh-start-9' }

test('validate-password says whether the password is the current one, and stops after five wrong attempts [S7.1-08]', async (t) => {
  const api = await testApp(t)
  const ade = api.as(await api.createUser('Ade'))
  assert.equal(await ade.call(validatePassword, { currentPassword: testPassword }), undefined)
  for (let attempt = 0; attempt < 5; attempt++)
    await assert.rejects(
      ade.call(validatePassword, { currentPassword: 'Guess-1' }),
      (error: CallError) => error.status === 422 && error.fields[0]!.field === 'currentPassword',
    )
  await assert.rejects(ade.call(validatePassword, { currentPassword: testPassword }), { status: 429 })
  await assert.rejects(ade.call(changePassword, { currentPassword: testPassword, ...fresh }), { status: 429 })
  api.forward(16 * 60_000)
  await ade.call(validatePassword, { currentPassword: testPassword })
})

test('a hundred concurrent guesses do not bypass the limit of five attempts', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const guess = () => api.as(ade).call(validatePassword, { currentPassword: 'Guess-1' })
  const results = await Promise.allSettled(Array.from({ length: 40 }, guess))
  const statuses = results.map((result) => (result as PromiseRejectedResult).reason.status)
  assert.equal(statuses.filter((status) => status === 422).length, 5)
  const signInResults = await Promise.all(Array.from({ length: 40 }, () => signIn(api, ade.email, 'Guess-1')))
  assert.equal(signInResults.filter(({ status }) => status === 400).length, 5)
})

test('changing the password ends all other sessions at once and notifies the user, and the old password does not work [S7.1-07]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const other = (await signIn(api, ade.email, ade.password)).body
  const elsewhere = api.as({ ...ade, token: other.access_token })
  await elsewhere.call(getUser, { id: ade.userId })
  await api.asClient().call(forgotPassword, { email: ade.email })
  await api.drain()

  await api.as(ade).call(changePassword, { currentPassword: ade.password, ...fresh })
  await assert.rejects(elsewhere.call(getUser, { id: ade.userId }), { status: 401 })
  const renewed = await requestToken(api, { grant_type: 'refresh_token', refresh_token: other.refresh_token })
  assert.equal(renewed.status, 400)
  assert.equal((await api.as(ade).call(listSessions, { id: ade.userId })).content.length, 1)
  assert.equal((await signIn(api, ade.email, ade.password)).status, 400)
  assert.equal((await signIn(api, ade.email, fresh.newPassword)).status, 200)

  const ended = await api.runtime.database.read((tx) =>
    tx.select().from(sessions).where(eq(sessions.endReason, 'password_changed')),
  )
  assert.equal(ended.length, 1)
  await api.drain()
  assert.equal((await readEmails(api, /^Your password was changed/))[0]!.to, ade.email)
  const notified = await api.runtime.database.read((tx) =>
    tx.select().from(notifications).where(eq(notifications.userId, ade.userId)),
  )
  assert.ok(notified.some(({ kind, title }) => kind === 'security' && title === 'Your password was changed'))
  // The link emailed before the change no longer works.
  const mailed = (await readEmails(api, /Choose/))[0]!.text.match(/reset-password\/(\S+)/)![1]!
  const again = { token: mailed, newPassword: 'Taken-over-1', confirmPassword: 'Taken-over-1' }
  await assert.rejects(api.asClient().call(resetPassword, again), { status: 422, code: 'token_not_valid' })
})

test('an invalid change is rejected at its field, with the specified messages [S5-05] [S5-07]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const expectRejected = async (change: object) => {
    const error = await api
      .as(ade)
      .call(changePassword, { currentPassword: ade.password, ...fresh, ...change })
      .catch((error: CallError) => error)
    assert.ok(error instanceof CallError)
    return [error.status, error.fields[0]!.field, error.fields[0]!.message]
  }
  assert.deepEqual(await expectRejected({ currentPassword: '' }), [400, 'currentPassword', messages.required])
  assert.deepEqual(await expectRejected({ currentPassword: 'ab' }), [
    400,
    'currentPassword',
    'This field must be at least 3 characters long',
  ])
  assert.deepEqual(await expectRejected({ newPassword: '' }), [400, 'newPassword', 'This field must not be empty!'])
  assert.deepEqual(await expectRejected({ newPassword: 'only-letters', confirmPassword: 'only-letters' }), [
    400,
    'newPassword',
    'Password Must be alphanumeric e.g @!Afu/12.',
  ])
  assert.deepEqual(await expectRejected({ newPassword: 'abc1', confirmPassword: 'abc1' }), [
    400,
    'newPassword',
    'This field must be at least 8 characters long',
  ])
  assert.deepEqual(await expectRejected({ confirmPassword: 'Fresh-start-8' }), [
    400,
    'confirmPassword',
    'New Password and confirm password must match',
  ])
  assert.deepEqual((await expectRejected({ currentPassword: 'abc' })).slice(0, 2), [422, 'currentPassword'])
  assert.deepEqual((await expectRejected({ newPassword: ade.password, confirmPassword: ade.password })).slice(0, 2), [
    422,
    'newPassword',
  ])
  assert.equal((await signIn(api, ade.email, ade.password)).status, 200)
})

test('a sign-in with the old password during the change gets no session', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const signIns = Array.from({ length: 8 }, () => signIn(api, ade.email, ade.password))
  await Promise.all([api.as(ade).call(changePassword, { currentPassword: ade.password, ...fresh }), ...signIns])
  const { content } = await api.as(ade).call(listSessions, { id: ade.userId })
  assert.deepEqual(
    content.map(({ isCurrent }) => isCurrent),
    [true],
  )
})

test('of two concurrent changes one succeeds', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const change = (newPassword: string) =>
    api.as(ade).call(changePassword, { currentPassword: ade.password, newPassword, confirmPassword: newPassword })
  const results = await Promise.allSettled([change('Fresh-start-1'), change('Fresh-start-2')])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('requests without sign-in are limited alike for a known and an unknown email [S7.1-05]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const resultsFor = async (email: string, endpoint: typeof forgotPassword | typeof resendVerificationEmail) => {
    const results: unknown[] = []
    for (let times = 0; times < 6; times++)
      results.push(
        await api
          .asClient()
          .call(endpoint, { email })
          .catch(({ status, code, message }: CallError) => ({ status, code, message })),
      )
    return results
  }
  for (const endpoint of [forgotPassword, resendVerificationEmail]) {
    const known = await resultsFor(ade.email, endpoint)
    assert.deepEqual(known, await resultsFor('nobody@example.com', endpoint))
    assert.deepEqual(known.slice(0, 5), Array(5).fill(undefined))
    assert.equal((known[5] as CallError).status, 429)
    assert.match((known[5] as CallError).message, /wait 15 minutes/)
  }
})

test('a sign-in with an unknown email costs as much as a wrong password: one hash', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const hashes = t.mock.method(argon2, 'verify')
  for (const email of [ade.email, 'nobody@example.com']) {
    hashes.mock.resetCalls()
    assert.equal((await signIn(api, email, 'Guess-1')).status, 400)
    const [only, ...more] = hashes.mock.calls
    assert.equal(more.length, 0)
    const [, kind, version, cost] = String(only!.arguments[0]).split('$')
    assert.deepEqual([kind, version, cost], ['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  }
})

test('guesses of emailed tokens are limited by their network', async (t) => {
  const api = await testApp(t)
  const guess = () =>
    api
      .asClient()
      .call(verifyEmail, { token: 'guess' })
      .catch(({ status }: CallError) => status)
  const statuses: unknown[] = []
  // Few at once: requests that wait long for a connection get 503 on a busy machine.
  for (let batch = 0; batch < 60; batch++) statuses.push(...(await Promise.all(Array.from({ length: 5 }, guess))))
  assert.deepEqual(new Set(statuses), new Set([422]))
  assert.equal(await guess(), 429)
})

test('a password reset is in the audit log and emailed to the owner, and invalidates older links [S7.1-06]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await api.asClient().call(forgotPassword, { email: ade.email })
  api.forward(61_000)
  await api.asClient().call(forgotPassword, { email: ade.email })
  await api.drain()
  const [older, newer] = (await readEmails(api, /Choose/)).map(({ text }) => text.match(/reset-password\/(\S+)/)![1]!)
  await api.asClient().call(resetPassword, { token: newer!, ...fresh })
  await assert.rejects(api.asClient().call(resetPassword, { token: older!, ...fresh }), { status: 422 })
  await api.drain()
  assert.equal((await readEmails(api, /^Your password was reset/)).length, 1)
  const [event] = await api.runtime.database.read((tx) =>
    tx.select().from(auditEvents).where(eq(auditEvents.action, 'password.reset')),
  )
  assert.deepEqual([event!.userId, event!.merchantId, event!.actorName], [ade.userId, null, ade.email])
})
