import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { hourMs } from '@adire/contract/durations.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { testApp } from '../../testing/app.ts'
import { atEnd } from '../../testing/at-end.ts'
import { runNow } from '../../testing/drain.ts'
import { mailsTo } from '../../testing/mails.ts'
import { checkCheckout, findCheckoutState, listChecks } from './check.ts'
import type { CheckoutInventory } from './inventory.ts'
import { runCheckoutCommand } from './operator.ts'

interface Served {
  status: number
  headers: Headers
  body: string
}
type Tamper = (path: string, served: Served) => Served | undefined

/** The product behind a proxy at its public address, which passes everything on and may change it. */
async function proxiedApp(t: TestContext) {
  let tamper: Tamper = (_path, served) => served
  let target = ''
  const proxy = createServer(async (request, response) => {
    const upstream = await fetch(target + request.url, { redirect: 'manual' })
    const headers = new Headers(upstream.headers)
    for (const name of ['content-encoding', 'content-length', 'connection', 'keep-alive', 'transfer-encoding'])
      headers.delete(name)
    const body = Buffer.from(await upstream.arrayBuffer()).toString('latin1') // each byte is a character, also of a font
    const served = tamper(request.url!, { status: upstream.status, headers, body })
    if (!served) return response.destroy()
    return response.writeHead(served.status, Object.fromEntries(served.headers)).end(served.body, 'latin1')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => new Promise<void>((resolve) => void proxy.close(() => resolve())))
  const env = {
    PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    OPERATOR_EMAIL: 'op@pay.example',
  }
  const app = await testApp(t, env)
  target = app.url
  const source = jobUnitOfWork(app.runtime)
  const inventory = (await (await fetch(`${app.url}/checkout-inventory.json`)).json()) as CheckoutInventory
  return {
    app,
    env,
    inventory,
    check: () => checkCheckout(source),
    source,
    change: (next: Tamper) => {
      tamper = next
    },
    openLink: async () => {
      const user = await app.createUser()
      await app.as(user).call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
    },
  }
}

const isPage = (path: string) => path.startsWith('/pay/page/')
/** Changes the page, and leaves all other files. */
const inPage =
  (edit: (served: Served) => Partial<Served>): Tamper =>
  (path, served) =>
    isPage(path) ? { ...served, ...edit(served) } : served
const withHeader = (name: string, value: string | null): Tamper =>
  inPage(({ headers }) => {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
    return { headers }
  })
const withMarkup = (markup: string): Tamper =>
  inPage(({ body }) => ({ body: body.replace('</body>', `${markup}</body>`) }))

test('the inventory names each script of the checkout with its purpose, and the checkout that payers get is the same', async (t) => {
  const { inventory, check, openLink, source } = await proxiedApp(t)
  const { scripts, styles, fonts, embedded } = inventory
  for (const { path, sha256, purpose, bytes } of [...scripts, embedded]) {
    assert.match(path, /^\/(static\/js\/[\w-]+|v1\/inline)\.js$/)
    assert.match(sha256, /^[0-9a-f]{64}$/)
    assert.ok(purpose.length > 10 && bytes > 0)
  }
  assert.ok(scripts.length >= 15 && styles.length > 0 && fonts.length > 0)
  assert.match(inventory.headers['content-security-policy']!, /script-src 'self'/)
  // Without any link the page of an unknown one is checked, then that of the link.
  assert.deepEqual(await check(), [])
  await openLink()
  assert.deepEqual(await check(), [])
  const printed: string[] = []
  assert.equal(await runCheckoutCommand({ ...source, print: (line) => printed.push(line) }, ['check']), 0)
  assert.match(printed[0]!, /^✓/)
  assert.equal(await runCheckoutCommand({ ...source, print: (line) => printed.push(line) }, ['list']), 0)
  assert.match(printed.at(-1)!, /^The checkout was not checked yet/)
})

test('the stylesheet of a business with a brand colour belongs to its page, as long as it is ours', async (t) => {
  const { app, check, change, openLink } = await proxiedApp(t)
  await openLink()
  await app.runtime.database.write((tx) => tx.$client.query("update merchants set brand_color = '#7A1FA2'"))
  assert.deepEqual(await check(), [])
  const style = '/brand/7a1fa2.css'
  change((path, served) => (path === style ? { ...served, body: `${served.body}@import "//evil.example";` } : served))
  assert.deepEqual(await check(), [`The bytes of ${style} are not those of the inventory`])
  change(inPage(({ body }) => ({ body: body.replace(style, '/brand/ffffff.css') })))
  assert.deepEqual(await check(), ['A <link> is not in the inventory: /brand/ffffff.css'])
})

test('a changed byte of a file, a changed header and a foreign element of the page are found', async (t) => {
  const { inventory, check, change, openLink } = await proxiedApp(t)
  await openLink()
  const lazy = inventory.scripts.at(-1)!.path
  const [style] = inventory.styles
  const [font] = inventory.fonts
  const edited =
    (file: string, edit: (text: string) => string): Tamper =>
    (path, served) =>
      path === file ? { ...served, body: edit(served.body) } : served
  const cases: [difference: RegExp, tamper: Tamper][] = [
    [/bytes of/, edited(lazy, (text) => `${text} `)],
    [/bytes of/, edited(style!.path, (text) => text.replace('{', ' {'))],
    [/bytes of/, edited(font!.path, (text) => `${text} `)],
    [/bytes of \/v1\/inline.js/, edited('/v1/inline.js', (text) => `${text}\n`)],
    [/has status 404/, (path, served) => (path === lazy ? { ...served, status: 404 } : served)],
    [/content-security-policy of the page is missing/, withHeader('content-security-policy', null)],
    [/content-security-policy of the page is default/, withHeader('content-security-policy', "default-src 'none'")],
    [/x-frame-options/, withHeader('x-frame-options', 'SAMEORIGIN')],
    [/cross-origin-opener-policy/, withHeader('cross-origin-opener-policy', null)],
    [/not in the inventory: inline/, withMarkup('<script>fetch("//evil.example")</script>')],
    [/not in the inventory: https:\/\/evil/, withMarkup('<script src="https://evil.example/a.js"></script>')],
    [
      /not in the inventory: \/static\/js\/other.js/,
      withMarkup('<svg><script href="x" src="/static/js/other.js"></script></svg>'),
    ],
    [/not in the inventory: \/a.js/, withMarkup('<script type="application/json" src="/a.js"></script>')],
    [/<link> is not in the inventory/, withMarkup('<link rel="modulepreload" href="//evil.example/b.js">')],
    [/<img> has onerror/, withMarkup('<img src="x" onerror="steal()">')],
    [/<iframe>/, withMarkup('<template><iframe src="https://evil.example"></iframe></template>')],
    [/<base>/, withMarkup('<base href="https://evil.example/">')],
    [/replaces a header/, withMarkup('<meta http-equiv="refresh" content="0;url=https://evil.example">')],
    [/form is sent to https:\/\/evil/, withMarkup('<form action="https://evil.example"></form>')],
    [/form is sent to/, withMarkup('<button formaction="//evil.example">Pay</button>')],
    [/status 302/, inPage(() => ({ status: 302, headers: new Headers({ location: 'https://evil.example' }) }))],
    [/more than 5000000 bytes/, inPage(({ body }) => ({ body: body + ' '.repeat(5_000_001) }))],
    [/could not be loaded/, (path, served) => (isPage(path) ? undefined : served)],
  ]
  for (const [difference, tamper] of cases) {
    change(tamper)
    const found = await check()
    assert.ok(
      found.some((text) => difference.test(text)),
      `${difference}: ${found.join('; ')}`,
    )
  }
  change((_path, served) => served)
  assert.deepEqual(await check(), [])
})

test('a difference that is still there an hour later alerts the operator once, also with two processes; a new version does not', async (t) => {
  const { app, env, change, openLink, source } = await proxiedApp(t)
  await openLink()
  const other = await testApp(t, env, app)
  const checks = () => app.runtime.database.read((tx) => listChecks(tx))
  const state = () => app.runtime.database.read(findCheckoutState)
  const both = (name: string) => Promise.all([runNow(app.runtime, name), runNow(other.runtime, name)])
  assert.equal(await state(), 'unchecked')
  // A process of another version serves the page until the deployment is complete.
  // Of two long addresses that differ by one letter, one is cut off inside a pair.
  const long = '&#x1F4B3;'.repeat(200)
  change(withMarkup(`<script src="/newer-${long}.js"></script><script src="/newer-a${long}.js"></script>`))
  await both('check-checkout')
  assert.equal(await state(), 'suspected')
  change((_path, served) => served)
  app.forward(hourMs)
  await app.drain()
  assert.equal(await state(), 'unchanged')
  assert.equal((await mailsTo(app, 'op@pay.example')).length, 0)

  app.forward(24 * hourMs)
  change(withHeader('content-security-policy', null))
  await both('check-checkout')
  app.forward(hourMs)
  await Promise.all([app.drain(), other.drain()])
  await app.drain()
  assert.equal(await state(), 'changed')
  const [alert, ...more] = await mailsTo(app, 'op@pay.example')
  assert.equal(more.length, 0)
  assert.match(alert!.text, /content-security-policy of the page is missing/)
  const [today, yesterday] = await checks()
  assert.deepEqual([today!.status, yesterday!.status], ['changed', 'unchanged'])
  const printed: string[] = []
  assert.equal(await runCheckoutCommand({ ...source, print: (line) => printed.push(line) }, ['list']), 0)
  assert.match(printed.join('\n'), /changed[\s\S]+✗ The header content-security-policy[\s\S]+unchanged/)
})
