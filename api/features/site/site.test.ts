import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { chargeFor, priceOf } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { readConfig } from '../../config.ts'
import { renderEmail } from '../../emails/mail.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

const page = async ({ url }: TestApp, path: string) => {
  const response = await fetch(url + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

const helpdesk = 'desk@provider.example'

/** The product with a provider's own brand. */
const branded = (t: TestContext) =>
  testApp(t, {
    PUBLIC_URL: 'https://pay.provider.example',
    BRAND_NAME: 'Kola & Sons',
    BRAND_HELP_EMAIL: helpdesk,
    BRAND_ADDRESS: '7 Marina Road, Lagos, Nigeria',
    BRAND_PHONE: '+234 1 234 5678',
    BRAND_DOCS_URL: 'https://docs.provider.example',
    BRAND_COMMUNITY_URL: 'https://chat.provider.example/invite',
    BRAND_X_URL: 'https://x.example/kola',
  })

test('every page of the site is served, help and FAQ in upper and lower case, with metadata for machines [S2.2-01]', async (t) => {
  const app = await branded(t)
  const paths = [
    '/pricing',
    '/end-to-end',
    '/no-coding',
    '/payment-simplified',
    '/help',
    '/faq',
    '/Contact',
    '/about',
    '/terms-and-conditions',
    '/page',
  ]
  const titles = new Set<string>()
  for (const path of paths) {
    const { status, html } = await page(app, path)
    assert.equal(status, 200, path)
    const title = html.match(/<title>(.+?) · Kola &amp; Sons<\/title>/)?.[1]
    assert.ok(title, path)
    titles.add(title)
    const description = html.match(/<meta name="description" content="([^"]+)"/)![1]!
    assert.ok(description.length >= 50 && description.length <= 165, `${path}: ${description.length}`)
    assert.ok(html.includes(`<link rel="canonical" href="https://pay.provider.example${path}"/>`), path)
    assert.match(html, /<meta property="og:image" content="https:\/\/pay\.provider\.example\/static\/media\/share-/)
    assert.equal(html.match(/<h1/g)?.length, 1, path)
    const data = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)![1]!
    const graph = (JSON.parse(data) as { '@graph': { '@type': string; url: string }[] })['@graph']
    assert.deepEqual([graph[0]!['@type'], graph[1]!.url], ['Organization', `https://pay.provider.example${path}`])
  }
  assert.equal(titles.size, paths.length)
  for (const [spelling, first] of [
    ['/Help', '/help'],
    ['/FAQ', '/faq'],
  ] as const)
    assert.equal((await page(app, spelling)).html, (await page(app, first)).html)
  const lower = await page(app, '/contact')
  assert.deepEqual([lower.status, lower.headers.get('location')], [301, '/Contact'])
  const faq = (await page(app, '/faq')).html
  assert.match(faq, /"@type":"FAQPage"/)
})

test('the dashboard can be installed under the name of the provider, with icons that exist', async (t) => {
  const app = await branded(t)
  assert.match((await page(app, '/dashboard')).html, /<link rel="manifest" href="\/app\.webmanifest"/)
  const { headers, html } = await page(app, '/app.webmanifest')
  assert.match(headers.get('content-type')!, /^application\/manifest\+json/)
  const { name, start_url, display, icons } = JSON.parse(html)
  assert.deepEqual([name, start_url, display], ['Kola & Sons', '/dashboard', 'standalone'])
  assert.deepEqual(
    icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${sizes} ${purpose}`),
    ['192x192 any', '512x512 any', '512x512 maskable'],
  )
  for (const { src } of icons) assert.equal((await page(app, src)).headers.get('content-type'), 'image/png', src)
})

test('the icon of emails is cached for a day, and then only sent again if it has changed', async (t) => {
  const { url } = await branded(t)
  const load = (headers: Record<string, string> = {}) => fetch(`${url}/email-icon.png`, { headers })
  const first = await load()
  const header = (name: string) => first.headers.get(name)
  assert.deepEqual([header('content-type'), header('cache-control')], ['image/png', 'public, max-age=86400'])
  assert.equal((await first.arrayBuffer()).byteLength, Number(header('content-length')))
  const again = await load({ 'if-none-match': header('etag') ?? '', 'cache-control': 'max-age=0' })
  assert.equal(again.status, 304)
})

test('emails of the provider begin with its icon and name, those about an unverified business do not', async (t) => {
  const app = await branded(t)
  const { config } = app.runtime
  const content = { to: 'a@example.com', subject: 'x', heading: 'Verify your email', paragraphs: [] }
  const { html } = renderEmail(config, content)
  const [, address, name] = /<img src="([^"]*)"[^>]*>([^<]*)</.exec(html)!
  assert.equal(name, 'Kola &amp; Sons')
  assert.ok(html.indexOf(address!) < html.indexOf('<h1'))
  const icon = await page(app, new URL(address!).pathname)
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/png'])
  assert.doesNotMatch(renderEmail(config, { ...content, isUnverified: true }).html, /<img/)
})

test('office, phone, email, documentation, community and social links are the configured ones [S1-05] [S2.2-03] [S2.2-05]', async (t) => {
  const app = await branded(t)
  for (const path of ['/', '/pricing', '/register']) {
    const { html } = await page(app, path)
    const footer = html.slice(html.indexOf('<footer'))
    assert.ok(footer.includes('7 Marina Road, Lagos, Nigeria'), path)
    assert.match(footer, /href="tel:\+23412345678"[^>]*>\+234 1 234 5678</)
    assert.ok(footer.includes(`href="mailto:${helpdesk}"`), path)
    assert.ok(footer.includes('href="https://x.example/kola" target="_blank" rel="noreferrer"'), path)
    for (const outside of ['https://docs.provider.example', 'https://chat.provider.example/invite'])
      assert.equal(html.split(`href="${outside}" target="_blank" rel="noreferrer"`).length >= 4, true, outside)
  }
})

test('production invents nothing: what is not configured is not shown, and the reference is our own', async (t) => {
  const app = await testApp(t, { NODE_ENV: 'production' })
  const { html, headers } = await page(app, '/about')
  assert.doesNotMatch(html, /undefined|Example Street|href="tel:|adire\.example\/|community\./)
  assert.match(html, /href="\/docs"/)
  assert.equal(headers.get('content-security-policy')!.includes('unsafe'), false)
  assert.throws(() => readConfig({ BRAND_X_URL: 'javascript:alert(1)' }), /BRAND_X_URL is not an address/)
})

test('the calculator shows the fee of a payment without script, and rejects invalid amounts with a message', async (t) => {
  const app = await testApp(t)
  const { feeKobo, vatKobo, netKobo } = chargeFor(priceOf('card'), 12_345_67)
  const { html } = await page(app, '/pricing?amount=12%2C345.67&channel=card&bearer=merchant')
  for (const kobo of [12_345_67, feeKobo, vatKobo, netKobo]) assert.ok(html.includes(`>${formatNaira(kobo)}</dd>`))
  const borne = (await page(app, '/pricing?amount=1000&bearer=customer')).html
  assert.ok(borne.includes(`>${formatNaira(1_016_39)}</dd>`) && borne.includes(`>${formatNaira(1_000_00)}</dd>`))
  for (const amount of ['', '-5', '1e9', '99', '999999999999999', '<script>alert(1)</script>', 'NaN']) {
    const { status, html: rejectedHtml } = await page(
      app,
      `/pricing?amount=${encodeURIComponent(amount)}&amount=${encodeURIComponent(amount)}`,
    )
    assert.equal(status, 200)
    assert.match(rejectedHtml, /role="alert"[^>]*>Enter an amount/)
    assert.doesNotMatch(rejectedHtml, /<script>alert/)
  }
})

test('the site has a sitemap for search engines, and an unchanged page is not sent again', async (t) => {
  const app = await branded(t)
  const map = await page(app, '/sitemap.xml')
  const found = [...map.html.matchAll(/<loc>https:\/\/pay\.provider\.example([^<]*)<\/loc>/g)].map(([, path]) => path!)
  assert.ok(found.includes('/pricing') && found.includes('/Contact') && !found.includes('/dashboard'))
  assert.ok(
    found.includes('/docs/first-payment') && found.includes('/docs/api/charges') && !found.includes('/docs/search'),
  )
  const isLike = (path: string) => path.startsWith('/docs/api/') && path !== '/docs/api/charges'
  for (const path of found.filter((one) => !isLike(one))) assert.equal((await page(app, path)).status, 200, path)
  assert.match((await page(app, '/robots.txt')).html, /Sitemap: https:\/\/pay\.provider\.example\/sitemap\.xml/)
  const { etag } = Object.fromEntries((await page(app, '/help')).headers)
  const again = await fetch(`${app.url}/help`, { headers: { 'if-none-match': etag! } })
  assert.equal(again.status, 304)
  const packed = await fetch(`${app.url}/help`, { headers: { 'accept-encoding': 'br' } })
  assert.deepEqual([packed.headers.get('content-encoding'), packed.headers.get('vary')], ['br', 'accept-encoding'])
  assert.match(await packed.text(), /How can we help\?/)
})

test('security.txt says where to report a vulnerability', async (t) => {
  const { url, runtime } = await testApp(t)
  const response = await fetch(`${url}/.well-known/security.txt`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/plain/)
  const text = await response.text()
  assert.ok(text.includes(`Contact: mailto:${runtime.config.brand.helpEmail}\n`), text)
  const expires = Date.parse(text.match(/^Expires: (.+)$/m)![1]!)
  assert.ok(expires > runtime.clock().getTime() + 30 * 24 * 3_600_000)
})
