import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyLimit } from './key-limit.ts'
import { Problem } from './problem.ts'

test('a key may send 50 requests at once and 25 a second, and a rejection says when to try again', () => {
  const take = keyLimit(50)
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
