import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '@adire/contract/call.ts'
import {
  endOtherSessions,
  endSession,
  getNotificationPreferences,
  getUser,
  listSessions,
  updateNotificationPreferences,
  updateUser,
} from '@adire/contract/users.ts'
import { and, eq } from 'drizzle-orm'
import { describeDevice } from '../../http/describe-device.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { readEmails, requestToken, signIn } from '../../testing/sign-in.ts'
import type { TestUser } from '../../testing/users.ts'
import { sendWhileLocked } from '../../testing/while-locked.ts'
import { auditEvents } from '../audit/tables.ts'
import { notifications } from '../notifications/tables.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36'
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

const profile = { firstName: 'Adaeze', lastName: 'Obi', phone: '08031234567' }

const written = (api: TestApp, { userId }: TestUser) =>
  api.runtime.database.read((tx) => tx.select().from(auditEvents).where(eq(auditEvents.userId, userId)))

test('a profile is read and changed by its user only; the phone is stored in one format, and the change is in the audit log [S3-03] [S7.1-10]', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const changed = await api.as(ade).call(updateUser, { id: ade.userId, ...profile })
  const { id, email, firstName, lastName, phone } = changed
  assert.deepEqual(
    { id, email, firstName, lastName, phone },
    { id: ade.userId, email: ade.email, ...profile, phone: '+2348031234567' },
  )
  assert.deepEqual(await api.as(ade).call(getUser, { id: ade.userId }), changed)
  await api.as(ade).call(updateUser, { id: ade.userId, ...profile, phone: '+234 (0)803-123 4567' })
  await assert.rejects(api.as(bola).call(updateUser, { id: ade.userId, ...profile }), { status: 404 })
  const events = await written(api, ade)
  assert.deepEqual(
    events.map(({ action, merchantId, after }) => ({ action, merchantId, after })),
    [{ action: 'user.updated', merchantId: null, after: { ...profile, phone: '+2348031234567' } }],
  )
})

test('names of at least three characters, a phone of at least eleven digits [S5-08] [S3-03]', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const expectRejected = async (change: object) => {
    const error = await api
      .as(ade)
      .call(updateUser, { id: ade.userId, ...profile, ...change })
      .catch((error: CallError) => error)
    assert.ok(error instanceof CallError)
    return error.fields.map(({ field, message }) => [field, message])
  }
  const short = 'This field must be at least 3 characters long'
  assert.deepEqual(await expectRejected({ firstName: 'Al' }), [['firstName', short]])
  assert.deepEqual(await expectRejected({ lastName: ' O ' }), [['lastName', short]])
  assert.deepEqual(await expectRejected({ firstName: 'Ada', lastName: 'Ob' }), [['lastName', short]])
  assert.deepEqual((await expectRejected({ phone: '0803123456' }))[0], [
    'phone',
    'This field must be at least 11 characters long',
  ])
  assert.deepEqual((await expectRejected({ phone: '0803-CALL-ADE' }))[0], [
    'phone',
    'This field must contain numbers only!',
  ])
  assert.deepEqual(await expectRejected({ email: 'other@example.com' }), [['email', 'There is no field "email" here']])
})

test('a device has a readable name', () => {
  assert.equal(describeDevice(chrome), 'Chrome on Android')
  assert.equal(describeDevice(safari), 'Safari on Mac')
  assert.equal(describeDevice(`${safari} Edg/149.0`), 'Edge on Mac')
  assert.equal(
    describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) FxiOS/140.0 Mobile Safari'),
    'Firefox on iPhone',
  )
  assert.equal(describeDevice('curl/8.1'), 'curl')
  assert.equal(describeDevice('<script>'), 'Unknown device')
  assert.equal(describeDevice(null), 'Unknown device')
})

test('signed-in devices are listed, and one or all others can be signed out at once', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const me = api.as(ade)
  api.forward(1_000)
  const phone = (await signIn(api, ade.email, ade.password, { userAgent: chrome })).body
  api.forward(1_000)
  const laptop = (await signIn(api, ade.email, ade.password, { userAgent: safari })).body
  const list = async () => (await me.call(listSessions, { id: ade.userId })).content
  assert.deepEqual(
    (await list()).map(({ device, isCurrent, ip }) => [device, isCurrent, ip]),
    [
      ['Safari on Mac', false, '127.0.0.1'],
      ['Chrome on Android', false, '127.0.0.1'],
      ['Unknown device', true, null],
    ],
  )
  api.forward(1_000)
  const renewed = (await requestToken(api, { grant_type: 'refresh_token', refresh_token: phone.refresh_token })).body
  assert.equal((await list())[0]!.device, 'Chrome on Android')

  const onPhone = (await list())[0]!.id
  const asPhone = api.as({ ...ade, token: renewed.access_token })
  await asPhone.call(getUser, { id: ade.userId })
  for (const [who, id] of [
    [bola, ade.userId],
    [bola, bola.userId],
  ] as const)
    await assert.rejects(api.as(who).call(endSession, { id, sessionId: onPhone }), { status: 404 })
  await me.call(endSession, { id: ade.userId, sessionId: onPhone })
  await assert.rejects(asPhone.call(getUser, { id: ade.userId }), { status: 401 })
  await assert.rejects(me.call(endSession, { id: ade.userId, sessionId: onPhone }), { status: 404 })

  await assert.rejects(api.as(bola).call(endOtherSessions, { id: ade.userId }), { status: 404 })
  await me.call(endOtherSessions, { id: ade.userId })
  await assert.rejects(api.as({ ...ade, token: laptop.access_token }).call(getUser, { id: ade.userId }), {
    status: 401,
  })
  assert.deepEqual(
    (await list()).map(({ isCurrent }) => isCurrent),
    [true],
  )
  const ended = (await written(api, ade)).filter(({ action }) => action === 'session.ended')
  assert.deepEqual(ended.map(({ object }) => object).sort(), ['Chrome on Android', 'Safari on Mac'])
  api.forward(15 * 24 * 3_600_000)
  assert.deepEqual(await list(), [])
})

test('a sign-in from a new browser is notified, but not the first one or a newer version of a known browser', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await api.runtime.database.write((tx) => tx.$client.query('update sessions set user_agent = $1', [chrome]))
  await signIn(api, ade.email, ade.password, { userAgent: chrome.replace('149', '150') })
  await api.drain()
  assert.equal((await readEmails(api)).length, 0)
  await signIn(api, ade.email, ade.password, { userAgent: safari })
  await signIn(api, ade.email, ade.password, { userAgent: safari })
  await api.drain()
  const [mail, ...more] = await readEmails(api, /^New sign-in/)
  assert.equal(more.length, 0)
  assert.equal(mail!.to, ade.email)
  assert.match(mail!.text, /signed in to your account from a new device: Safari on Mac, IP address 127\.0\.0\.1/)
  assert.match(mail!.text, /Device: Safari on Mac\nIP address: 127\.0\.0\.1\nWhen: .*, Lagos/)
  const notified = await api.runtime.database.read((tx) =>
    tx.select().from(notifications).where(eq(notifications.userId, ade.userId)),
  )
  assert.ok(notified.some(({ kind, text }) => kind === 'security' && /Safari on Mac/.test(text)))
  const started = await api.runtime.database.read((tx) =>
    tx
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, ade.userId), eq(auditEvents.action, 'session.started'))),
  )
  assert.equal(started.length, 3)
  assert.ok(started.every(({ merchantId, actorName }) => merchantId === null && actorName === ade.email))
})

test('a user chooses their notifications, and the choice is in the audit log', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const id = ade.userId
  const before = await api.as(ade).call(getNotificationPreferences, { id })
  assert.deepEqual(before.kyc, { app: true, mail: true })
  const preferences = { ...before, payment: { app: true, mail: true }, kyc: { app: true, mail: false } }
  const update = () => api.as(ade).call(updateNotificationPreferences, { id, ...preferences })
  const updated = await sendWhileLocked(api, `select from users where id = '${id}' for update`, [update, update])
  for (const one of updated) assert.deepEqual(one.status === 'fulfilled' && one.value, preferences)
  assert.deepEqual(await api.as(ade).call(getNotificationPreferences, { id }), preferences)
  await assert.rejects(api.as(bola).call(getNotificationPreferences, { id }), { status: 404 })
  await assert.rejects(api.as(bola).call(updateNotificationPreferences, { id, ...preferences }), { status: 404 })
  const security = { ...preferences, security: { app: false, mail: false } } as never
  await assert.rejects(api.as(ade).call(updateNotificationPreferences, { id, ...(security as object) } as never), {
    status: 400,
  })
  assert.deepEqual(
    (await written(api, ade)).map(({ action }) => action),
    ['notifications.updated'],
  )
})
