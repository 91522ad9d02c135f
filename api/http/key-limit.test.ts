import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, withLiveMode } from '../testing/app.ts'
import { createSecretKeyFor } from '../testing/users.ts'
import { openKeyLimit } from './key-limit.ts'
import { Problem } from './problem.ts'

test('a key may send 50 requests at once and 25 a second, and a rejection says when to try again', () => {
  const { take } = openKeyLimit(50)
  let now = Date.UTC(2026, 10, 21)
  const acceptedOf = (times: number, key = 'one') => {
    let accepted = 0
    for (let time = 0; time < times; time++)
      try {
        take(key, new Date(now))
        accepted++
      } catch (error) {
        assert.ok(error instanceof Problem)
        assert.deepEqual([error.status, error.headers['retry-after']], [429, '1'])
      }
    return accepted
  }
  assert.equal(acceptedOf(60), 50)
  assert.equal(acceptedOf(5, 'another'), 5)
  now += 1_000
  assert.equal(acceptedOf(40), 25)
  now += 40
  assert.equal(acceptedOf(3), 1)
  now += 3_600_000
  assert.equal(acceptedOf(60), 50)
  now -= 3_600_000
  assert.equal(acceptedOf(1), 0, 'a clock that goes back gives nothing')
})

test('a response to a key states its limit, what is left of it, and the seconds until it is whole again', async (t) => {
  const app = await testApp(t, { ...withLiveMode, REQUESTS_PER_SECOND: '4' })
  const key = await createSecretKeyFor(app, await app.createUser())
  app.stopClock(new Date())
  const call = async (path: string) => {
    const { status, headers } = await fetch(app.url + path, { headers: { authorization: `Bearer ${key}` } })
    const limit = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
    return [status, ...limit, headers.get('retry-after')]
  }
  const links = '/test/core/payment-links'
  assert.deepEqual(await call(links), [200, '4', '3', '1', null])
  assert.deepEqual(await call('/test/core/nothing'), [404, '4', '2', '1', null])
  assert.deepEqual(await call('/live/core/payment-links'), [401, '4', '1', '2', null])
  assert.deepEqual(await call(links), [200, '4', '0', '2', null])
  assert.deepEqual(await call(links), [429, '4', '0', '2', '1'])
  app.forward(2_000)
  assert.deepEqual(await call(links), [200, '4', '3', '1', null])
})
