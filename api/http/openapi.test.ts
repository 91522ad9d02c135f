import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { statusesOf } from '@adire/contract/error-codes.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import { webhookData } from '@adire/contract/webhook-data-schemas.ts'
import { webhookEvents, webhookEventTypes } from '@adire/contract/webhook-events.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as z from 'zod/mini'
import { readConfig } from '../config.ts'
import { openApi } from './openapi.ts'
import { areaTexts } from './openapi-areas.ts'
import { openapiExamples } from './openapi-examples.ts'

interface Described {
  description?: string
  properties?: Record<string, Described>
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  'x-callers': string[]
  'x-error-codes'?: string[]
  parameters?: { name: string; description?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Described; example?: unknown }> }
  responses: Record<string, { description?: string }>
}
interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, object>
    schemas: Record<string, { description?: string; properties: Record<string, { description?: string }> }>
  }
}

const document = openApi(readConfig({ PUBLIC_URL: 'https://pay.adire.ng' })) as unknown as Document
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const operation = (name: string) => operations.find(({ operationId }) => operationId === name)!

test('a public linter finds no errors in the document with its strictest rules', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The specification requires the trailing slash of `banks/`.
    rules: { 'no-path-trailing-slash': 'off' },
  })
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
    [],
  )
})

test('an operation is named like its endpoint, has a described tag, and says who may call it', () => {
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).sort(),
    [...Object.keys(allEndpoints), 'issueToken', 'revokeToken'].sort(),
  )
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const { operationId, tags: named, 'x-callers': callers, security, responses } of operations) {
    assert.ok(named.length === 1 && tags.has(named[0]!), operationId)
    assert.ok(callers.length > 0, operationId)
    const { access } = allEndpoints[operationId] ?? {}
    assert.equal(callers.includes('server'), access === 'merchant', operationId)
    assert.equal(
      security.some((scheme) => 'key' in scheme),
      access === 'merchant',
      operationId,
    )
    assert.ok('429' in responses, operationId)
  }
  assert.match(operation('createSecretKey').description, /signed-in users/)
  // Calls about one object have one tag, in whichever file of the contract they are.
  for (const name of ['listSubscriptions', 'createSubscription', 'applyCoupon', 'updateRetrySettings'])
    assert.deepEqual(operation(name).tags, ['Subscriptions'], name)
  assert.equal(new Set(Object.values(areaTexts).map(({ name }) => name)).size, Object.keys(areaTexts).length)
})

test('an operation lists its error codes, and each of their statuses is described', () => {
  const statuses = Object.keys(document.components.responses)
  for (const { operationId, responses, 'x-error-codes': codes = [] } of operations) {
    const endpoint = allEndpoints[operationId]
    assert.deepEqual(codes, endpoint?.errors ?? [], operationId)
    for (const code of endpoint?.errors ?? [])
      for (const status of statusesOf(code)) {
        assert.ok(statuses.includes(String(status)), `${code} ${status}`)
        assert.match(responses[String(status)]!.description!, new RegExp(`\`${code}\``))
      }
  }
})

test('the document uses the descriptions of the contract', () => {
  assert.match(operation('initialiseCharge').description, /^Creates a charge of one amount for one payer/)
  assert.equal(operation('initialiseCharge').summary, 'Initialise charge')
  assert.equal(operation('notePayment').summary, 'Set note of a payment')
  assert.equal(operation('downloadPaymentsXlsx').summary, 'Download payments as XLSX')
  const { Charge } = document.components.schemas
  assert.match(Charge!.description!, /requested by your server/)
  assert.match(Charge!.properties.authorizationUrl!.description!, /hosted checkout/)
  const text = JSON.stringify(document)
  assert.doesNotMatch(text, /\$defs|\*\/|\/\*\*/)
})

test('the examples are valid requests and responses of the contract', () => {
  for (const [name, { request, response }] of Object.entries(openapiExamples)) {
    const endpoint = allEndpoints[name]
    assert.ok(endpoint, name)
    if (request) {
      const id = endpoint.path.includes(':id') ? { id: '01a2b3c4-5d6e-7f80-8910-111213141516' } : {}
      const { error } = z.safeParse(schemasOf(endpoint).input, { ...request, ...id })
      assert.equal(error, undefined, `${name} ${JSON.stringify(error?.issues)}`)
    }
    if (response) {
      const { error } = z.safeParse(schemasOf(endpoint).output, response)
      assert.equal(error, undefined, `${name} ${JSON.stringify(error?.issues)}`)
    }
  }
})

test('every pattern compiles in other languages, and every field that a server sends is described', () => {
  const patterns = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('pattern' in value && typeof value.pattern === 'string') patterns.add(value.pattern)
    for (const part of Object.values(value)) collect(part)
  }
  collect(document)
  assert.ok(patterns.size > 20)
  assert.ok(patterns.has(String.raw`^[^\x00-\x1f\x7f-\x9f]*$`))
  for (const pattern of patterns) {
    // Python's `re` does not know \p, PCRE does not know \u.
    assert.doesNotMatch(pattern, /\\[pPuU]|"/)
    for (const flags of ['', 'u']) assert.ok(new RegExp(pattern, flags), pattern)
  }
  for (const { operationId, tags, 'x-callers': callers, parameters = [], requestBody } of operations) {
    if (!callers.includes('server') && tags[0] !== 'Lookups') continue
    const body = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}
    const fields = [
      ...parameters.filter(({ $ref }) => !$ref).map((one) => [one.name, one] as const),
      ...Object.entries(body),
    ]
    for (const [name, { description }] of fields) assert.ok(description, `${operationId} ${name}`)
  }
})

test('every amount of an object that has a name is described, at its field or with its object', () => {
  const silent = Object.entries(document.components.schemas).flatMap(([name, { description = '', properties = {} }]) =>
    Object.entries(properties)
      .filter(([field, own]) => field.endsWith('Kobo') && !own.description && !description.includes(`\`${field}\``))
      .map(([field]) => `${name}.${field}`),
  )
  assert.deepEqual(silent, [])
})

test('each webhook event has a schema, and an example that the contract accepts', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...webhookEventTypes])
  for (const type of webhookEventTypes) {
    const { schema, example } = Object.values(document.webhooks[type]!.post!.requestBody!.content)[0]!
    assert.deepEqual(schema.properties!.type, { type: 'string', const: type })
    const { data } = example as { type: string; data: unknown }
    const { error } = z.safeParse(webhookData[webhookEvents[type].object], data)
    assert.equal(error, undefined, `${type} ${JSON.stringify(error?.issues)}`)
  }
})
