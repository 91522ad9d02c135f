import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openApp } from '../app.ts'
import { connectDatabase } from '../database/connect.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { openOnce } from '../testing/open-once.ts'

let api: TestApp
// One server for the whole file, because these tests write nothing.
const prepare = openOnce(async (t) => {
  api = await testApp(t)
})

const form = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

/** Checks for an error page that reveals no field, file or statement of the server, and repeats no input. */
async function requirePage(response: Response, status: number) {
  const text = await response.text()
  assert.deepEqual([response.status, response.headers.get('content-type')], [status, 'text/html; charset=utf-8'], text)
  assert.match(text, /^<!doctype html><html lang="en">.*<h1>[^<]+<\/h1><p>[^<]+<\/p>/s)
  assert.doesNotMatch(text.replace(/<style>.*<\/style>/s, ''), /zero character|stack|[{}]|%00|secretly/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const policy = response.headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/=]+'/)
  return policy
}

const pages = ['/pay/page/', '/pay/invoice/', '/pay/charge/', '/pay/subscription/', '/mandate/', '/sandbox/3ds/']

test('a payer gets an error page for an invalid request: a zero character, a broken encoding, a form with either', async () => {
  await prepare()
  for (const page of pages) {
    await requirePage(await fetch(`${api.url}${page}secretly%00`), 404)
    await requirePage(await fetch(`${api.url}${page}secretly%E0%A4%A`), 400)
    await requirePage(await fetch(`${api.url}${page}secretly?payment=%00`), 400)
    await requirePage(await fetch(`${api.url}${page}${'secretly'.repeat(100)}`), 404)
  }
  for (const page of ['/pay/page/', '/pay/subscription/', '/mandate/'])
    await requirePage(await fetch(`${api.url}${page}secretly`, form('email=secretly%00')), 400)
  await requirePage(await fetch(`${api.url}/pay/page/secretly`, form(`email=${'x'.repeat(20_000)}`)), 413)
})

test('the error page of the embeddable page may be framed; every other may not', async () => {
  await prepare()
  const framed = await fetch(`${api.url}/pay/embed/https/shop.example/secretly%00`)
  assert.equal(framed.headers.get('x-frame-options'), null)
  assert.doesNotMatch(await requirePage(framed, 404), /frame-ancestors/)
  const other = await fetch(`${api.url}/pay/page/secretly%00`)
  assert.equal(other.headers.get('x-frame-options'), 'DENY')
  assert.match(await requirePage(other, 404), /frame-ancestors 'none'/)
})

test('an API client gets JSON errors, whatever it accepts; a browser gets a page anywhere else', async () => {
  await prepare()
  const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const program = await fetch(`${api.url}/test/core/payment-links/a%00b`, { headers: accept })
  assert.deepEqual([program.status, ((await program.json()) as { code: string }).code], [404, 'address_not_found'])
  await requirePage(await fetch(`${api.url}/about%00`, { headers: accept }), 404)
  await requirePage(await fetch(`${api.url}/sandbox/secretly`), 404)
  const other = await fetch(`${api.url}/about%00`)
  assert.deepEqual([other.status, ((await other.json()) as { code: string }).code], [404, 'address_not_found'])
})

test('while the database is unreachable a payer gets an error page that says when to try again', async (t) => {
  await prepare()
  const nowhere = connectDatabase({ url: 'postgresql://127.0.0.1:1/none' })
  const app = await openApp({ ...api.runtime, database: nowhere }, pino({ level: 'silent' }))
  atEnd(t, () => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/pay/invoice/inv-secretly/pdf`)
  assert.equal(response.headers.get('retry-after'), '2')
  await requirePage(response, 503)
})
