import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForMerchant } from './endpoint.ts'
import { allEndpoints, contractAreas, listEndpoints } from './endpoints.ts'
import { schemaAreas } from './schemas.ts'

/** GET endpoints that dashboards call and whose response no topic changes. */
const notLive = [
  'followBusiness', // the stream of topics itself
  'listLoggedRequests', // one line per API call; its page has a reload button
  'getLoggedRequest',
  'listLoggedKeys',
  // Lookups of a form: right after a create they would report the new object as a conflict.
  'checkPaymentLinkName',
  'resolveAccount',
]

test('what a dashboard reads is read again when it changes: each GET endpoint names its topic', () => {
  const without = Object.entries(allEndpoints)
    .filter(([, endpoint]) => endpoint.method === 'GET' && (isForMerchant(endpoint) || endpoint.access === 'user'))
    .filter(([, endpoint]) => endpoint.topics.length === 0)
  assert.deepEqual(without.map(([name]) => name).sort(), notLive.sort())
})

test('a change announces one topic', () => {
  for (const [name, { method, topics }] of Object.entries(allEndpoints))
    if (method !== 'GET') assert.ok(topics.length <= 1, name)
})

test('each pair of schemas belongs to an endpoint of the same name', () => {
  const areas: Record<string, Record<string, unknown>> = schemaAreas
  for (const [area, endpoints] of Object.entries(contractAreas)) {
    const pairs = Object.entries(areas[area]!).filter(([, one]) => isPair(one))
    assert.deepEqual(
      pairs.map(([name]) => name).sort(),
      listEndpoints(endpoints)
        .map(([name]) => name)
        .sort(),
      area,
    )
  }
})

const isPair = (value: unknown) =>
  typeof value === 'object' && value !== null && 'input' in value && 'output' in value && !('_zod' in value)
