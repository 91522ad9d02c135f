import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createSecretKey } from '@adire/contract/api-keys.ts'
import { verifyCharge } from '@adire/contract/charges.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { createWebhookEndpoint } from '@adire/contract/webhooks.ts'
import { apiKeys } from '../api/features/api-keys/tables.ts'
import { type TestApp, testApp } from '../api/testing/app.ts'
import { atEnd } from '../api/testing/at-end.ts'
import { testCard } from '../api/testing/charge-fixture.ts'
import { htmlText } from '../api/testing/html-text.ts'
import { createSecretKeyFor } from '../api/testing/users.ts'

const run = promisify(execFile)
const php = '/usr/bin/php'
const python = '/usr/bin/python3'
const without = (program: string) =>
  existsSync(program)
    ? {}
    : { skip: `${program} is missing: npm test installs it where it may use the package manager` }

/** A reader of the site, who only follows its links. */
function openReader({ url, runtime }: TestApp) {
  let html = ''
  const go = async (path: string) => {
    html = await (await fetch(url + path)).text()
  }
  return {
    go,
    follow: async (label: string) => {
      const link = [...html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].find(
        ([, , of]) => htmlText(of!).trim() === label,
      )
      assert.ok(link, `a link "${label}"`)
      await go(link[1]!.replace(runtime.config.publicUrl, ''))
    },
    download: async (name: string) => {
      const link = html.match(new RegExp(`href="([^"]*/${name.replaceAll('.', '\\.')})"`))
      assert.ok(link, `a link to ${name}`)
      const response = await fetch(url + link[1])
      assert.equal(response.status, 200)
      return response.text()
    },
    /** Samples that begin with this text, with the address of this API. */
    samples: (start: string) =>
      [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)]
        .map(([, code]) => htmlText(code!).trim().replaceAll(runtime.config.publicUrl, url))
        .filter((code) => code.startsWith(start)),
  }
}

async function workFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Service that is always busy for one payment; of another, a refund that was sent before still runs for four attempts. */
async function busyService(t: TestContext) {
  const keys = { busy: [] as unknown[], running: [] as unknown[] }
  const server = createServer((request, response) => {
    const name = request.url!.includes('/running/') ? 'running' : 'busy'
    keys[name].push(request.headers['idempotency-key'])
    const reject = (status: number, code: string) =>
      response.writeHead(status, { 'retry-after': '0' }).end(`{"code":"${code}","message":"We are busy just now"}`)
    if (name === 'busy') reject(503, 'busy')
    else if (keys.running.length < 5) reject(409, 'idempotency_in_progress')
    else response.writeHead(201).end('{"id":"r1"}')
  }).listen(0, '127.0.0.1')
  atEnd(t, () => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
}

async function payCharge(app: TestApp, authorizationUrl: string) {
  const slug = authorizationUrl.split('/').at(-1)!
  const payer = app.asNobody()
  const begun = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const { accessCode } = await payer.call(startPayment, begun)
  assert.equal((await payer.call(payByCard, { accessCode, ...testCard })).status, 'success')
}

test('from the home page to a delivered order in PHP, with what the site offers', without(php), async (t) => {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call } = app.as(user)
  await app.runtime.database.write((tx) => tx.delete(apiKeys))
  await call(confirmUser, { password: user.password })
  const { key } = await call(createSecretKey, {})
  const folder = await workFolder(t)
  const reader = openReader(app)
  await reader.go('/')
  await reader.follow('Documentation')
  await reader.follow('Libraries')
  await writeFile(join(folder, 'adire.php'), await reader.download('adire.php'))
  const [pay, webhook] = reader.samples('<?php')
  await writeFile(join(folder, 'pay.php'), pay!)
  await writeFile(join(folder, 'webhook.php'), webhook!)
  const port = await freePort()
  const shop = `http://127.0.0.1:${port}`
  const { secret } = await call(createWebhookEndpoint, { url: `${shop}/webhook.php`, events: null })
  const server = spawn(php, ['-S', `127.0.0.1:${port}`], {
    cwd: folder,
    env: { ...process.env, ADIRE_SECRET_KEY: key, ADIRE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  atEnd(t, () => void server.kill())
  await new Promise<void>((resolve) => {
    server.stderr.on('data', (line: Buffer) => line.includes('started') && resolve())
  })

  const started = await fetch(`${shop}/pay.php`, { redirect: 'manual' })
  assert.equal(started.status, 302)
  await payCharge(app, started.headers.get('location')!)
  await app.drain()
  assert.equal(await readFile(join(folder, 'delivered.txt'), 'utf8'), 'order-2\n')
  assert.equal((await call(verifyCharge, { reference: 'order-2' })).status, 'success')
  const forged = await fetch(`${shop}/webhook.php`, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"type":"charge.success","data":{"chargeReference":"order-2"}}',
  })
  assert.equal(forged.status, 400)
  assert.equal(await readFile(join(folder, 'delivered.txt'), 'utf8'), 'order-2\n')
})

test(
  'the sample in Python creates a charge; the client refunds it, names errors, and verifies a signature',
  without(python),
  async (t) => {
    const app = await testApp(t)
    const key = await createSecretKeyFor(app, await app.createUser())
    const folder = await workFolder(t)
    const reader = openReader(app)
    await reader.go('/docs/libraries')
    await writeFile(join(folder, 'adire.py'), await reader.download('adire.py'))
    const [sample] = reader.samples('import os')
    const runPython = async (code: string) =>
      (await run(python, ['-c', code], { cwd: folder, env: { ...process.env, ADIRE_SECRET_KEY: key } })).stdout
        .trim()
        .split('\n')
    const slow = await busyService(t)
    const [authorizationUrl, status] = await runPython(sample!)
    assert.equal(status, 'pending')
    await payCharge(app, authorizationUrl!)
    assert.deepEqual(
      await runPython(`
import base64, hashlib, hmac, os, time
from adire import CallError, Client, WebhookError, verify_webhook
adire = Client(os.environ['ADIRE_SECRET_KEY'], '${app.url}')
payment = adire.verify_charge('order-3')['payment']
refund = adire.request_refund(payment['id'], amountKobo=100000, reason='other', idempotency_key='refund-1')
print(refund['id'] == adire.request_refund(payment['id'], amountKobo=100000, reason='other', idempotency_key='refund-1')['id'])
try:
    adire.verify_charge('no/such')
except CallError as error:
    print(error.status, error.code)
try:
    Client(os.environ['ADIRE_SECRET_KEY'], 'http://127.0.0.1:1', retries=1).verify_charge('order-3')
except CallError as error:
    print(error.status, error.code, 'No response' in str(error))
print(Client('sk_test_x', '${slow.url}').request_refund('running', amountKobo=1)['id'])
now, body = str(int(time.time())), b'{"type":"charge.success"}'
signature = base64.b64encode(hmac.new(b'key', b'msg_1.' + now.encode() + b'.' + body, hashlib.sha256).digest()).decode()
headers = {'Webhook-Id': 'msg_1', 'Webhook-Timestamp': now, 'Webhook-Signature': 'v1,AAAA v1,' + signature}
print(verify_webhook(body, headers, 'whsec_' + base64.b64encode(b'key').decode())['type'])
for bad in (body + b' ', body):
    try:
        verify_webhook(bad, headers, 'whsec_a2V5', now=time.time() + (301 if bad == body else 0))
    except WebhookError as error:
        print(error)
`),
      [
        'True',
        '400 validation_error',
        '0 no_response True',
        'r1',
        'charge.success',
        'The signature does not fit',
        'The delivery is too old, or from the future',
      ],
    )
  },
)

test(
  'the client for PHP sends one key in all attempts, waits as told and while an attempt runs, and stops after two retries',
  without(php),
  async (t) => {
    const folder = await workFolder(t)
    await writeFile(join(folder, 'adire.php'), await readFile('client/php/adire.php'))
    const { url, keys } = await busyService(t)
    const call = (at: string, id: string) => `
    try { echo (new Adire\\Client('sk_test_x', '${at}'))->requestRefund('${id}', ['amountKobo' => 1])['id'], "\\n"; }
    catch (Adire\\CallError $error) { echo $error->status, ' ', $error->errorCode, ' ', $error->getMessage(), "\\n"; }`
    const code = `require 'adire.php';${call(url, 'busy')}${call('http://127.0.0.1:1', 'busy')}${call(url, 'running')}`
    const { stdout } = await run(php, ['-r', code], { cwd: folder })
    const [throttled, lost, finished] = stdout.trim().split('\n')
    assert.equal(throttled, '503 busy We are busy just now')
    assert.match(lost!, /^0 no_response No response from http:\/\/127\.0\.0\.1:1: /)
    assert.equal(finished, 'r1')
    assert.deepEqual([keys.busy.length, new Set(keys.busy).size], [3, 1])
    assert.deepEqual([keys.running.length, new Set(keys.running).size], [5, 1])
  },
)

test('the Postman collection has each call that a key may make, with its path and an example', async (t) => {
  const app = await testApp(t)
  const reader = openReader(app)
  await reader.go('/docs/libraries')
  const collection = JSON.parse(await reader.download('adire.postman_collection.json'))
  const items: { name: string; request: { method: string; url: { raw: string }; body?: { raw: string } } }[] =
    collection.item.flatMap(({ item }: { item: object[] }) => item)
  const { paths } = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: object[] }>>
  }
  const forKeys = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ security }) => security.some((scheme) => 'key' in scheme))
  assert.equal(items.length, forKeys.length)
  const initialise = items.find(({ name }) => name === 'Initialise charge')!.request
  assert.deepEqual(
    [initialise.method, initialise.url.raw],
    ['POST', '{{baseUrl}}/{{mode}}/collections/charges/initialise'],
  )
  assert.equal(JSON.parse(initialise.body!.raw).reference, 'order-1042')
  assert.match(collection.info.schema, /v2\.1\.0\/collection\.json$/)
})
