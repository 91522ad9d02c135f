import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForMerchant } from './endpoint.ts'
import { allEndpoints, contractAreas, listEndpoints } from './endpoints.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import { allGeneralErrorCodes, generalErrorCodes } from './general-error-codes.ts'
import { schemaAreas, schemasOf } from './schemas.ts'

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

test('each GET endpoint of the dashboard names the topic that refreshes it', () => {
  const without = Object.entries(allEndpoints)
    .filter(([, endpoint]) => endpoint.method === 'GET' && (isForMerchant(endpoint) || endpoint.access === 'user'))
    .filter(([, endpoint]) => endpoint.topics.length === 0)
  assert.deepEqual(without.map(([name]) => name).sort(), notLive.sort())
})

test('a change announces one topic', () => {
  for (const [name, { method, topics }] of Object.entries(allEndpoints))
    if (method !== 'GET') assert.ok(topics.length <= 1, name)
})

test('an endpoint lists only its own error codes, each once', () => {
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    const { errors } = endpoint
    assert.equal(new Set(errors).size, errors.length, name)
    assert.deepEqual(
      errors.filter((code) => generalErrorCodes(endpoint).includes(code)),
      [],
      name,
    )
  }
})

test('every error code belongs to an endpoint', () => {
  const named = new Set([...Object.values(allEndpoints).flatMap(({ errors }) => errors), ...allGeneralErrorCodes])
  assert.deepEqual(
    Object.keys(errorCodes).filter((code) => !named.has(code as ErrorCode)),
    [],
  )
})

test('a description names no error code that its endpoint does not have', () => {
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    const described = [...(schemasOf(endpoint).description ?? '').matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)]
      .map(([, code]) => code as ErrorCode)
      .filter((code) => code in errorCodes && !/^(confirmUser)$/.test(name))
    const possible = [...endpoint.errors, ...generalErrorCodes(endpoint)]
    assert.deepEqual(
      described.filter((code) => !possible.includes(code)),
      [],
      name,
    )
  }
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
