import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { register } from '@adire/contract/registration.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { listFailed } from '../jobs/failed.ts'
import { startWorker } from '../jobs/worker.ts'
import type { TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { endpointsInOrder, inputFor, newcomerInput, openScene, sendRequest } from './every-endpoint.ts'
import { mailsTo } from './mails.ts'

const due = ({ runtime }: TestApp) =>
  runtime.database.read(async (tx) => {
    const { rows } = await tx.execute<{ jobs: number; kinds: number; doubled: number }>(sql`
      select coalesce(sum(n), 0)::int as jobs, count(distinct job)::int as kinds,
        count(*) filter (where key is not null and n > 1)::int as doubled
      from (select job, key, count(*) as n from outbox where run_at <= now() group by job, key) each`)
    return rows[0]!
  })

test('two equal requests at once to any endpoint leave the background jobs running', async (t) => {
  const scene = await openScene(t)
  const { app } = scene
  const client = await app.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  const done: string[] = []
  for (const [name, endpoint] of endpointsInOrder) {
    const fields = await inputFor(scene, name, endpoint)
    const statuses = await Promise.all([
      sendRequest(scene, endpoint, fields, client),
      sendRequest(scene, endpoint, fields, client),
    ])
    // The simulated processor has no card page.
    const highest = name === 'openCardPage' ? 503 : 499
    assert.ok(Math.max(...statuses) <= highest, `${name} ${statuses}`)
    if (Math.min(...statuses) < 300) done.push(name)
  }
  // Guards against a test that no longer covers most endpoints.
  assert.ok(done.length > 100, `only ${done.length} endpoints did something: ${done}`)
  const { kinds, doubled } = await due(app)
  assert.ok(kinds >= 8 && doubled >= 2, `${kinds} kinds of jobs, ${doubled} twice with one key`)

  const stray = await app.runtime.database.read((tx) =>
    tx.$client.query('select distinct subject from timeline_events_default'),
  )
  assert.deepEqual(
    stray.rows,
    [],
    'objects with a timeline have ids of version 7, which begin with their time (decision 107)',
  )

  await app.asClient().call(register, newcomerInput)
  const worker = await startWorker(app.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  const deadline = Date.now() + 120_000
  while ((await due(app)).jobs > 0 || (await mailsTo(app, newcomerInput.email)).length === 0) {
    assert.ok(Date.now() < deadline, 'all that is due leaves the outbox, and the last mail arrives')
    await pause(50)
  }
  assert.deepEqual(await app.runtime.database.read((tx) => listFailed(tx, 0, 10)), [])
})
