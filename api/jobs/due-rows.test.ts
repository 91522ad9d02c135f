import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectDatabase, type Tx } from '../database/connect.ts'
import { atEnd } from '../testing/at-end.ts'
import { testDatabase } from '../testing/database.ts'
import { takeDueRows } from './due-rows.ts'

const [ada, bola] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']

const takeAll = (tx: Tx) =>
  takeDueRows(
    tx,
    { name: 'find', text: `select merchant_id as "merchantId", id from tasks where is_due order by id`, values: [] },
    (merchantId, ids) =>
      tx.$client.query<{ id: string }>({
        name: 'take',
        text: `update tasks set is_due = false where merchant_id = $1 and id in (
                 select id from tasks where merchant_id = $1 and id = any($2) and is_due for update skip locked
               ) returning id`,
        values: [merchantId, ids],
      }),
  )
const idsOf = ({ rows, count }: { rows: { id: string }[]; count: number }) => [rows.map(({ id }) => id).sort(), count]

test('due rows of several businesses are taken once; those that another transaction has locked are left, and end the pages', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t), writers: 2 })
  atEnd(t, () => database.close())
  await database.write((tx) =>
    tx.$client.query(
      `create table tasks as select * from (values ($1::uuid, 'a', true), ($2::uuid, 'b', true), ($1::uuid, 'c', true)) as task (merchant_id, id, is_due)`,
      [ada, bola],
    ),
  )
  await database.write(async (locking) => {
    await locking.$client.query(`select from tasks where id = 'b' for update`)
    assert.deepEqual(idsOf(await database.write(takeAll)), [['a', 'c'], 3])
    assert.deepEqual(idsOf(await database.write(takeAll)), [[], 0])
  })
  assert.deepEqual(idsOf(await database.write(takeAll)), [['b'], 1])
  assert.deepEqual(idsOf(await database.write(takeAll)), [[], 0])
})
