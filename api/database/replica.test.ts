import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from '../testing/at-end.ts'
import { primaryWithReplica } from '../testing/replica.ts'
import { connectDatabase, type Database } from './connect.ts'

const add = (database: Database, n: number) =>
  database.write((tx) => tx.$client.query('insert into numbers values ($1)', [n]))

/** The highest number that a read sees, and whether the replica served it. */
const highest = (database: Database) =>
  database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ n: number; onReplica: boolean }>(
      'select max(n)::int as n, pg_is_in_recovery() as "onReplica" from numbers',
    )
    return rows[0]!
  })

async function opened(t: TestContext) {
  const servers = await primaryWithReplica(t)
  const open = () => {
    const database = connectDatabase({ url: servers.url, readUrl: servers.replicaUrl })
    atEnd(t, () => database.close())
    return database
  }
  const database = open()
  await database.write((tx) => tx.$client.query('create table numbers (n bigint)'))
  await add(database, 0)
  return { ...servers, database, open }
}

/** On a busy machine the replica may lag for a while: each attempt uses a new process, which has not skipped it yet. */
async function respondsOnce(open: () => Database): Promise<boolean> {
  for (let attempt = 0; attempt < 60; attempt++) {
    if ((await highest(open())).onReplica) return true
    await pause(500)
  }
  return false
}

test('reads from a replica see all earlier commits of any process; a lagging, stopped or promoted replica is not used', async (t) => {
  const { database, open, onReplica, stopReplica } = await opened(t)
  const otherProcess = open()
  for (let n = 1; n <= 100; n++) {
    await add(otherProcess, n)
    const seen = await Promise.all([highest(database), highest(otherProcess)])
    for (const { n: found } of seen) assert.equal(found, n)
  }
  assert.ok(await respondsOnce(open), 'the replica answers reads')

  await onReplica('select pg_wal_replay_pause()')
  await add(database, 101)
  const fresh = open() // has not skipped the replica yet
  assert.deepEqual(await Promise.all([highest(fresh), highest(fresh)]), Array(2).fill({ n: 101, onReplica: false }))
  await onReplica('select pg_wal_replay_resume()')

  await onReplica('select pg_promote(true)')
  await add(database, 102)
  assert.deepEqual(await highest(open()), { n: 102, onReplica: false })

  await stopReplica()
  await add(database, 103)
  for (const each of [database, open()]) assert.deepEqual(await highest(each), { n: 103, onReplica: false })
})
