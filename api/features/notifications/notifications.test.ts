import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countUnread,
  listNotifications,
  type NotificationCategory,
  readNotifications,
} from '@adire/contract/notifications.ts'
import { eq } from 'drizzle-orm'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { users } from '../auth/tables.ts'
import { defaultPreferences, notifyMembers, notifyUser } from './notifications.ts'
import { notifications } from './tables.ts'

const paid = { kind: 'payment' as const, title: 'NGN 5,000.00 received', text: 'Ada paid.', path: '/transactions' }

test('members are notified, see unread notifications, and mark one or all as read', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const { call } = api.as(ade)
  const before = (await call(countUnread, {})).unread
  await api.runtime.database.write(async (tx) => {
    await notifyMembers(tx, ade.merchantId, paid, api.runtime.clock())
    await notifyUser(tx, ade.userId, { kind: 'security', title: 'New device', text: 'x' }, api.runtime.clock())
  })
  assert.equal((await call(countUnread, {})).unread, before + 2)
  const { content } = await call(listNotifications, {})
  assert.deepEqual(
    content
      .slice(0, 2)
      .map(({ title, readAt }) => [title, readAt])
      .sort(),
    [
      ['NGN 5,000.00 received', null],
      ['New device', null],
    ],
  )
  const titlesOf = async (category: NotificationCategory) =>
    (await call(listNotifications, { category })).content.map(({ title }) => title)
  assert.deepEqual(await titlesOf('payments'), ['NGN 5,000.00 received'])
  assert.ok((await titlesOf('account')).includes('New device'))
  assert.deepEqual(await titlesOf('payouts'), [])
  await call(readNotifications, { id: content[0]!.id })
  assert.equal((await call(countUnread, {})).unread, before + 1)
  await call(readNotifications, {})
  assert.equal((await call(countUnread, {})).unread, 0)
})

test('notifications of another user cannot be read or marked', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  await api.runtime.database.write((tx) => notifyMembers(tx, ade.merchantId, paid, api.runtime.clock()))
  const [mine] = (await api.as(ade).call(listNotifications, {})).content
  const seen = (await api.as(bola).call(listNotifications, {})).content
  assert.ok(seen.every(({ title }) => title !== paid.title))
  await api.as(bola).call(readNotifications, { id: mine!.id })
  assert.equal((await api.as(ade).call(listNotifications, {})).content[0]!.readAt, null)
})

test('a member who turns payment notifications off gets none, and one who chooses email gets emails', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const notify = () => api.runtime.database.write((tx) => notifyMembers(tx, ade.merchantId, paid, api.runtime.clock()))
  const choose = (app: boolean, mail: boolean) =>
    api.runtime.database.write((tx) =>
      tx
        .update(users)
        .set({ notificationPreferences: { ...defaultPreferences, payment: { app, mail } } })
        .where(eq(users.id, ade.userId)),
    )
  const listUnread = async () =>
    (await api.as(ade).call(listNotifications, {})).content.filter(({ kind }) => kind === 'payment').length
  await choose(false, true)
  assert.deepEqual(await notify(), [ade.email])
  assert.equal(await listUnread(), 0)
  await choose(true, false)
  assert.deepEqual(await notify(), [])
  assert.equal(await listUnread(), 1)
})

test('notifications older than 90 days are purged', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await api.runtime.database.write((tx) => notifyMembers(tx, ade.merchantId, paid, api.runtime.clock()))
  api.forward(91 * 24 * 3_600_000)
  await runNow(api.runtime, 'purge-expired')
  const remaining = await api.runtime.database.read((tx) => tx.select().from(notifications))
  assert.deepEqual(remaining, [])
})
