import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { atEnd } from '../api/testing/at-end.ts'
import { openOnce } from '../api/testing/open-once.ts'
import { generatePlan, type SimulationPlan } from './plan.ts'
import { openServer } from './postgres.ts'
import { runSimulation } from './simulate.ts'

let server: Awaited<ReturnType<typeof openServer>>
const prepare = openOnce(async (t) => {
  server = await openServer()
  atEnd(t, () => server.stop())
})

test('the same seed gives the same run, for any interruptions', async () => {
  await prepare()
  const plan = generatePlan(1, 14, 'refunds')
  const [one, other] = [await runSimulation(server.url, plan), await runSimulation(server.url, plan)]
  assert.equal(one.failure, undefined)
  assert.deepEqual(other.trace, one.trace)
  assert.equal(other.hash, one.hash)
})

const storedPlans = JSON.parse(
  readFileSync(new URL('stored-plans.json', import.meta.url), 'utf8'),
) as (SimulationPlan & {
  found: string
})[]
for (const plan of storedPlans)
  test(`a run that failed earlier does not fail again: ${plan.found}`, async () => {
    await prepare()
    const { failure } = await runSimulation(server.url, plan)
    assert.equal(failure, undefined)
  })

// A fixed number of steps, so that the result does not depend on the machine's speed; `npm run simulate` tries new seeds.
const steps = 13
const fixed = { settlements: 1, splits: 2, mandates: 3, disputes: 4, subscriptions: 5, thresholds: 6, invoices: 7 }
for (const [theme, seed] of Object.entries(fixed))
  test(`a run of ${theme} agrees with the model after every step`, async () => {
    await prepare()
    const { failure } = await runSimulation(server.url, generatePlan(seed, steps, theme))
    assert.equal(failure, undefined)
  })
