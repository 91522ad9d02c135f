import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOfMonth } from '../database/partitions.ts'
import { testApp } from '../testing/app.ts'
import { runNow } from '../testing/drain.ts'
import { failedJobs } from './tables.ts'

test('a purge that fails at every run keeps neither other purges nor new partitions from being made', async (t) => {
  const { runtime } = await testApp(t)
  const { database, clock } = runtime
  const longAgo = new Date(clock().getTime() - 100 * 86_400_000)
  // The month after the next has no partition yet.
  const month = new Date(startOfMonth(clock(), 2)).toISOString().slice(0, 7).replace('-', '_')
  await database.write(async (tx) => {
    await tx.insert(failedJobs).values({
      ...{ state: 'dead', job: 'mail', payload: {}, attempts: 1, error: 'No answer', failedAt: longAgo },
      ...{ resolution: 'discarded', resolvedBy: 'ngozi', resolvedAt: longAgo },
    })
    await tx.$client.query('alter table idempotency_keys rename to idempotency_keys_elsewhere')
  })
  const hasPartition = () =>
    database.read(async (tx) => {
      const { rows } = await tx.$client.query('select from pg_class where relname = $1', [`request_log_${month}`])
      return rows.length === 1
    })
  assert.equal(await hasPartition(), false)
  await assert.rejects(runNow(runtime, 'purge-expired'))
  assert.equal(await database.read((tx) => tx.$count(failedJobs)), 0)
  assert.equal(await hasPartition(), true)
})
