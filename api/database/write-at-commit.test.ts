import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announceTopic } from '../jobs/announce.ts'
import { atEnd } from '../testing/at-end.ts'
import { testDatabase } from '../testing/database.ts'
import { connectDatabase, type Tx } from './connect.ts'
import { collectedInsert, insertAtCommit, rollBackTo, startSavepoint, writeCollected } from './write-at-commit.ts'

const eventInsert = collectedInsert('timeline', 'timeline_events', {
  merchant_id: 'uuid',
  subject_id: 'uuid',
  subject: 'text',
  at: 'timestamptz',
  kind: 'text',
  text: 'text',
})

test('collected rows are there after the commit, or earlier on request, and not after a rollback', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t) })
  atEnd(t, () => database.close())
  const merchantId = crypto.randomUUID()
  const add = (tx: Tx, text: string) =>
    insertAtCommit(tx, eventInsert, [merchantId, merchantId, 'payment', new Date(), 'started', text])
  const read = async (tx: Tx) => {
    const { rows } = await tx.$client.query<{ text: string }>(
      'select text from timeline_events where merchant_id = $1 order by id',
      [merchantId],
    )
    return rows.map(({ text }) => text)
  }

  await database.write(async (tx) => {
    await add(tx, 'one')
    await add(tx, 'two')
    assert.deepEqual(await read(tx), [])
    await writeCollected(tx)
    assert.deepEqual(await read(tx), ['one', 'two'])
    await add(tx, 'three')
  })
  assert.deepEqual(await database.read(read), ['one', 'two', 'three'])

  await assert.rejects(
    database.write(async (tx) => {
      await add(tx, 'rolled back')
      throw new Error('it failed')
    }),
  )
  await database.write(async (tx) => {
    await add(tx, 'before the savepoint')
    await startSavepoint(tx, 'attempt')
    await add(tx, 'undone')
    await rollBackTo(tx, 'attempt')
    await add(tx, 'after it')
  })
  assert.deepEqual((await database.read(read)).slice(3), ['before the savepoint', 'after it'])
})

test('rows of several tables are one statement, more than a thousand are written in between, and equal announcements are one', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t) })
  atEnd(t, () => database.close())
  const about = crypto.randomUUID()
  await database.write(async (tx) => {
    for (let number = 0; number < 1_500; number++)
      await insertAtCommit(tx, eventInsert, [about, about, 'payment', new Date(), 'started', `event ${number}`])
    for (const topic of ['payments', 'account', 'payments', 'account'] as const) await announceTopic(tx, about, topic)
  })
  const { rows } = await database.read(({ $client }) =>
    $client.query<{ events: number; payload: string }>(
      `select (select count(*)::int from timeline_events where merchant_id = $1::uuid) as events, payload
       from outbox where payload::text like '%' || $1::uuid::text || '%' order by id`,
      [about],
    ),
  )
  assert.deepEqual(rows, [
    { events: 1_500, payload: `payments:${about}` },
    { events: 1_500, payload: `account:${about}` },
  ])
})
