import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mode } from '@adire/contract/call.ts'
import {
  type Endpoint,
  encodeRequest,
  isForMerchant,
  merchantInPath,
  pathParameters,
} from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import * as z from 'zod/mini'
import { allRoutes } from '../servers.ts'
import { type TestApp, testApp, withLiveMode } from './app.ts'
import { openOnce } from './open-once.ts'
import { createSecretKeyFor, type TestUser } from './users.ts'

const all = Object.entries(allEndpoints)
const missing = '00000000-0000-7000-8000-000000000000'

let api: TestApp
let ade: TestUser
let bola: TestUser

// One database for the whole file: no test reads what another writes.
const prepare = openOnce(async (t) => {
  api = await testApp(t, withLiveMode)
  ade = await api.createUser('Ade')
  bola = await api.createUser('Bola')
})

interface Sent {
  token?: string | undefined
  mode?: Mode
  fields?: Record<string, unknown>
  raw?: string
}

async function send(endpoint: Endpoint, { token, mode = 'TEST', fields = {}, raw }: Sent) {
  const filled = { ...Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, missing])), ...fields }
  const { path, body } = encodeRequest(endpoint, filled)
  const response = await fetch(`${api.url}/${mode.toLowerCase()}/${endpoint.server}/${path}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: raw ?? body }),
  })
  const { status, headers } = response
  // An accepted event stream stays open until the client closes it.
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status, body: undefined, headers }
  }
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text || undefined, headers: response.headers }
}

const hasBody = (endpoint: Endpoint) => !endpoint.uploads && (endpoint.method === 'POST' || endpoint.method === 'PUT')
const clientToken = () => api.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
const tokenFor = async (endpoint: Endpoint) => {
  if (endpoint.access === 'public') return undefined
  return endpoint.access === 'client' ? clientToken() : ade.token
}

test('every endpoint of the contract has exactly one handler', () => {
  const served = allRoutes.map(({ endpoint }) => endpoint)
  for (const [name, endpoint] of all) assert.equal(served.filter((one) => one === endpoint).length, 1, name)
  assert.equal(served.length, all.length)
})

test('no endpoint but a public one responds without a token, or with a token of another kind [S2.1-02] [S6-01] [S6-02]', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    if (endpoint.access === 'public') continue
    const without = await send(endpoint, {})
    assert.equal(without.status, 401, name)
    assert.equal(without.body.code, 'unauthenticated', name)
    assert.ok(without.body.message && without.body.error.message && without.body.requestId, name)
    assert.equal((await send(endpoint, { token: 'nonsense' })).status, 401, name)
    if (endpoint.access !== 'client')
      assert.equal((await send(endpoint, { token: await clientToken() })).status, 401, name)
  }
})

test('the id of another merchant gets the same response as an unknown id [S1-01] [S6-01]', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    if (!isForMerchant(endpoint)) continue
    const other = await send(endpoint, { token: ade.token, fields: { merchantId: bola.merchantId } })
    assert.equal(other.status, 404, name)
    assert.equal(other.body.code, 'business_not_found', name)
    const none = await send(endpoint, { token: ade.token, fields: { merchantId: missing } })
    assert.deepEqual({ ...none.body, requestId: '' }, { ...other.body, requestId: '' }, name)
  }
})

test('the servers of one mode do not know merchants of the other [S1-01]', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    if (!isForMerchant(endpoint)) continue
    const { status } = await send(endpoint, { token: ade.token, mode: 'LIVE', fields: { merchantId: ade.merchantId } })
    assert.equal(status, 404, name)
  }
})

test('a merchant endpoint requires the merchant id', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    if (!isForMerchant(endpoint) || merchantInPath(endpoint)) continue
    const { status, body } = await send(endpoint, { token: ade.token })
    assert.equal(status, 400, name)
    assert.equal(body.errors[0].field, 'merchantId', name)
  }
})

test('an oversized body is rejected before it is read', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    if (!hasBody(endpoint)) continue
    const { status, body } = await send(endpoint, {
      token: await tokenFor(endpoint),
      raw: JSON.stringify({ x: 'x'.repeat(70_000) }),
    })
    assert.equal(status, 413, name)
    assert.equal(body.code, 'body_too_large', name)
  }
})

test('a body that is not JSON, or not an object, is rejected', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    if (!hasBody(endpoint)) continue
    for (const raw of ['{"a":', '[1]', '"text"', 'null'])
      assert.equal((await send(endpoint, { token: await tokenFor(endpoint), raw })).status, 400, `${name} ${raw}`)
  }
})

interface Input {
  properties?: Record<string, object>
  required?: string[]
}

/** The JSON schema of an input, as in the OpenAPI document. */
const inputOf = (endpoint: Endpoint) =>
  z.toJSONSchema(schemasOf(endpoint).input, { io: 'input', unrepresentable: 'any' }) as Input

const hostile: unknown[] = [
  {},
  [],
  ['x'],
  true,
  -1,
  1e300,
  '',
  '\u0000',
  "'; drop table payments; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'x'.repeat(5_000),
]

/** As many fields as a request may have with this value: an address is shorter than a body. */
const maxFields = (endpoint: Endpoint, value: unknown) => (String(value).length < 100 || hasBody(endpoint) ? 10 : 3)

interface FieldSet {
  fields: string[]
  /** Whether the schema of the contract rejects the value in each of them. */
  isRejected: boolean
}

/**
 * The fields in which a value is sent: each alone, so that the handler gets it. Those in which it is rejected, and those of a body that lacks
 * another required field, are sent together: the request is rejected before the handler, and all its fields are checked in one go.
 */
function listFieldSets(endpoint: Endpoint, { properties = {}, required = [] }: Input, value: unknown): FieldSet[] {
  const inPath = pathParameters(endpoint.path)
  const inBody = (field: string) => hasBody(endpoint) && !inPath.includes(field)
  // An address has no objects, and an empty value is left out of it.
  const fits = (field: string) => inBody(field) || (typeof value !== 'object' && value !== '')
  const isRejected = (field: string) => {
    if (endpoint.uploads) return false // it may be rejected before the form is read
    const given = { [field]: inBody(field) ? value : String(value) }
    const { error } = z.safeParse(schemasOf(endpoint).input, given)
    return error?.issues.some(({ path }) => path[0] === field) ?? false
  }
  const isIncomplete = (field: string) =>
    inBody(field) && required.some((one) => one !== field && !inPath.includes(one))
  const size = maxFields(endpoint, value)
  const fitting = Object.keys(properties).filter(fits)
  const rejected = fitting.filter(isRejected)
  const accepted = fitting.filter((field) => !rejected.includes(field))
  return [
    ...inGroups(rejected, size).map((fields) => ({ fields, isRejected: true })),
    ...inGroups(accepted.filter(isIncomplete), size).map((fields) => ({ fields, isRejected: false })),
    ...accepted.filter((field) => !isIncomplete(field)).map((field) => ({ fields: [field], isRejected: false })),
  ]
}

const inGroups = (fields: string[], size: number) =>
  fields.flatMap((_, first) => (first % size === 0 ? [fields.slice(first, first + size)] : []))

test('any value of a field gets a clear rejection or a valid response, never an internal error [S4-06]', async () => {
  await prepare()
  for (const [name, endpoint] of all) {
    const token = await tokenFor(endpoint)
    const merchant = isForMerchant(endpoint) ? { merchantId: ade.merchantId } : {}
    const input = inputOf(endpoint)
    for (const value of hostile)
      for (const { fields, isRejected } of listFieldSets(endpoint, input, value)) {
        const given = Object.fromEntries(fields.map((field) => [field, value]))
        const { status, body } = await send(endpoint, { token, fields: { ...merchant, ...given } })
        const description = `${name} ${fields}=${JSON.stringify(value)?.slice(0, 40)} -> ${status} ${JSON.stringify(body)?.slice(0, 200)}`
        assert.ok(status < 500, description)
        if (status >= 400) assert.ok(body.code && body.message && body.requestId, description)
        if (status === 400) assert.ok(body.errors.length > 0, description)
        if (isRejected) assert.ok(status >= 400, description)
        if (!isRejected || status !== 400) continue
        const named = body.errors.map(({ field }: { field: string }) => field.split(/[.[]/, 1)[0])
        for (const field of fields) assert.ok(named.includes(field), `${description} does not name ${field}`)
      }
  }
})

/**
 * Uploads whose path parameters are checked before the form is read, and the status with which they are rejected: an unknown dispute
 * or link, or a business with nothing to submit.
 */
const rejectedEarly = new Map([
  ['addEvidence', 404],
  ['uploadPaymentLinkPicture', 404],
  ['uploadDocument', 409],
])

test('an unknown field is named and rejected', async () => {
  await prepare()
  for (const [name, endpoint] of all.filter(([name]) => !rejectedEarly.has(name))) {
    const merchant = isForMerchant(endpoint) ? { merchantId: ade.merchantId } : {}
    const { status, body } = await send(endpoint, {
      token: await tokenFor(endpoint),
      fields: { ...merchant, unheardOf: '1' },
    })
    assert.equal(status, 400, name)
    assert.ok(
      body.errors.some((error: { field: string }) => error.field === 'unheardOf'),
      name,
    )
  }
})

/** Sends a form with arbitrary content. */
async function sendForm(endpoint: Endpoint, form: FormData, token = ade.token, merchantId = ade.merchantId) {
  const filled = Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, missing]))
  const path = encodeRequest(endpoint, { ...filled, type: 'OWNER_IDENTITY', evidenceType: 'receipt', merchantId }).path
  const response = await fetch(`${api.url}/test/${endpoint.server}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as { code: string } }
}

const uploads = all.filter(([, endpoint]) => endpoint.uploads)
const formWith = (content: string | Uint8Array, name = 'paper.pdf', field = 'document') => {
  const form = new FormData()
  form.set(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return form
}

test('an upload that is too large, of another type than declared, or not a form is rejected', async () => {
  await prepare()
  assert.ok(uploads.length > 0)
  for (const [name, endpoint] of uploads) {
    const early = rejectedEarly.get(name)
    for (const field of ['document', 'logo', 'picture']) {
      const large = await sendForm(endpoint, formWith(new Uint8Array(6 * 1024 * 1024), 'paper.pdf', field))
      assert.equal(large.status, early ?? 413, `${name} ${field}`)
      for (const content of ['<script>alert(1)</script>', 'MZ\u0090', '', 'GIF89a<?php system(1) ?>']) {
        const { status } = await sendForm(endpoint, formWith(content, '../../../etc/passwd.pdf', field))
        assert.ok(early ? status === early : status === 400 || status === 422, `${name} ${field} ${status}`)
      }
    }
    assert.equal((await sendForm(endpoint, formWith('%PDF-', 'a.pdf'), 'nonsense')).status, 401, name)
    assert.equal((await sendForm(endpoint, formWith('%PDF-', 'a.pdf'), ade.token, bola.merchantId)).status, 404, name)
  }
})

test('a secret key has access to the endpoints for servers, in its own business and mode, and to nothing else [S6-01]', async () => {
  await prepare()
  const key = await createSecretKeyFor(api, ade)
  for (const [name, endpoint] of all) {
    if (endpoint.access === 'public') continue
    const { status } = await send(endpoint, { token: key })
    if (endpoint.access === 'merchant') {
      const named = merchantInPath(endpoint) ? { merchantId: ade.merchantId } : {}
      assert.ok(![401, 403].includes((await send(endpoint, { token: key, fields: named })).status), name)
      assert.equal((await send(endpoint, { token: key, fields: { merchantId: bola.merchantId } })).status, 404, name)
      assert.equal((await send(endpoint, { token: key, mode: 'LIVE', fields: named })).status, 401, name)
    } else if (endpoint.access === 'member') {
      assert.equal((await send(endpoint, { token: key, fields: { merchantId: ade.merchantId } })).status, 403, name)
    } else assert.equal(status, 403, name)
  }
})

test('every response has the security headers', async () => {
  await prepare()
  const { headers } = await send(allEndpoints.getUser!, { token: ade.token })
  assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.ok(headers.get('request-id'))
})

test('the OpenAPI document describes every endpoint of the contract', async () => {
  await prepare()
  const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
    openapi: string
    paths: Record<string, Record<string, object>>
  }
  assert.equal(document.openapi, '3.1.0')
  for (const [name, endpoint] of all) {
    const path = `/${endpoint.server}/${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    assert.ok(document.paths[path]?.[endpoint.method.toLowerCase()], name)
  }
})
