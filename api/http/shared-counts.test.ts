import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testApp } from '../testing/app.ts'
import { createSecretKeyFor } from '../testing/users.ts'
import { openSharedCounts } from './shared-counts.ts'

test('processes learn what the others counted, once, and nothing of callers that are not busy', async (t) => {
  const { runtime, stopClock } = await testApp(t)
  // The windows of ten seconds begin by the clock.
  stopClock(new Date())
  const openProcess = () => {
    const learned: [string, number][] = []
    const shared = openSharedCounts(runtime, 5, (caller, requests) => learned.push([caller, requests]))
    const count = async (caller: string, requests: number) => {
      for (let n = 0; n < requests; n++) shared.count(caller)
      await shared.exchange()
      return learned.splice(0)
    }
    return { count }
  }
  const [one, other] = [openProcess(), openProcess()]
  assert.deepEqual(await one.count('a session', 20), [])
  assert.deepEqual(await other.count('a session', 30), [['a session', 20]])
  assert.deepEqual(await one.count('a session', 7), [['a session', 30]])
  assert.deepEqual(await one.count('a session', 5), [])
  assert.deepEqual(await other.count('a session', 5), [['a session', 12]])
  assert.deepEqual(await other.count('another', 4), [])
  assert.deepEqual(await one.count('another', 9), [])
  const { rows } = await runtime.database.read((tx) => tx.$client.query('select caller, requests from request_counts'))
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ caller }) => !caller.includes('session')))
})

test('two processes share the limits of a network and of a key', async (t) => {
  const first = await testApp(t, { REQUESTS_PER_SECOND: '4' })
  const second = await testApp(t, { REQUESTS_PER_SECOND: '4' }, first)
  const key = await createSecretKeyFor(first, await first.createUser())
  // The clock stands still, so that the tokens of the key do not grow again.
  first.stopClock(new Date())
  const isAccepted = async (url: string, authorization?: string) =>
    (await fetch(`${url}/test/core/payment-links`, { headers: authorization ? { authorization } : {} })).status !== 429
  const accept = (url: string, times: number, authorization?: string) =>
    Promise.all(Array.from({ length: times }, () => isAccepted(url, authorization)))
  const untilShared = async (total: number) => {
    const find = () =>
      first.runtime.database.read((tx) =>
        tx.$client.query('select from request_counts group by caller having sum(requests) = $1', [total]),
      )
    while ((await find()).rowCount === 0) await pause(20)
  }

  // Alone, each process would accept 40 requests in ten seconds. On a busy machine it learns of the others before it has all of its 30.
  const accepted = await Promise.all([accept(first.url, 30), accept(second.url, 30)])
  await untilShared(60)
  const later = await Promise.all([accept(first.url, 10), accept(second.url, 10)])
  assert.ok([accepted, later].flat(2).includes(false))

  // Alone, each would accept four requests of the key.
  const bearer = `Bearer ${key}`
  assert.ok(
    (await Promise.all([accept(first.url, 2, bearer), accept(second.url, 2, bearer)])).flat().every((isOne) => isOne),
  )
  await untilShared(4)
  assert.ok((await Promise.all([isAccepted(first.url, bearer), isAccepted(second.url, bearer)])).includes(false))
})
