import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { checkoutFixture } from '../../testing/checkout.ts'
import { maySee, parseEmbedder } from './embedder.ts'

test('the address of an embedder is one origin, and cannot widen the content security policy', () => {
  for (const host of ['shop.example', 'shop.example:8443', 'localhost:5500', 'a_b.example', 'xn--bcher-kva.example'])
    assert.equal(parseEmbedder({ scheme: 'https', host }), `https://${host}`)
  assert.equal(parseEmbedder({ scheme: 'http', host: '192.168.1.7:3000' }), 'http://192.168.1.7:3000')
  for (const host of [
    ...['', '*', '*.example', 'a.example *', "a.example 'self'", 'a.example;script-src *', 'a.example,b.example'],
    ...['me@shop.example', 'shop.example/', 'SHOP.example', 'shop.example:443', 'shop.example:99999', '-a', 'a\r\nb'],
    ...['0x7f.1', 'bücher.example', `${'a'.repeat(300)}.example`],
  ])
    assert.equal(parseEmbedder({ scheme: 'https', host }), null, host)
  for (const scheme of ['javascript', 'data', 'file', 'https:', undefined])
    assert.equal(parseEmbedder({ ...(scheme !== undefined && { scheme }), host: 'shop.example' }), null)
  assert.equal(maySee('http://shop.example', 'LIVE'), false)
  assert.equal(maySee('http://localhost:5500', 'TEST') && maySee('https://shop.example', 'LIVE'), true)
})

test('only the origin named in its address may frame the embedded checkout, and no other page may be framed', async (t) => {
  const { app, link, accessCode } = await checkoutFixture(t)
  const headers = async (path: string) => {
    const response = await fetch(app.url + path, { redirect: 'manual' })
    const policy = response.headers.get('content-security-policy') ?? ''
    return {
      status: response.status,
      ancestors: policy.match(/frame-ancestors ([^;]*)/)?.[1],
      frames: response.headers.get('x-frame-options'),
      location: response.headers.get('location'),
      html: await response.text(),
    }
  }
  const embedded = await headers(`/pay/embed/https/shop.example/${link.slug}`)
  assert.deepEqual([embedded.status, embedded.ancestors, embedded.frames], [200, 'https://shop.example', null])
  assert.match(embedded.html, /"embedder":"https:\/\/shop\.example"/)

  // Anything that is not a single origin is redirected to the page that forbids framing.
  for (const where of ['https/*', 'https/a.example%20*', 'https/a.example%3Bscript-src%20*', 'ftp/shop.example']) {
    const { status, location, ancestors } = await headers(`/pay/embed/${where}/${link.slug}`)
    assert.deepEqual([status, location, ancestors], [303, `/pay/page/${link.slug}`, "'none'"], where)
  }
  for (const path of [
    `/pay/page/${link.slug}`,
    `/pay/page/${link.slug}?payment=${accessCode}`,
    '/pay/invoice/INV-1',
    '/pay/embed/https/shop.example/INV-1',
    '/pay/subscription/none',
    `/sandbox/payments/${accessCode}`,
    '/mandate/none',
    '/',
    '/pricing',
    '/dashboard',
  ]) {
    const { ancestors, frames } = await headers(path)
    if (path.startsWith('/pay/embed')) assert.equal(ancestors, 'https://shop.example')
    else assert.deepEqual([ancestors, frames], ["'none'", 'DENY'], path)
  }
})

test('values prefilled by the embedding page appear in the form, never as markup', async (t) => {
  const { app, merchant } = await checkoutFixture(t)
  const open = await merchant.call(createPaymentLink, { name: 'Any amount' })
  const page = async (query: string) => (await fetch(`${app.url}/pay/page/${open.slug}${query}`)).text()
  const filled = await page('?email=ada%40example.com&amountKobo=1234567')
  assert.match(filled, /value="ada@example\.com"/)
  assert.match(filled, /value="12,345\.67"/)
  const hostile = await page(`?email=${encodeURIComponent('"><script>x</script>')}&amountKobo=1e99&amountKobo=-5`)
  assert.doesNotMatch(hostile, /<script>x/)
  assert.doesNotMatch(hostile, /value="-/)
})

test('without script the steps stay within the frame, and the payment belongs to the link', async (t) => {
  const { app, merchant, link } = await checkoutFixture(t)
  const path = `/pay/embed/http/localhost:5500/${link.slug}`
  const email = `${crypto.randomUUID()}@example.com`
  const form = { step: 'start', checkoutId: crypto.randomUUID(), email }
  const response = await fetch(app.url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  assert.equal(response.status, 303)
  assert.match(response.headers.get('location')!, new RegExp(`^${path}\\?payment=\\w{24}$`))
  const { content } = await merchant.call(listPayments, { search: email })
  assert.equal(content.length, 1)
})

test('the plugin is small, works on every page, and is cached for at most an hour', async (t) => {
  const { app } = await checkoutFixture(t)
  for (const address of ['/inline.js', '/v1/inline.js']) {
    const response = await fetch(app.url + address)
    assert.match(response.headers.get('content-type')!, /^text\/javascript/)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.match(response.headers.get('cache-control')!, /^public, max-age=(300|3600)$/)
    const again = await fetch(app.url + address, { headers: { 'if-none-match': response.headers.get('etag')! } })
    assert.equal(again.status, 304)
  }
  const packed = await app.app.inject({ url: '/inline.js', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.ok(packed.rawPayload.length < 4 * 1024, `${packed.rawPayload.length} bytes`)
  assert.match(gunzipSync(packed.rawPayload).toString(), /data-adire-link/)
})
