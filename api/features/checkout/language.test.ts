import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { languages } from '@adire/contract/languages.ts'
import { testApp } from '../../testing/app.ts'
import { checkoutFixture } from '../../testing/checkout.ts'

/** Language of a page and the cookie that it sets. */
async function openPage(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  const html = await response.text()
  return {
    lang: html.match(/<html lang="([^"]*)"/)?.[1],
    offered: [...html.matchAll(/<option value="(\w+)" lang=/g)].map(([, code]) => code),
    cookie: response.headers.get('set-cookie'),
    html,
  }
}

test('a payer page is in the language of its link, else the one chosen before, else that of the browser', async (t) => {
  const { app, link, accessCode } = await checkoutFixture(t)
  const url = `${app.url}/pay/page/${link.slug}`
  const plain = await openPage(url)
  assert.deepEqual([plain.lang, plain.cookie, plain.offered], ['en-NG', null, languages])
  assert.match(plain.html, /Where should the receipt go\?/)

  for (const [accepted, lang] of [
    ['yo-NG,yo;q=0.9,en;q=0.8', 'yo'],
    ['fr-FR,fr;q=0.9,ig;q=0.5,ha;q=0.7', 'ha'],
    ['en-GB,ha;q=0.5', 'en-NG'],
    ['ha;q=0,de', 'en-NG'],
    [';;,=;q=x,', 'en-NG'],
  ] as const)
    assert.equal((await openPage(url, { 'accept-language': accepted })).lang, lang, accepted)

  const chosen = await openPage(`${url}?lang=ig&payment=${accessCode}`, { 'accept-language': 'ha' })
  assert.equal(chosen.lang, 'ig')
  assert.match(chosen.cookie ?? '', /^language=ig; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  // The form that changes the language stays on the payment.
  assert.match(chosen.html, new RegExp(`<input type="hidden" name="payment" value="${accessCode}"/>`))
  assert.match(chosen.html, /rel="modulepreload" href="\/static\/js\//)
  assert.match(chosen.html, /NGN\s5,000\.00/)

  const cookie = { cookie: 'theme=dark; language=ig' }
  assert.equal((await openPage(url, { ...cookie, 'accept-language': 'ha' })).lang, 'ig')
  assert.equal((await openPage(`${url}?lang=pcm`, cookie)).lang, 'pcm')
  const unknown = await openPage(`${url}?lang=xx&lang=%22onload&way=%22onload`, { cookie: 'language=__proto__' })
  assert.deepEqual([unknown.lang, unknown.cookie], ['en-NG', null])
  assert.doesNotMatch(unknown.html, /name="way"/)
})

test('outside test mode only the languages of the settings are offered', async (t) => {
  // A page that does not exist has no mode.
  const path = '/pay/page/nothing-here?lang=yo'
  const english = await openPage((await testApp(t)).url + path)
  assert.deepEqual([english.lang, english.offered], ['en-NG', []])
  const { url } = await testApp(t, { LANGUAGES: 'yo' })
  const yoruba = await openPage(url + path)
  assert.deepEqual([yoruba.lang, yoruba.offered], ['yo', ['en', 'yo']])
  assert.match(yoruba.html, /A ti ti ojú-ewé ìsanwó yìí/)
  assert.equal((await openPage(`${url}/mandate/nothing-here`, { cookie: 'language=yo' })).lang, 'yo')
  assert.equal((await openPage(`${url}/pay/subscription/nothing`, { cookie: 'language=ha' })).lang, 'en-NG')
})

test('a payer page is sent in the smallest encoding that the browser accepts', async (t) => {
  const { app, link } = await checkoutFixture(t)
  const url = `/pay/page/${link.slug}`
  const { body } = await app.app.inject({ url })
  const read = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
  ] as const) {
    const { headers, rawPayload } = await app.app.inject({ url, headers: { 'accept-encoding': accepted } })
    assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'accept-encoding'])
    assert.ok(rawPayload.length < body.length / 2)
    assert.match(read[encoding](rawPayload).toString(), /Where should the receipt go\?/)
  }
  const { headers } = await app.app.inject({ url, headers: { 'accept-encoding': 'br;q=0,gzip ; q=0.000, brotli' } })
  assert.equal(headers['content-encoding'], undefined)
})
