import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createSecretKey } from '@adire/contract/api-keys.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createMandate } from '@adire/contract/direct-debit.ts'
import { errorCodes } from '@adire/contract/error-codes.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { webhookEventTypes } from '@adire/contract/webhook-events.ts'
import { lagosDay } from '../../lagos.ts'
import { type TestApp, testApp, withLiveMode } from '../../testing/app.ts'
import { testCard } from '../../testing/charge-fixture.ts'
import { htmlText } from '../../testing/html-text.ts'
import { createSecretKeyFor } from '../../testing/users.ts'
import { apiKeys } from '../api-keys/tables.ts'

const page = async ({ url }: TestApp, path: string) => {
  const response = await fetch(url + path, { redirect: 'manual' })
  return { status: response.status, cache: response.headers.get('cache-control'), html: await response.text() }
}

/** The curl commands of a page, as copied by a reader. */
const commandsIn = (html: string) =>
  [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)]
    .map(([, code]) => htmlText(code!))
    .filter((code) => code.startsWith('curl '))

/** Sends the request of a curl command. */
function run(app: TestApp, command: string, key: string) {
  const address = new URL(command.match(/^curl (?:-g )?"?([^\s"]+)/)![1]!)
  const headers = [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [
    name!,
    value!.replace('$ADIRE_SECRET_KEY', key),
  ])
  const body = command.match(/-d '([\s\S]*)'/)?.[1]
  return fetch(app.url + address.pathname + address.search, {
    method: command.match(/-X (\w+)/)?.[1] ?? (body ? 'POST' : 'GET'),
    headers: Object.fromEntries(headers),
    ...(body && { body }),
  })
}

test('the commands of the guide of saved cards save a card, charge it, subscribe its holder, and make a link of the plan', async (t) => {
  const app = await testApp(t)
  const owner = await app.createUser()
  const merchant = app.as(owner)
  const key = await createSecretKeyFor(app, owner)
  const [save, charge, subscribe, link] = commandsIn((await page(app, '/docs/saved-cards')).html)
  const { authorizationUrl } = (await (await run(app, save!, key)).json()) as { authorizationUrl: string }
  const slug = authorizationUrl.split('/').at(-1)!
  const payer = app.asNobody()
  const { accessCode } = await payer.call(startPayment, {
    slug,
    checkoutId: crypto.randomUUID(),
    email: 'ada@example.com',
  })
  await payer.call(payByCard, { accessCode, ...testCard })
  const [card] = (await merchant.call(listSavedCards, {})).content
  const plan = await merchant.call(createPlan, { name: 'Fabric', amountKobo: 500_000, interval: 'monthly' })
  for (const command of [charge!, subscribe!, link!]) {
    const filledIn = command
      .replaceAll("'$SAVED_CARD'", card!.id)
      .replaceAll('$SAVED_CARD', card!.id)
      .replaceAll("'$PLAN'", plan.id)
    const response = await run(app, filledIn, key)
    assert.equal(response.status, 201, `${filledIn}\n${await response.text()}`)
  }
})

test('every account of the page of test cards can have a mandate', async (t) => {
  const app = await testApp(t)
  const { call } = app.as(await app.createUser())
  const guide = await (await fetch(`${app.url}/docs/test-cards.md`)).text()
  const accounts = [...guide.matchAll(/^\| `(\d{10})` \| [A-Z]/gm)].map(([, account]) => account!)
  assert.equal(accounts.length, 8)
  const startOn = lagosDay(new Date(app.runtime.clock().getTime() + 7 * 86_400_000))
  for (const accountNumber of accounts)
    await call(createMandate, {
      customerEmail: 'ada@example.com',
      bankId: 8,
      accountNumber,
      kind: 'variable',
      amountKobo: 500_000,
      startOn,
      narration: 'Rent',
    })
})

test('every command of the guides works as described, with a secret key', async (t) => {
  const app = await testApp(t)
  const owner = await app.createUser()
  const merchant = app.as(owner)
  await app.runtime.database.write((tx) => tx.delete(apiKeys))
  await merchant.call(confirmUser, { password: owner.password })
  const { key } = await merchant.call(createSecretKey, {})
  for (const guide of ['first-payment', 'errors', 'direct-debit']) {
    const commands = commandsIn((await page(app, `/docs/${guide}`)).html)
    assert.ok(commands.length > 0, guide)
    for (const command of commands) {
      const response = await run(app, command, key)
      assert.ok(response.ok, `${command}\n${response.status} ${await response.text()}`)
    }
  }
  const { html } = await page(app, '/docs/api/charges')
  const [initialise, ...others] = commandsIn(html)
  assert.equal((await run(app, initialise!, key)).status, 201)
  assert.equal(others.length, 2)
})

test('the mandate of the guide can be created on each day of a year, also on its first and last', async (t) => {
  const app = await testApp(t)
  const owner = await app.createUser()
  const key = await createSecretKeyFor(app, owner)
  const year = app.runtime.clock().getUTCFullYear() + 1
  // Noon in Lagos.
  for (const day of ['01-01', '01-02', '06-15', '12-31']) {
    app.stopClock(new Date(`${year}-${day}T11:00:00Z`))
    const [create] = commandsIn((await page(app, '/docs/direct-debit')).html)
    const response = await run(app, create!, key)
    assert.equal(response.status, 201, `${day} ${await response.text()}`)
  }
})

test('the reference is generated from the OpenAPI document: parameters, responses, errors; an unknown page is not found', async (t) => {
  const app = await testApp(t)
  const { status, html } = await page(app, '/docs/api/charges')
  assert.equal(status, 200)
  for (const part of ['Initialise charge', 'amountKobo', 'authorizationUrl', 'POST', 'Idempotency-Key', 'Response 201'])
    assert.ok(html.includes(part), part)
  const fields = htmlText(html)
  for (const shown of [
    'amountKobointeger, required10000 to 5000000000Price in kobo',
    'referencestring, optional1 to 64 letters, digits and . _ = -',
    'limitinteger in the query, optional1 to 100; default: 10Maximum number',
    '409The request conflicts with the current state.',
    'duplicate_reference: The reference was used for another charge',
  ])
    assert.ok(fields.includes(shown), shown)
  assert.match(html, /href="\/docs\/errors#duplicate_reference"/)
  assert.match(html, /<title>Charges API · Adire<\/title>/)
  assert.match(html, /<link rel="canonical" href="[^"]+\/docs\/api\/charges"/)
  for (const path of ['/docs/api/nothing', '/docs/api/charges%22%3E', '/docs/nothing'])
    assert.equal((await page(app, path)).status, 404, path)
  // Endpoints for signed-in users only are not in the API reference for servers.
  assert.equal((await page(app, '/docs')).html.includes('/docs/api/api-keys'), false)
  assert.equal((await page(app, '/docs/api/verification')).html.includes('a secret key gets 403'), false)
  assert.equal(htmlText((await page(app, '/docs/api/lookups')).html).includes('ADIRE_SECRET_KEY'), false)
})

test('the calls of an area are in the order in which a reader looks for them: its object from creating to actions, then others, then files', async (t) => {
  const app = await testApp(t)
  const titlesOf = async (area: string) => {
    const { html } = await page(app, `/docs/api/${area}`)
    return [...html.matchAll(/<h2 id=[^>]*>(.*?)<\/h2>/gs)].map(([, title]) => htmlText(title!))
  }
  const mandates = [
    'Create mandate',
    'List mandates',
    'Get mandate',
    'Update mandate',
    'Delete mandate',
    'Send mandate',
  ]
  const debits = ['Schedule debit', 'List debits', 'Cancel debit', 'Debit mandate on demand']
  assert.deepEqual((await titlesOf('direct-debit')).slice(0, 11), [...mandates, 'Cancel mandate', ...debits])
  const [create, ...subscriptions] = await titlesOf('subscriptions')
  assert.deepEqual([create, subscriptions.includes('Apply coupon')], ['Create subscription', true])
  assert.equal((await titlesOf('lookups')).length, 7)
  const customers = await titlesOf('customers')
  assert.deepEqual(customers.slice(-2), ['Download customers', 'Download customers as XLSX'])
})

test('the reference has samples in four languages, and the one in JavaScript runs as it is', async (t) => {
  const app = await testApp(t)
  const key = await createSecretKeyFor(app, await app.createUser())
  const { html } = await page(app, '/docs/api/charges')
  const samples = [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, code]) => htmlText(code!))
  const url = `${app.runtime.config.publicUrl}/test/collections/charges/initialise`
  const [curl, javaScript, php, python] = samples.filter((sample) => sample.includes(url))
  assert.match(curl!, /^curl /)
  assert.match(php!, /'amountKobo' => 1250000,/)
  assert.match(python!, /^import os\nimport requests\n[\s\S]*requests\.post\([\s\S]*'orderId': 1042,/)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', javaScript!.replace(app.runtime.config.publicUrl, app.url)],
    { env: { ADIRE_SECRET_KEY: key } },
  )
  assert.match(stdout, /^201 \{"id"/)
})

test('each sample of the reference is a request that the API takes, but for the ids, which a reader puts in', async (t) => {
  const app = await testApp(t)
  const key = await createSecretKeyFor(app, await app.createUser())
  // The day of the examples.
  app.stopClock(new Date('2026-11-21T10:16:12.000Z'))
  const index = (await page(app, '/docs')).html
  const areas = new Set([...index.matchAll(/href="(\/docs\/api\/[^"#]+)"/g)].map(([, path]) => path!))
  const commands: string[] = []
  for (const area of areas) commands.push(...commandsIn((await page(app, area)).html))
  const wrong: string[] = []
  for (const command of commands.filter((one) => !one.includes(' -F '))) {
    const id = command.includes('/countries/') || command.includes('/banks/') ? '1' : crypto.randomUUID()
    const response = await run(app, command.replaceAll(/\b(?:[A-Z]+_)*ID\b/g, id), key)
    const text = await response.text()
    if (text.includes('"validation_error"') && !text.includes('Choose recipients of your business'))
      wrong.push(`${command}\n${text}`)
  }
  assert.ok(commands.length > 150, String(commands.length))
  assert.deepEqual(wrong, [])
})

test('an error links to its code in the documentation, which describes every code', async (t) => {
  const app = await testApp(t, withLiveMode)
  const { publicUrl } = app.runtime.config
  const { html } = await page(app, '/docs/errors')
  const rows = Object.fromEntries(
    [...html.matchAll(/<tr id="([^"]+)".*?<\/tr>/gs)].map(([row, id]) => [id, htmlText(row)]),
  )
  for (const [code, { status, description }] of Object.entries(errorCodes)) {
    const row = rows[code] ?? ''
    const described = htmlText(description.replaceAll('`', ''))
    assert.ok(row.startsWith(`${code}${[status].flat().join(', ')}${described}`), `${code}: ${row}`)
    assert.ok(row.length > code.length + described.length + 10, `${code} says what to do: ${row}`)
  }
  for (const [path, code] of [
    ['/test/collections/charges', 'unauthenticated'],
    ['/live/core/nothing', 'address_not_found'],
    [`/test/core/banks/${'x'.repeat(400)}`, 'address_not_found'],
  ]) {
    const { doc_url: docUrl } = (await (await fetch(app.url + path)).json()) as { doc_url: string }
    assert.equal(docUrl, `${publicUrl}/docs/errors#${code}`)
  }
})

test('every charge of the guides has a reference of its own, so a reader can try one sample after the other', async (t) => {
  const app = await testApp(t)
  const references: string[] = []
  for (const guide of ['first-payment', 'libraries', 'saved-cards', 'inline-checkout']) {
    const response = await fetch(`${app.url}/docs/${guide}.md`)
    for (const [, reference] of (await response.text()).matchAll(/\breference['"]?(?::| =>|=) ?['"](order-\d+)/g))
      references.push(reference!)
  }
  assert.equal(references.length, 7, references.join())
  assert.deepEqual(references, [...new Set(references)])
})

test('each webhook event has its payload on a page, with the reference and metadata of the merchant', async (t) => {
  const app = await testApp(t)
  const { html } = await page(app, '/docs/webhook-events')
  const guide = (await page(app, '/docs/webhooks')).html
  for (const type of webhookEventTypes) {
    assert.ok(html.includes(`<h3 id="${type}"`), type)
    assert.ok(htmlText(html).includes(`"type": "${type}"`), type)
    assert.ok(guide.includes(`href="/docs/webhook-events#${type}"`), type)
  }
  assert.match(htmlText(html), /"chargeReference": "order-1042",\s+"chargeMetadata": \{\s+"orderId": 1042/)
})

test('llms.txt lists the documentation for language models, with each guide as Markdown', async (t) => {
  const app = await testApp(t)
  const { publicUrl } = app.runtime.config
  const list = await fetch(`${app.url}/llms.txt`)
  assert.equal(list.headers.get('content-type'), 'text/plain; charset=utf-8')
  const paths = [...(await list.text()).matchAll(/\]\((\S+)\)/g)].map(([, url]) => url!.replace(publicUrl, ''))
  for (const path of ['/docs/webhooks.md', '/docs/changelog.md', '/docs/api/charges', '/openapi.json'])
    assert.ok(paths.includes(path), path)
  for (const path of paths) assert.equal((await fetch(app.url + path)).status, 200, path)
  const guide = await fetch(`${app.url}/docs/webhooks.md`)
  assert.equal(guide.headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.match(await guide.text(), /^# Webhooks\n[\s\S]*chargeReference/)
  assert.equal((await fetch(`${app.url}/docs/nothing.md`)).status, 404)
})

test('the search works without script, and shows the query as text', async (t) => {
  const app = await testApp(t)
  const found = await page(app, '/docs/search?q=webhook%20signature')
  assert.match(found.html, /href="\/docs\/webhooks#verify-the-signature"/)
  assert.equal(found.cache, 'no-store')
  assert.match(
    (await page(app, '/docs/search?q=initialise+charge')).html,
    /href="\/docs\/api\/charges#initialiseCharge"/,
  )
  const hostile = await page(
    app,
    `/docs/search?q=${encodeURIComponent('"><script>x</script>')}&q=${encodeURIComponent('<b>zebra')}`,
  )
  assert.match(hostile.html, /Nothing found for “&lt;b&gt;zebra”/)
  assert.doesNotMatch(hostile.html, /<script>x|<b>zebra/)
  assert.equal((await page(app, `/docs/search?q=${'x'.repeat(5000)}`)).status, 200)
})
