import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { downloadAuditEvents, listAuditEvents, verifyAuditLog } from '@adire/contract/audit.ts'
import { updateUser } from '@adire/contract/users.ts'
import { errorWith } from '../../testing/error-with.ts'
import { linkedLog } from '../../testing/linked-log.ts'
import { runOperator } from '../../testing/operator.ts'
import { linkAuditEvents } from './chain.ts'
import { auditChains, auditEvents } from './tables.ts'

test('the log is linked in order, and the list and the export have place and hash', async (t) => {
  const { api, owner, check } = await linkedLog(t)
  const { call } = api.as(owner)
  const { content } = await call(listAuditEvents, {})
  assert.deepEqual(
    content.map(({ position }) => position),
    [5, 4, 3, 2, 1],
  )
  assert.equal(new Set(content.map(({ hash }) => hash)).size, 5)
  const { faults, events, digest } = await check()
  assert.deepEqual([faults, events], [[], 5])
  assert.match(digest, /^[0-9a-f]{64}$/)
})

const tampered: Record<string, [sql: string, fault: RegExp]> = {
  'one byte of a value': [
    `update audit_events set after = jsonb_set(after, '{city}', '"Ìbàdan"') where position = 3`,
    /Event 3 .* was changed/,
  ],
  'the actor': [`update audit_events set actor_name = 'someone' where position = 1`, /Event 1 .* was changed/],
  'the time by a millisecond': [
    `update audit_events set created_at = created_at + interval '1 ms' where position = 2`,
    /Event 2 .* was changed/,
  ],
  'an event removed': ['delete from audit_events where position = 2', /Event 2 .* is missing/],
  'the last event removed': ['delete from audit_events where position = 5', /Event 5 .* is missing/],
  'the last event removed, and the end moved': [
    `with gone as (delete from audit_events where position = 5) update audit_chains set length = 4`,
    /The end of the chain .* was changed/,
  ],
  'two events exchanged': [
    `update audit_events set position = case position when 2 then 103 else 102 end where position in (2, 3)`,
    /Event 2 .* is missing/,
  ],
  'a whole chain removed': ['delete from audit_chains', /5 events belong to a chain that does not exist/],
}

test('every change of the stored log is detected', async (t) => {
  const { check, change, write } = await linkedLog(t)
  const events = await write((tx) => tx.select().from(auditEvents))
  const chains = await write((tx) => tx.select().from(auditChains))
  for (const [what, [text, fault]] of Object.entries(tampered)) {
    await change(text)
    const { faults } = await check()
    assert.equal(faults.length, 1, what)
    assert.match(faults[0]!, fault, what)
    await write(async (tx) => {
      await tx.delete(auditEvents)
      await tx.delete(auditChains)
      await tx.insert(auditEvents).values(events)
      await tx.insert(auditChains).values(chains)
    })
    assert.deepEqual((await check()).faults, [], `${what}: restored`)
  }
})

test('a member verifies the log and is told the first wrong entry; other businesses cannot', async (t) => {
  const { api, owner, change, write } = await linkedLog(t)
  const verify = (cursor?: string) => api.as(owner).call(verifyAuditLog, { cursor })
  const fine = await verify()
  const last = (await api.as(owner).call(listAuditEvents, {})).content[0]!
  const none = { deleted: 0, deletedHash: null }
  assert.deepEqual(fine, { checked: 5, length: 5, ...none, fault: null, hash: last.hash, cursor: null })
  assert.deepEqual(await verify(`5.${fine.hash}`), fine, 'from the end of a portion')
  const events = await write((tx) => tx.select().from(auditEvents))
  const chains = await write((tx) => tx.select().from(auditChains))
  const expected = [
    ['changed', 3, 2],
    ['changed', 1, 0],
    ['changed', 2, 1],
    ['missing', 2, 1],
    ['missing', 5, 4],
    ['end', null, 4],
    ['missing', 2, 1],
    ['end', null, 5],
  ] as const
  for (const [index, [what, [text]]] of Object.entries(tampered).entries()) {
    await change(text)
    const { fault, checked, cursor } = await verify()
    assert.deepEqual([fault?.kind, fault?.position, checked, cursor], [...expected[index]!, null], what)
    await write(async (tx) => {
      await tx.delete(auditEvents)
      await tx.delete(auditChains)
      await tx.insert(auditEvents).values(events)
      await tx.insert(auditChains).values(chains)
    })
  }
  const other = await api.createUser('bisi')
  await assert.rejects(
    api.as(other).call(verifyAuditLog, { merchantId: owner.merchantId } as never),
    errorWith(404, 'business_not_found'),
  )
  await assert.rejects(verify('5.nothing'), errorWith(400, 'validation_error'))
})

test('a log of more entries than one call verifies is verified in portions', async (t) => {
  const { api, owner, write } = await linkedLog(t, 1)
  await write((tx) =>
    tx.$client.query(
      `insert into audit_events (id, merchant_id, actor_kind, actor_name, action, created_at)
       select gen_random_uuid(), $1, 'system', 'Adire', 'merchant.updated', now() from generate_series(1, 2500)`,
      [owner.merchantId],
    ),
  )
  while ((await write(linkAuditEvents)) > 0);
  const { call } = api.as(owner)
  const first = await call(verifyAuditLog, {})
  assert.deepEqual([first.checked, first.length, first.fault], [2000, 2501, null])
  const second = await call(verifyAuditLog, { cursor: first.cursor! })
  assert.deepEqual([second.checked, second.fault, second.cursor], [2501, null, null])
})

test('an export is verified without us: each hash is that of the hash before it and the chained text', async (t) => {
  const { api, owner } = await linkedLog(t)
  const csv = await api.as(owner).call(downloadAuditEvents, { columns: 'position,chained,hash' })
  const rows = csv
    .slice(1)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.match(/^(\d+),"(.*)",([0-9a-f]{64})$/)!)
  let hash = '0'.repeat(64)
  for (const [, position, text, stored] of rows.reverse()) {
    hash = createHash('sha256')
      .update(`${hash}\n${text!.replaceAll('""', '"')}`)
      .digest('hex')
    assert.equal(hash, stored, `entry ${position}`)
  }
  assert.equal(rows.length, 5)
})

test('the operator checks the log; an event that the job does not link is a fault', async (t) => {
  const { api, owner, record, change } = await linkedLog(t, 2)
  await api
    .as(owner)
    .call(updateUser, { id: owner.userId, firstName: 'Tola', lastName: 'Adeyemi', phone: '08031234567' })
  await api.drain()
  await api.runtime.database.write(linkAuditEvents)
  const fine = await runOperator(api, 'audit', 'check')
  assert.match(fine.text, /3 events in 2 chains[\s\S]*✓ No event was changed/)
  assert.equal(fine.code, 0)
  await record(9)
  await change("update audit_events set created_at = created_at - interval '2 hours' where position is null")
  const late = await runOperator(api, 'audit', 'check')
  assert.match(late.text, /1 events are older than an hour and have no link/)
  assert.equal(late.code, 1)
})
