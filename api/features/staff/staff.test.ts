import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  acceptStaffInvitation,
  changeStaffRole,
  deactivateStaff,
  getStaffPerson,
  inviteStaff,
  listStaff,
  reactivateStaff,
  resetStaffSecondFactor,
  staffLimits,
  viewStaffInvitation,
} from '@adire/contract/back-office/staff.ts'
import { checkStaffEvents, listStaffEvents } from '@adire/contract/back-office/staff-audit.ts'
import { Secret, TOTP } from 'otpauth'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { runOperator } from '../../testing/operator.ts'
import { asStaff, createStaff, staffPassword } from '../../testing/staff.ts'
import { staff } from './tables.ts'

type Body = Record<string, unknown>

/** A request of the session endpoints, with the cookie of a browser. */
async function session({ url }: TestApp, method: 'POST' | 'DELETE', path: string, body?: Body, headers = {}) {
  const response = await fetch(`${url}/operator/api/${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = (text ? JSON.parse(text) : {}) as Body & { accessToken?: string; code?: string; secret?: string }
  return { status: response.status, answer, setCookie: response.headers.get('set-cookie') }
}

const signIn = (api: TestApp, email: string, password: string, code?: string) =>
  session(api, 'POST', 'session', { email, password, ...(code !== undefined && { code }) })

const codeOf = (api: TestApp, secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.runtime.clock().getTime() + steps * 30_000,
  })

/** Invites at the command line and accepts: a person without a second factor. */
async function join(api: TestApp, role = 'admin', email = 'ngozi@provider.example') {
  const { text, code } = await runOperator(api, 'staff', 'invite', email, '--role', role)
  assert.equal(code, 0, text)
  const token = /\/operator\/invitation\/([\w-]+)/.exec(text)![1]!
  const visitor = asStaff(api)
  assert.deepEqual(await visitor(viewStaffInvitation, { token }), { isOpen: true, email, role })
  await visitor(acceptStaffInvitation, { token, name: 'Ngozi Eze', password: staffPassword })
  return { email, token, visitor }
}

/** Signs in for the first time and sets up the authenticator app. */
async function enrol(api: TestApp, email: string) {
  const { answer } = await signIn(api, email, staffPassword)
  const secret = answer.secret!
  const done = await signIn(api, email, staffPassword, codeOf(api, secret))
  assert.equal(done.status, 200)
  return { secret, token: done.answer.accessToken!, codes: done.answer.recoveryCodes as string[], ...done }
}

test('the first person is invited at the command line, and signs in only after setting up a second factor', async (t) => {
  const api = await testApp(t)
  const { email, token, visitor } = await join(api)
  await assert.rejects(
    visitor(acceptStaffInvitation, { token, name: 'Somebody', password: staffPassword }),
    errorWith(422, 'invitation_not_valid'),
  )
  assert.equal((await signIn(api, email, 'Wrong-horse-1')).answer.code, 'invalid_grant')
  const begun = await signIn(api, email, staffPassword)
  assert.equal(begun.answer.step, 'enrol')
  assert.equal(begun.setCookie, null)
  assert.equal(begun.answer.accessToken, undefined)
  const wrong = await signIn(api, email, staffPassword, '000000')
  assert.deepEqual([wrong.status, wrong.answer.code, wrong.setCookie], [400, 'invalid_code', null])
  const code = codeOf(api, begun.answer.secret!)
  const done = await signIn(api, email, staffPassword, code)
  assert.deepEqual([done.status, done.answer.step], [200, 'done'])
  assert.equal((done.answer.recoveryCodes as string[]).length, 10)
  assert.match(
    done.setCookie!,
    /^adire_staff=[\w-]{43}; Path=\/operator\/api\/session; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  )
  const me = await asStaff(api, { token: done.answer.accessToken! })(getStaffPerson, {})
  assert.deepEqual([me.name, me.role, me.permissions.length > 20], ['Ngozi Eze', 'admin', true])

  // From now on the code is asked for; one that was used is not accepted again.
  const again = await signIn(api, email, staffPassword)
  assert.deepEqual(again.answer, { step: 'code', passkeys: false })
  const used = await signIn(api, email, staffPassword, code)
  assert.equal(used.answer.code, 'invalid_code')
  const recovery = (done.answer.recoveryCodes as string[])[0]!
  assert.equal((await signIn(api, email, staffPassword, recovery)).answer.step, 'done')
  assert.equal((await signIn(api, email, staffPassword, recovery)).answer.code, 'invalid_code')
})

test('a session is renewed by its cookie, ends by signing out, after an hour without use, and after twelve hours', async (t) => {
  const api = await testApp(t)
  const { email } = await join(api)
  const { setCookie, token, codes } = await enrol(api, email)
  const cookieOf = (header: string | null) => ({ cookie: header!.split(';')[0]! })
  const renew = (cookie: object) => session(api, 'POST', 'session/renew', {}, cookie)
  assert.equal((await renew({})).status, 401)
  assert.equal((await renew(cookieOf(setCookie))).status, 200)
  assert.equal((await renew({ ...cookieOf(setCookie), 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await session(api, 'DELETE', 'session', undefined, cookieOf(setCookie))).status, 204)
  assert.equal((await renew(cookieOf(setCookie))).status, 401)
  await assert.rejects(asStaff(api, { token })(getStaffPerson, {}), errorWith(401, 'unauthenticated'))

  const second = await signIn(api, email, staffPassword, codes[0])
  api.forward(50 * 60_000)
  assert.equal((await renew(cookieOf(second.setCookie))).status, 200)
  api.forward(61 * 60_000)
  assert.equal((await renew(cookieOf(second.setCookie))).status, 401)

  const third = await signIn(api, email, staffPassword, codes[1])
  for (let times = 0; times < 14; times++) {
    api.forward(50 * 60_000)
    assert.equal((await renew(cookieOf(third.setCookie))).status, 200)
  }
  api.forward(50 * 60_000)
  assert.equal((await renew(cookieOf(third.setCookie))).status, 401)
})

test('guessing a password or a code of a person of the staff is limited', async (t) => {
  const api = await testApp(t)
  const { email } = await join(api)
  await signIn(api, email, staffPassword)
  for (let times = 0; times < 5; times++)
    assert.equal((await signIn(api, email, staffPassword, '000000')).answer.code, 'invalid_code')
  assert.equal((await signIn(api, email, staffPassword, '000000')).answer.code, 'too_many_attempts')
  api.forward(16 * 60_000)
  for (let times = 0; times < 5; times++)
    assert.equal((await signIn(api, email, `Wrong-${times}-horse`)).answer.code, 'invalid_grant')
  assert.equal((await signIn(api, email, staffPassword)).answer.code, 'too_many_attempts')
})

test('a back office that is full still changes the role of an invited person', async (t) => {
  const api = await testApp(t)
  const call = asStaff(api, await createStaff(api, 'admin'))
  const { id } = await call(inviteStaff, { email: 'bola@provider.example', role: 'finance' })
  await api.runtime.database.write((tx) =>
    tx.insert(staff).values(
      Array.from({ length: staffLimits.people - 2 }, (_, index) => ({
        email: `person-${index}@provider.example`,
        role: 'finance' as const,
        createdAt: api.runtime.clock(),
      })),
    ),
  )
  const full = errorWith(422, 'validation_error', 'email')
  await assert.rejects(call(inviteStaff, { email: 'chi@provider.example', role: 'finance' }), full)
  const changed = await call(inviteStaff, { email: 'bola@provider.example', role: 'reviewer' })
  assert.deepEqual([changed.id, changed.role], [id, 'reviewer'])
})

test('an admin invites, changes and deactivates people; nobody changes their own account, and the last admin stays', async (t) => {
  const api = await testApp(t)
  const admin = await createStaff(api, 'admin')
  const call = asStaff(api, admin)
  const invited = await call(inviteStaff, { email: 'Bola@provider.example', role: 'finance' })
  assert.deepEqual([invited.status, invited.role, invited.email], ['invited', 'finance', 'bola@provider.example'])
  await api.drain()
  const [mail] = await mailsTo(api, 'bola@provider.example')
  const token = /\/operator\/invitation\/([\w-]+)/.exec(JSON.stringify(mail))![1]!
  await asStaff(api)(acceptStaffInvitation, { token, name: 'Bola Ade', password: staffPassword })
  await assert.rejects(
    call(inviteStaff, { email: 'bola@provider.example', role: 'admin' }),
    errorWith(422, 'staff_exists', 'email'),
  )
  await assert.rejects(call(changeStaffRole, { id: admin.id, role: 'risk' }), errorWith(409, 'own_account'))
  await assert.rejects(call(deactivateStaff, { id: admin.id }), errorWith(409, 'own_account'))
  const last = await runOperator(api, 'staff', 'deactivate', admin.email)
  assert.equal(last.code, 1)
  assert.match(last.text, /last admin/)

  const other = await createStaff(api, 'reviewer')
  const theirs = asStaff(api, other)
  assert.equal((await theirs(getStaffPerson, {})).role, 'reviewer')
  await assert.rejects(theirs(listStaff, {}), errorWith(403, 'permission_missing'))
  await assert.rejects(theirs(changeStaffRole, { id: other.id, role: 'admin' }), errorWith(403, 'permission_missing'))
  await call(changeStaffRole, { id: other.id, role: 'admin' })
  assert.equal((await theirs(listStaff, {})).content.length, 3)
  const reset = await call(resetStaffSecondFactor, { id: other.id })
  assert.equal(reset.secondFactor, false)
  await assert.rejects(theirs(listStaff, {}), errorWith(401, 'unauthenticated'))
  assert.equal((await signIn(api, other.email, staffPassword)).answer.step, 'enrol')
  await call(deactivateStaff, { id: other.id })
  assert.equal((await signIn(api, other.email, staffPassword)).answer.code, 'staff_deactivated')
  await call(reactivateStaff, { id: other.id })
  assert.equal((await signIn(api, other.email, staffPassword)).answer.step, 'enrol')
})

test('two admins cannot deactivate each other at the same time', async (t) => {
  const api = await testApp(t)
  const [one, other] = [await createStaff(api, 'admin'), await createStaff(api, 'admin')]
  const outcomes = await Promise.allSettled([
    asStaff(api, one)(deactivateStaff, { id: other.id }),
    asStaff(api, other)(deactivateStaff, { id: one.id }),
  ])
  const people = (
    await api.runtime.database.read((tx) => tx.$client.query('select * from staff where deactivated_at is null'))
  ).rows
  assert.equal(people.length, 1)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('the audit log names who did what, and a changed byte in it is found', async (t) => {
  const api = await testApp(t)
  await runOperator(api, 'list')
  const { email } = await join(api)
  const { token } = await enrol(api, email)
  const call = asStaff(api, { token })
  const { content } = await call(listStaffEvents, {})
  const operator = content.at(-1)!.actor
  assert.equal(content.at(-1)!.object, 'list')
  assert.deepEqual(
    content.map(({ action, actor }) => [action, actor.replace(/ \(.*/, '')]),
    [
      ['session.started', 'Ngozi Eze'],
      ['second_factor.enabled', 'Ngozi Eze'],
      ['staff.joined', 'Ngozi Eze'],
      ['staff.invited', operator],
      ['command.run', operator],
    ],
  )
  await runNow(api.runtime, 'link-staff-events')
  const intact = await call(checkStaffEvents, {})
  assert.deepEqual([intact.events, intact.faults], [5, []])
  await api.runtime.database.write((tx) =>
    tx.$client.query(`update staff_events set after = '{"role":"support"}' where action = 'staff.invited'`),
  )
  const changed = await call(checkStaffEvents, {})
  assert.match(changed.faults[0]!, /^Event 2 of the chain .* was changed/)
  const atCommandLine = await runOperator(api, 'staff', 'check-audit-log')
  assert.equal(atCommandLine.code, 1)
})
