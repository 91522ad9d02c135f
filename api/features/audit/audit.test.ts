import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downloadAuditEvents, listAuditActors, listAuditEvents } from '@adire/contract/audit.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import type { TestUser } from '../../testing/users.ts'
import { memberships } from '../merchants/tables.ts'
import { recordAuditEvent } from './audit.ts'

type Done = Parameters<typeof recordAuditEvent>[1]

/** Records an event as a handler does for this user. */
function does(api: TestApp, who: TestUser, done: Done, isOfAccount = false) {
  const { config, vault, database, clock } = api.runtime
  const origin = { requestId: 'test', ip: '10.0.0.1', userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/150.0' }
  return database.write(async (tx) => {
    const user = { id: who.userId, email: who.email, sessionId: crypto.randomUUID() }
    const base = { tx, mode: 'TEST' as const, now: clock(), realNow: clock(), config, vault, origin, user }
    if (isOfAccount) return recordAuditEvent(base, done)
    return recordAuditEvent(
      { ...base, merchant: { id: who.merchantId }, apiKey: undefined } satisfies MemberContext,
      done,
    )
  })
}

test('the audit log shows who did what, from which address, and what changed, newest first', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await api.runtime.database.write((tx) =>
    tx.$client.query("update users set first_name = 'Ade', last_name = 'Okoro' where id = $1", [ade.userId]),
  )
  await does(api, ade, { action: 'merchant.updated', before: { city: 'Yaba' }, after: { city: 'Ikeja' } })
  await does(api, ade, { action: 'api_key.rolled', object: 'sk_test_…a1b2' })
  const { content, totalElements } = await api.as(ade).call(listAuditEvents, {})
  assert.equal(totalElements, 2)
  assert.deepEqual(
    content.map(({ action, actor, object, device, ip }) => ({ action, actor, object, device, ip })),
    [
      {
        action: 'api_key.rolled',
        actor: { kind: 'user', name: ade.email, person: 'Ade Okoro' },
        object: 'sk_test_…a1b2',
        device: 'Chrome on Android',
        ip: '10.0.0.1',
      },
      {
        action: 'merchant.updated',
        actor: { kind: 'user', name: ade.email, person: 'Ade Okoro' },
        object: null,
        device: 'Chrome on Android',
        ip: '10.0.0.1',
      },
    ],
  )
  assert.deepEqual([content[1]!.before, content[1]!.after], [{ city: 'Yaba' }, { city: 'Ikeja' }])
  assert.deepEqual((await api.as(ade).call(listAuditActors, {})).content, [{ name: ade.email, person: 'Ade Okoro' }])
})

test('the audit log is filtered by user, action and Lagos days, and paginated', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const readDay = () => lagosDay(api.runtime.clock())
  const from = readDay()
  for (let count = 0; count < 12; count++) await does(api, ade, { action: 'merchant.updated', object: String(count) })
  await does(api, ade, { action: 'kyc.reviewed', actor: { kind: 'operator', name: 'bola' } })
  const { call } = api.as(ade)
  const first = await call(listAuditEvents, { action: 'merchant.updated', limit: 5 })
  const second = await call(listAuditEvents, { action: 'merchant.updated', limit: 5, cursor: first.nextCursor! })
  const third = await call(listAuditEvents, { action: 'merchant.updated', limit: 5, cursor: second.nextCursor! })
  const seen = [first, second, third].flatMap(({ content }) => content.map(({ object }) => object))
  assert.deepEqual(seen, ['11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0'])
  assert.equal(third.nextCursor, null)
  assert.equal((await call(listAuditEvents, { actor: 'bola' })).totalElements, 1)
  assert.equal((await call(listAuditEvents, { from, to: readDay() })).totalElements, 13)
  assert.equal((await call(listAuditEvents, { to: '2020-01-01' })).totalElements, 0)
  await assert.rejects(call(listAuditEvents, { from: '2026-02-02', to: '2026-01-01' }), { status: 422 })
})

test('the export of the audit log has the filtered rows, and no cell that a spreadsheet would run', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  await does(api, ade, { action: 'bank_account.added', object: '=HYPERLINK("https://evil.example")' })
  await does(api, ade, { action: 'merchant.updated', after: { businessName: 'Said "so", she\nwent' } })
  const text = await api.as(ade).call(downloadAuditEvents, {})
  assert.match(
    text,
    /^\uFEFF?Time \(Africa\/Lagos\),Who,Account,What,Object,Before,After,Address,Device,Position,Chained text,Hash\r\n/,
  )
  assert.match(text, /'=HYPERLINK/)
  assert.match(text, /Changed the business profile/)
  const filtered = await api.as(ade).call(downloadAuditEvents, { action: 'merchant.updated' })
  assert.doesNotMatch(filtered, /HYPERLINK/)
  const path = `/test/core/api/v1/merchants/${ade.merchantId}/audit-log/download`
  const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${ade.token}` } })
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="audit-log.csv"')
  assert.match(response.headers.get('content-type')!, /^text\/csv/)
})

test('changes of a user account are visible to its user in each of their businesses, and to no other member', async (t) => {
  const api = await testApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  await api.runtime.database.write((tx) =>
    tx.insert(memberships).values({ userId: bola.userId, merchantId: ade.merchantId, role: 'admin' }),
  )
  await does(api, ade, { action: 'password.changed' }, true)
  await does(api, ade, { action: 'logo.removed' })
  const seenBy = async (who: TestUser) =>
    (await api.as(who).call(listAuditEvents, { merchantId: ade.merchantId } as never)).content.map(
      ({ action }) => action,
    )
  assert.deepEqual(await seenBy(ade), ['logo.removed', 'password.changed'])
  assert.deepEqual(await seenBy(bola), ['logo.removed'])
  await api.runtime.database.write((tx) => tx.delete(memberships).where(eq(memberships.userId, bola.userId)))
})
