import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd } from '../testing/at-end.ts'
import { testDatabase } from '../testing/database.ts'
import { connectDatabase, type Tx } from './connect.ts'

test('connections of every pool have a time zone, a time limit and no compilation of statements', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t), statementTimeoutMs: 7000 })
  atEnd(t, () => database.close())
  const read = async (tx: Tx) => {
    const { rows } = await tx.$client.query(
      `select current_setting('timezone') as timezone, current_setting('statement_timeout') as timeout, current_setting('jit') as jit`,
    )
    return rows
  }
  for (const pool of ['write', 'read', 'readSnapshot'] as const)
    assert.deepEqual(await database[pool](read), [{ timezone: 'UTC', timeout: '7s', jit: 'off' }], pool)
})
