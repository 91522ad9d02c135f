import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reusedDatabase } from '../testing/reused-database.ts'
import { fromCursor, fromTimeCursor, toCursor } from './keyset.ts'

test('each index with a time has the sort order of the lists, so that PostgreSQL uses it', async (t) => {
  const database = await reusedDatabase(t)
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ indexdef: string }>("select indexdef from pg_indexes where indexdef like '% DESC%'"),
  )
  assert.ok(rows.length >= 6)
  for (const { indexdef } of rows) assert.doesNotMatch(indexdef, /NULLS LAST/)
})

test('a cursor decodes to its key, and any other text is rejected', () => {
  const key = ['2026-03-18T09:00:00.000Z', '01900000-0000-7000-8000-000000000001']
  assert.deepEqual(fromTimeCursor(toCursor(key)), key)
  for (const cursor of ['', 'x', toCursor(['1', '2']), toCursor(key.slice(1)), toCursor([...key, 'more'])])
    assert.throws(() => fromTimeCursor(cursor), { code: 'validation_error' })
  assert.throws(() => fromCursor(toCursor(['a\0']), 1), { code: 'validation_error' })
})
