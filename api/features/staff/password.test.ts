import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  changeStaffPassword,
  deactivateStaff,
  endOtherStaffSessions,
  endStaffSession,
  getStaffPerson,
  inviteStaff,
  listStaffSessions,
  reactivateStaff,
  requestStaffReset,
  resendStaffInvitation,
  resetStaffPassword,
  signInStaff,
  viewStaffInvitation,
} from '@adire/contract/back-office/staff.ts'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { startWorker } from '../../jobs/worker.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { asStaff, createStaff, staffPassword, type TestStaff } from '../../testing/staff.ts'

const newPassword = 'Indigo-2026'
const twice = { newPassword, confirmPassword: newPassword }

/** Signs in with the next code of the app, from a browser. Returns the response. */
async function signInFrom(api: TestApp, person: TestStaff, password: string, userAgent: string) {
  api.forward(60_000)
  const code = new TOTP({ secret: Secret.fromBase32(person.appSecret) }).generate({
    timestamp: api.runtime.clock().getTime(),
  })
  const response = await fetch(`${api.url}/operator/api/${signInStaff.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: person.email, password, code }),
  })
  return { status: response.status, body: (await response.json()) as { accessToken?: string; code?: string } }
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'

/** The link of the last email. A minute has passed since the one before. */
async function resetTokenOf(api: TestApp, { email }: TestStaff): Promise<string | undefined> {
  api.forward(60_000)
  await asStaff(api)(requestStaffReset, { email })
  await api.drain()
  const mails = await mailsTo(api, email)
  const found = mails.flatMap((mail) => /\/operator\/reset-password\/([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? [])
  return found.at(-1)
}

test('a person changes their password, which ends their other sessions', async (t) => {
  const api = await testApp(t)
  const person = await createStaff(api, 'finance')
  const call = asStaff(api, person)
  const other = await signInFrom(api, person, staffPassword, firefox)
  assert.equal(other.status, 200)
  const theirs = asStaff(api, { token: other.body.accessToken! })
  await assert.rejects(
    call(changeStaffPassword, { currentPassword: 'Wrong-horse-1', ...twice }),
    errorWith(422, 'wrong_password', 'currentPassword'),
  )
  await call(changeStaffPassword, { currentPassword: staffPassword, ...twice })
  assert.equal((await call(getStaffPerson, {})).id, person.id)
  await assert.rejects(theirs(getStaffPerson, {}), errorWith(401, 'unauthenticated'))
  assert.equal((await signInFrom(api, person, staffPassword, firefox)).body.code, 'invalid_grant')
  assert.equal((await signInFrom(api, person, newPassword, firefox)).status, 200)
  await api.drain()
  assert.match(JSON.stringify(await mailsTo(api, person.email)), /Your password was changed/)
  for (let attempt = 0; attempt < 5; attempt++)
    await assert.rejects(
      call(changeStaffPassword, { currentPassword: 'Wrong-horse-1', ...twice }),
      errorWith(422, 'wrong_password'),
    )
  await assert.rejects(
    call(changeStaffPassword, { currentPassword: newPassword, ...twice }),
    errorWith(429, 'too_many_attempts'),
  )
})

test('a forgotten password is reset by a link, once, and the second factor stays', async (t) => {
  const api = await testApp(t)
  const person = await createStaff(api, 'support')
  const visitor = asStaff(api)
  await visitor(requestStaffReset, { email: 'nobody@provider.example' })
  const first = (await resetTokenOf(api, person))!
  const token = (await resetTokenOf(api, person))!
  const notValid = errorWith(422, 'invitation_not_valid')
  await assert.rejects(visitor(resetStaffPassword, { token: first, ...twice }), notValid, 'only the last link works')
  assert.deepEqual(await visitor(resetStaffPassword, { token, ...twice }), { email: person.email })
  await assert.rejects(visitor(resetStaffPassword, { token, ...twice }), notValid)
  await assert.rejects(asStaff(api, person)(getStaffPerson, {}), errorWith(401, 'unauthenticated'))

  const withoutCode = await visitor(signInStaff, { email: person.email, password: newPassword })
  assert.deepEqual(withoutCode, { step: 'code', passkeys: false })
  assert.equal((await signInFrom(api, person, newPassword, chrome)).status, 200)
})

test('links for a new password and invitations are emailed at most once a minute, however often they are requested', async (t) => {
  const api = await testApp(t)
  const admin = asStaff(api, await createStaff(api, 'admin'))
  const person = await createStaff(api, 'support')
  api.stopClock(api.runtime.clock())
  const invited = 'bola@provider.example'
  const countMails = async () => [(await mailsTo(api, person.email)).length, (await mailsTo(api, invited)).length]
  const request = async () => {
    for (let times = 0; times < 2; times++) await asStaff(api)(requestStaffReset, { email: person.email })
    const { id } = await admin(inviteStaff, { email: invited, role: 'support' })
    await admin(resendStaffInvitation, { id })
  }
  const waitUntil = await emailWorker(t, api)
  for (const sent of [1, 2]) {
    await request()
    await waitUntil(async () => (await countMails()).every((mails) => mails >= sent))
    assert.deepEqual(await countMails(), [sent, sent])
    api.forward(60_000)
  }
})

test('an invitation that was taken back can be emailed again at once, with a link that works', async (t) => {
  const api = await testApp(t)
  const admin = asStaff(api, await createStaff(api, 'admin'))
  const email = 'bola@provider.example'
  api.stopClock(api.runtime.clock())
  const waitUntil = await emailWorker(t, api)
  const { id } = await admin(inviteStaff, { email, role: 'support' })
  await waitUntil(async () => (await mailsTo(api, email)).length === 1)
  await admin(deactivateStaff, { id })
  await admin(reactivateStaff, { id })
  await admin(resendStaffInvitation, { id })
  await waitUntil(async () => (await mailsTo(api, email)).length === 2)
  const areOpen = (await mailsTo(api, email)).map(async ({ text }) => {
    const [, token = ''] = /\/invitation\/([\w-]+)/.exec(text) ?? []
    return (await asStaff(api)(viewStaffInvitation, { token })).isOpen
  })
  assert.deepEqual((await Promise.all(areOpen)).toSorted(), [false, true])
})

/** Starts a worker. Returns how to wait until emails were sent, and no more wait. */
async function emailWorker(t: TestContext, api: TestApp) {
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  const deadline = Date.now() + 60_000
  return async (areSent: () => Promise<boolean>) => {
    while (!(await areSent()) || (await hasJobs(api))) {
      assert.ok(Date.now() < deadline, 'the emails arrive')
      await pause(50)
    }
  }
}

/** Whether emails of the staff wait to be sent. */
const hasJobs = ({ runtime }: TestApp) =>
  runtime.database.read(async (tx) => {
    const { rows } = await tx.execute<{ jobs: number }>(sql`
      select (select count(*) from outbox where job like 'mail-staff%')::int
        + (select count(*) from pgboss.job where name like 'mail-staff%' and state < 'completed')::int as jobs`)
    return rows[0]!.jobs > 0
  })

test('a link for a new password ends after an hour, with the account, and works once if it is used twice at once', async (t) => {
  const api = await testApp(t)
  const admin = await createStaff(api, 'admin')
  const person = await createStaff(api, 'support')
  const visitor = asStaff(api)
  const notValid = errorWith(422, 'invitation_not_valid')
  const late = (await resetTokenOf(api, person))!
  api.forward(3_600_001)
  await assert.rejects(visitor(resetStaffPassword, { token: late, ...twice }), notValid)

  const token = (await resetTokenOf(api, person))!
  const outcomes = await Promise.allSettled([1, 2].map(() => visitor(resetStaffPassword, { token, ...twice })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)

  const unused = (await resetTokenOf(api, person))!
  await asStaff(api, admin)(deactivateStaff, { id: person.id })
  await assert.rejects(visitor(resetStaffPassword, { token: unused, ...twice }), notValid)
})

test('a person sees and ends their sessions, and nobody else does', async (t) => {
  const api = await testApp(t)
  const person = await createStaff(api, 'risk')
  const colleague = await createStaff(api, 'admin')
  const call = asStaff(api, person)
  const [firefoxToken, chromeToken] = [
    (await signInFrom(api, person, staffPassword, firefox)).body.accessToken!,
    (await signInFrom(api, person, staffPassword, chrome)).body.accessToken!,
  ]
  const { content } = await call(listStaffSessions, {})
  assert.deepEqual(
    content.map(({ device, isCurrent }) => `${device} ${isCurrent}`),
    ['Chrome on Windows false', 'Firefox on Linux false', 'Unknown device true'],
  )
  const [onChrome] = content
  await assert.rejects(
    asStaff(api, colleague)(endStaffSession, { id: onChrome!.id }),
    errorWith(404, 'session_not_found'),
  )
  await call(endStaffSession, { id: onChrome!.id })
  await assert.rejects(asStaff(api, { token: chromeToken })(getStaffPerson, {}), errorWith(401, 'unauthenticated'))
  await assert.rejects(call(endStaffSession, { id: onChrome!.id }), errorWith(404, 'session_not_found'))
  assert.equal((await asStaff(api, { token: firefoxToken })(getStaffPerson, {})).id, person.id)
  await call(endOtherStaffSessions, {})
  await assert.rejects(asStaff(api, { token: firefoxToken })(getStaffPerson, {}), errorWith(401, 'unauthenticated'))
  assert.equal((await call(listStaffSessions, {})).content.length, 1)
})

test('a sign-in from a new browser is emailed, from a known one not', async (t) => {
  const api = await testApp(t)
  const person = await createStaff(api, 'risk')
  await signInFrom(api, person, staffPassword, firefox)
  await signInFrom(api, person, staffPassword, firefox.replaceAll('130', '131'))
  await api.drain()
  const mails = JSON.stringify(await mailsTo(api, person.email))
  assert.equal(mails.match(/Back office: Sign-in from a new device/g)?.length, 1)
  assert.match(mails, /Firefox on Linux/)
})
