import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { downloadAuditEvents, verifyAuditLog } from '@adire/contract/audit.ts'
import { readConfig } from '../../config.ts'
import { managePartitions, startOfMonth } from '../../database/partitions.ts'
import { linkedLog } from '../../testing/linked-log.ts'
import { runOperator } from '../../testing/operator.ts'
import { linkAuditEvents } from './chain.ts'
import { auditPartitions } from './retention.ts'

/** Months whose entries the first partition has, from the one in which the database was created. */
const monthsOfFirst = 3

/** When the month began in which the database was created: another one than now if a test runs over its end. */
async function findFirstMonth({ write }: Pick<Awaited<ReturnType<typeof linkedLog>>, 'write'>): Promise<Date> {
  const { rows } = await write((tx) =>
    tx.$client.query<{ bound: string }>(
      "select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'audit_events_first'",
    ),
  )
  const [, high, low] = /TO \('([0-9a-f]{8})-([0-9a-f]{4})-/.exec(rows[0]!.bound)!
  return new Date(startOfMonth(new Date(Number.parseInt(`${high}${low}`, 16)), -monthsOfFirst))
}

/** A linked log of five entries of now and two of 14 months later, and a function that manages its partitions in a later month. */
async function logOfYears(...[t]: Parameters<typeof linkedLog>) {
  const log = await linkedLog(t)
  const { owner, write } = log
  const firstMonth = await findFirstMonth(log)
  /** The 15th of a month after the first. */
  const monthLater = (months: number) => new Date(startOfMonth(firstMonth, months) + 14 * 86_400_000)
  const table = auditPartitions({ auditLogDays: 365 })
  const manage = (months: number) => write((tx) => managePartitions(tx, table, monthLater(months)))
  await manage(14)
  let recorded = 0
  const record = (months: number) => {
    const at = monthLater(months).getTime().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')
    // In the order of their ids: entries with ids of one millisecond would be linked in any order.
    const id = `${at}-7000-8000-${String(++recorded).padStart(12, '0')}`
    return write((tx) =>
      tx.$client.query(
        `insert into audit_events (id, merchant_id, actor_kind, actor_name, action, created_at)
         values ($1, $2, 'system', 'Adire', 'merchant.updated', now())`,
        [id, owner.merchantId],
      ),
    )
  }
  for (let times = 0; times < 2; times++) await record(14)
  await write(linkAuditEvents)
  return { ...log, manage, record, monthLater }
}

test('entries are deleted by months after the retention period, and the rest is verified from there', async (t) => {
  const { api, owner, check, change, manage } = await logOfYears(t)
  const verify = (cursor?: string) => api.as(owner).call(verifyAuditLog, { cursor })
  const before = await verify()
  assert.deepEqual([before.checked, before.length, before.deleted, before.deletedHash], [7, 7, 0, null])
  const { digest } = await check()
  // By two processes at once.
  const both = await Promise.all([manage(16), manage(16)])
  const dropped = both.flatMap((done) => done.dropped)
  assert.ok(dropped.includes('audit_events_first') && new Set(dropped).size === dropped.length, String(dropped))

  const after = await verify()
  assert.deepEqual([after.checked, after.length, after.deleted, after.fault, after.hash], [2, 7, 5, null, before.hash])
  assert.deepEqual(await verify(`3.${'a'.repeat(64)}`), after, 'a portion that begins before what is stored')
  const found = await check()
  assert.deepEqual([found.faults, found.events, found.deleted, found.digest], [[], 2, 5, digest])
  const { text, code } = await runOperator(api, 'audit', 'check')
  assert.match(text, /2 events in 1 chains[\s\S]*5 older events were deleted after the retention period/)
  assert.equal(code, 0)

  const csv = await api.as(owner).call(downloadAuditEvents, { columns: 'position,chained,hash' })
  const rows = [...csv.matchAll(/^(\d+),"(.*)",([0-9a-f]{64})\r?$/gm)].reverse()
  assert.deepEqual(
    rows.map(([, position]) => position),
    ['6', '7'],
  )
  let hash = after.deletedHash!
  for (const [, , chained, stored] of rows) {
    hash = createHash('sha256')
      .update(`${hash}\n${chained!.replaceAll('""', '"')}`)
      .digest('hex')
    assert.equal(hash, stored)
  }

  await change('delete from audit_events where position = 6')
  assert.deepEqual((await verify()).fault, { kind: 'missing', position: 6, entryId: null })
  await change('update audit_chains set deleted_count = 6')
  assert.equal((await verify()).fault?.kind, 'changed')
  assert.match((await check()).faults[0]!, /Event 7 .* was changed/)
})

test('a month with an entry that has no link is kept, and so is everything without a retention period', async (t) => {
  const { check, record, write, manage, monthLater } = await logOfYears(t)
  await record(0)
  assert.ok(!(await manage(16)).dropped.includes('audit_events_first'))
  assert.equal((await check()).deleted, 0)
  await write(linkAuditEvents)
  assert.ok((await manage(16)).dropped.includes('audit_events_first'))
  // The entry of the first month was linked last: those before it in the chain are not verified any more.
  assert.deepEqual((await check()).faults, [])
  const table = auditPartitions({ auditLogDays: undefined })
  assert.deepEqual((await write((tx) => managePartitions(tx, table, monthLater(60)))).dropped, [])
})

test('the retention period of the audit log is a year or longer', () => {
  assert.equal(readConfig({}).auditLogDays, undefined)
  assert.equal(readConfig({ AUDIT_LOG_DAYS: '365' }).auditLogDays, 365)
  assert.throws(() => readConfig({ AUDIT_LOG_DAYS: '30' }), /AUDIT_LOG_DAYS/)
})
