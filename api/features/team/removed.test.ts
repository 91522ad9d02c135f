import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCustomers } from '@adire/contract/customers.ts'
import { followStream } from '@adire/contract/follow.ts'
import { followBusiness } from '@adire/contract/live.ts'
import {
  acceptInvitation,
  changeMemberRole,
  inviteMember,
  leaveTeam,
  listInvitations,
  removeMember,
  resendInvitation,
  viewInvitation,
} from '@adire/contract/team.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { addMember, confirmSessions } from '../../testing/users.ts'

const expired = errorWith(422, 'token_not_valid')
const noBusiness = errorWith(404, 'business_not_found')

async function readToken(api: TestApp, email: string) {
  await api.drain()
  const mail = (await mailsTo(api, email)).at(-1)
  return /\/invitation\/([\w-]+)/.exec(mail!.text)![1]!
}

test('an invitation works only while its sender may still send it: nobody lets themselves in again', async (t) => {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  const [ada, bola] = [await addMember(api, owner, 'admin'), await addMember(api, owner, 'admin')]
  const [second, third] = [await api.createUser('ada2'), await api.createUser('bola2')]
  for (const user of [owner, ada, bola, second, third]) await confirmSessions(api, user)
  const call = api.as(owner).call
  const { id } = await api.as(ada).call(inviteMember, { email: second.email, role: 'admin' })
  await api.as(bola).call(inviteMember, { email: third.email, role: 'admin' })
  const [adas, bolas] = [await readToken(api, second.email), await readToken(api, third.email)]
  await call(removeMember, { userId: ada.userId })
  await call(changeMemberRole, { userId: bola.userId, role: 'support' })
  for (const [user, token] of [
    [second, adas],
    [third, bolas],
  ] as const) {
    assert.equal((await api.asClient().call(viewInvitation, { token })).isOpen, false)
    await assert.rejects(api.as(user).call(acceptInvitation, { token }), expired)
  }
  const { content: shown } = await call(listInvitations, {})
  assert.equal(shown.length, 2)
  for (const { email, expiresAt } of shown)
    assert.ok(new Date(expiresAt) <= api.runtime.clock(), `the list shows that of ${email} as expired`)
  // Somebody who may invites the person again.
  await call(resendInvitation, { id })
  const again = await readToken(api, second.email)
  assert.equal((await api.as(second).call(acceptInvitation, { token: again })).merchantId, owner.merchantId)
})

test('the invitations of a member who has left are shown as expired, because they no longer work', async (t) => {
  const api = await testApp(t)
  const owner = await api.createUser('tola')
  const ada = await addMember(api, owner, 'admin')
  for (const user of [owner, ada]) await confirmSessions(api, user)
  await api.as(ada).call(inviteMember, { email: 'chi@example.com', role: 'support' })
  const token = await readToken(api, 'chi@example.com')
  await api.as(ada).call(leaveTeam, {})
  assert.equal((await api.asClient().call(viewInvitation, { token })).isOpen, false)
  const [shown] = (await api.as(owner).call(listInvitations, {})).content
  assert.ok(new Date(shown!.expiresAt) <= api.runtime.clock())
})

test('a removed member is out of another process too: the live stream ends, and the next request is rejected', async (t) => {
  const api = await testApp(t)
  const other = await testApp(t, {}, api)
  const owner = await api.createUser('tola')
  await confirmSessions(api, owner)
  const ada = await addMember(api, owner, 'operations')
  const theirs = other.as(ada).call
  // From now on the other process knows the member, for a second.
  await theirs(listCustomers, {})
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const opened = Promise.withResolvers<void>()
  const connection = {
    baseUrl: () => `${other.url}/test/core`,
    token: () => ada.token,
    merchantId: () => ada.merchantId,
  }
  const events = followStream(connection, followBusiness, {}, { signal: stop.signal, onOpen: opened.resolve })
  const end = untilEnd(events)
  await opened.promise
  await untilListening(api)
  await api.as(owner).call(removeMember, { userId: ada.userId })
  await api.drain()
  await end
  await assert.rejects(theirs(listCustomers, {}), noBusiness)
  await assert.rejects(api.as(ada).call(listCustomers, {}), noBusiness)
})

async function untilEnd(events: AsyncGenerator<unknown>) {
  for (;;) if ((await events.next()).done) return
}

async function untilListening({ runtime }: TestApp) {
  for (;;) {
    const { rows } = await runtime.database.read((tx) =>
      tx.$client.query(
        `select from pg_stat_activity where datname = current_database() and state = 'idle'
         and query like 'select id from sessions where id = any%'`,
      ),
    )
    if (rows.length > 0) return
  }
}
