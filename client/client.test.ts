import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { testApp } from '../api/testing/app.ts'
import { createSecretKeyFor } from '../api/testing/users.ts'
import { buildClient } from './client.ts'
import { clientAreas } from './methods.ts'
import { verifyWebhook, WebhookError } from './webhook.ts'

const run = promisify(execFile)
const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2035 }

/** Project folder of a merchant, with the packed client installed. */
async function stranger(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'stranger-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { stdout } = await run(process.execPath, ['client/pack.ts', folder])
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...flags, stdout.trim()], { cwd: folder })
  return folder
}

const sample = `
import { CallError, createClient, each, verifyWebhook } from '@adire/client'

const client = createClient({ key: process.env.KEY ?? '', baseUrl: process.env.URL ?? '' })
if (process.env.STEP === 'ask') {
  const { authorizationUrl, status }: { authorizationUrl: string; status: string } = await client.charges.initialise(
    { amountKobo: 500_000, email: 'ada@example.com', reference: 'order-1', metadata: { orderId: 7 } },
    { idempotencyKey: 'order-1' },
  )
  console.log(JSON.stringify({ authorizationUrl, status }))
} else {
  const { status, payment } = await client.charges.verify({ reference: 'order-1' })
  const refund = await client.refunds.request({ id: payment!.id, amountKobo: 100_000, reason: 'requested_by_customer' })
  await client.customers.create({ email: 'bola@example.com' })
  const customers: string[] = []
  for await (const { email } of each(client.customers.list, { limit: 1 })) customers.push(email)
  const refusal = await client.customers.create({ email: 'bola@example.com' }).catch((error: CallError) => error)
  const [code, field] = refusal instanceof CallError ? [refusal.code, refusal.fields[0]?.field] : []
  const csv: string = await client.payments.download({})
  console.log(JSON.stringify({ status, left: refund.amountKobo, customers, code, field, rows: csv.trim().split('\\n').length }))
}

// Only for its types.
export function hear(body: string, headers: Headers): string {
  const event = verifyWebhook(body, headers, 'whsec_x')
  return event.type === 'charge.success' ? event.data.reference : event.type
}
`

test('a developer installs the packed client, creates a charge, verifies it, and gets correct types', async (t) => {
  const [app, folder] = await Promise.all([testApp(t), stranger(t)])
  const user = await app.createUser()
  const env = { ...process.env, KEY: await createSecretKeyFor(app, user), URL: app.url }
  await writeFile(join(folder, 'sample.mts'), sample)
  const runStep = async (step: string) => {
    const { stdout } = await run(process.execPath, ['sample.mts'], { cwd: folder, env: { ...env, STEP: step } })
    return JSON.parse(stdout)
  }
  const { authorizationUrl, status } = await runStep('ask')
  assert.equal(status, 'pending')
  const payer = app.asNobody()
  const slug = authorizationUrl.split('/').at(-1)
  const { accessCode } = await payer.call(startPayment, {
    slug,
    checkoutId: crypto.randomUUID(),
    email: 'a@example.com',
  })
  await payer.call(payByCard, { accessCode, ...card })
  assert.deepEqual(await runStep('verify'), {
    status: 'success',
    left: 100_000,
    customers: ['bola@example.com', 'ada@example.com'],
    code: 'customer_exists',
    field: 'email',
    rows: 2,
  })

  const areas =
    "import { createClient } from '@adire/client'; console.log(Object.keys(createClient({ key: 'sk_test_x' })).join())"
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', areas], { cwd: folder })
  const readme = await readFile(join(folder, 'node_modules/@adire/client/README.md'), 'utf8')
  assert.deepEqual(
    stdout
      .trim()
      .split(',')
      .filter((area) => !readme.includes(`\`${area}\``)),
    [],
  )

  const types = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--typeRoots']
  const tsc = resolve('node_modules/.bin/tsc')
  await run(tsc, [...types, resolve('node_modules/@types'), 'sample.mts'], { cwd: folder }).catch((error) =>
    assert.fail(String(error.stdout)),
  )
  await writeFile(join(folder, 'wrong.mts'), sample.replace('amountKobo: 500_000', 'amount: 5000'))
  await assert.rejects(run(tsc, [...types, resolve('node_modules/@types'), 'wrong.mts'], { cwd: folder }), /wrong\.mts/)
})

test('a method has the name of its call without the object of its area, and each name is there once', () => {
  const namesIn = (area: string) => clientAreas.find((one) => one.area === area)!.methods.map(({ name }) => name)
  for (const { area, methods } of clientAreas) {
    assert.equal(new Set(namesIn(area)).size, methods.length, area)
    const object = area.replace(/s$/, '').toLowerCase()
    for (const { name } of methods) {
      assert.match(name, /^[a-z]/)
      assert.ok(name === 'getRefundable' || !name.toLowerCase().includes(object), `${area}.${name}`)
      assert.doesNotMatch(name, /^(all|fetch|find|edit|change(?!Plan)|new)/, `${area}.${name}`)
    }
  }
  const customers = ['addNote', 'create', 'downloadXlsx', 'get', 'list', 'listNotes', 'removeNote', 'search', 'update']
  assert.deepEqual(
    customers.filter((name) => !namesIn('customers').includes(name)),
    [],
  )
  const subscriptions = ['create', 'list', 'applyCoupon', 'removeCoupon', 'changePlan', 'getRetrySettings']
  assert.deepEqual(
    subscriptions.filter((name) => !namesIn('subscriptions').includes(name)),
    [],
  )
})

/** Service that returns the given responses in order and records the idempotency keys of the requests. */
async function service(
  t: TestContext,
  responses: { status: number; headers?: Record<string, string>; body?: string }[],
) {
  const requests: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requests.push(request.headers['idempotency-key'] as string | undefined)
    const { status, headers, body = '{}' } = responses[Math.min(requests.length, responses.length) - 1]!
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const calls = {
    things: {
      create: { server: 'core', access: 'merchant', method: 'POST', path: 'things', creates: true },
      change: { server: 'core', access: 'merchant', method: 'POST', path: 'things/:id', creates: false },
    },
  } as const
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { things } = buildClient(calls as never, { key: 'sk_test_x', baseUrl })
  return { requests, things: things! }
}

const busy = { status: 503, headers: { 'retry-after': '0' } }

test('a request that found the service busy is retried under the same key, at most twice', async (t) => {
  const { requests, things } = await service(t, [
    busy,
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 201 },
  ])
  await things.create!({})
  assert.equal(requests.length, 3)
  assert.ok(requests[0] && requests.every((key) => key === requests[0]))
  const never = await service(t, [busy])
  await assert.rejects(never.things.create!({}), { status: 503 })
  assert.equal(never.requests.length, 3)
  const rejecting = await service(t, [{ status: 422 }])
  await assert.rejects(rejecting.things.create!({}), { status: 422 })
  assert.equal(rejecting.requests.length, 1)
  const later = await service(t, [{ status: 429, headers: { 'retry-after': '3600' } }])
  await assert.rejects(later.things.create!({}), { status: 429 })
  assert.equal(later.requests.length, 1, 'nobody is kept waiting for an hour')
  // The first attempt of a request whose connection was lost still runs.
  const running = { status: 409, headers: { 'retry-after': '0' }, body: '{"code":"idempotency_in_progress"}' }
  const slow = await service(t, [busy, running, running, running, { status: 201 }])
  await slow.things.create!({})
  assert.deepEqual([slow.requests.length, new Set(slow.requests).size], [5, 1])
})

test('without a response, only a request that is safe to repeat is sent again', async () => {
  let requests = 0
  const lost = (async () => {
    requests++
    throw new TypeError('fetch failed')
  }) as typeof fetch
  const call = { server: 'core', access: 'merchant', method: 'POST', path: 'things' }
  const calls = { things: { create: { ...call, creates: true }, change: { ...call, creates: false } } }
  const { things } = buildClient(calls as never, {
    key: 'sk_live_x',
    baseUrl: 'https://none.invalid',
    fetch: lost,
    retries: 1,
  })
  await assert.rejects(things!.create!({}), { status: 0 })
  assert.equal(requests, 2)
  await assert.rejects(things!.change!({}), { status: 0 })
  assert.equal(requests, 3)
  assert.throws(() => buildClient({}, { key: 'pk_test_x', baseUrl: 'https://none.invalid' }), TypeError)
})

test('a delivery is verified if it has the right signature, a current timestamp and unchanged content', () => {
  const key = randomBytes(32)
  const secret = `whsec_${key.toString('base64')}`
  const body = '{"type":"charge.success","data":{"amountKobo":1}}'
  const now = new Date('2026-11-21T12:00:00Z')
  const seconds = String(now.getTime() / 1000)
  const sign = (text: string, by = key, at = seconds) =>
    `v1,${createHmac('sha256', by).update(`msg_1.${at}.${text}`).digest('base64')}`
  const headers = { 'Webhook-Id': 'msg_1', 'webhook-timestamp': seconds, 'webhook-signature': `v1,AAAA ${sign(body)}` }
  const verify = (changes: Record<string, string> = {}, text: string | Uint8Array = body, at = now) =>
    verifyWebhook(text, { ...headers, ...changes }, secret, { now: at })
  assert.deepEqual(verify(), JSON.parse(body))
  assert.deepEqual(verify({}, Buffer.from(body)), JSON.parse(body))
  assert.deepEqual(verifyWebhook(body, new Headers(headers), secret, { now }), JSON.parse(body))
  assert.throws(() => verify({}, body.replace('1}', '2}')), WebhookError)
  assert.throws(() => verify({ 'webhook-signature': sign(body, randomBytes(32)) }), WebhookError)
  assert.throws(() => verify({ 'webhook-signature': sign(body).slice(3) }), WebhookError)
  assert.throws(() => verify({ 'webhook-signature': '' }), WebhookError)
  assert.throws(() => verify({ 'webhook-timestamp': '1x' }), WebhookError)
  assert.throws(() => verify({}, body, new Date(now.getTime() + 301_000)), WebhookError)
  assert.throws(() => verify({}, body, new Date(now.getTime() - 301_000)), WebhookError)
  assert.throws(() => verifyWebhook(body, headers, 'whsec_', { now }), WebhookError)
})
