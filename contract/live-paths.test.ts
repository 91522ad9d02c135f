import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForMerchant } from './endpoint.ts'
import { allEndpoints } from './endpoints.ts'
import { findTopic, isStale } from './live-paths.ts'

/** Paths that are loaded on demand and not refreshed by any topic. */
const notLive = [
  'request-log', // one line per API call; its page has a reload button
  'api/v1/live', // the stream itself
]

test('what a dashboard reads is read again when it changes: each path belongs to a topic', () => {
  const uncovered = Object.values(allEndpoints)
    .filter((endpoint) => endpoint.method === 'GET' && (isForMerchant(endpoint) || endpoint.access === 'user'))
    .map(({ path }) => path)
    .filter((path) => !findTopic(path) && !notLive.some((one) => path === one || path.startsWith(`${one}/`)))
  assert.deepEqual(uncovered, [])
})

test('a topic makes its own paths old, and everything makes all old', () => {
  assert.equal(isStale('payments', 'settlements/123'), true)
  assert.equal(isStale('payments', 'payments'), true)
  assert.equal(isStale('payments', 'bank-accounts'), false)
  assert.equal(isStale('account', 'bank-accounts'), true)
  assert.equal(isStale('payments', 'payment-links/check-availability'), false)
  assert.equal(isStale('everything', 'request-log'), true)
})
