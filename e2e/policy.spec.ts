import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { type APIResponse, expect } from '@playwright/test'
import { memberAddresses, publicAddresses } from './support/addresses.ts'
import { newBusiness } from './support/business.ts'
import { test } from './support/test.ts'

async function createHostileLink(baseURL: string): Promise<string> {
  const business = await newBusiness(baseURL)
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  const link = { name: `Alterations ${business.merchantId}`, description: hostile, feeBearer: 'merchant' } as const
  return (await business.call(createPaymentLink, link)).url
}

test.describe('a page that breaks the policy or throws an error', () => {
  test.use({ expectedErrors: /./ })

  test('is detected by every test', async ({ browser, seenErrors }) => {
    const page = await browser.newPage()
    await page.goto('/')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expect.poll(() => seenErrors.join()).toContain('style-src')
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('nobody catches this'))))
    await expect.poll(() => seenErrors.join()).toContain('nobody catches this')
    await page.close()
  })
})

test('no page contains inline script or style, and each forbids them', async ({ request, baseURL }) => {
  const addresses = [...publicAddresses, ...memberAddresses, '/no/such/page', '/pay/page/no-such-page']
  for (const address of [...addresses, new URL(await createHostileLink(baseURL!)).pathname]) {
    const response = await request.get(address)
    const html = await response.text()
    expect(html, address).toMatch(/^<!doctype html>/i)
    expect(
      html.match(/<style|<script(?! type="application\/(?:ld\+)?json")(?![^>]*\ssrc=)[^>]*>/gi) ?? [],
      address,
    ).toEqual([])
    expect(html.replaceAll(/"[^"]*"/g, '""').match(/<[^>]+\s(style|on[a-z]+)=/gi) ?? [], address).toEqual([])
    // Links may lead to other sites, but nothing is loaded from them.
    const fetched = html.replaceAll(/<a [^>]*>/g, '')
    expect(fetched.match(/(src|href)="(https?:)?\/\/(?!127\.0\.0\.1)[^"]*/gi) ?? [], address).toEqual([])
    expectGuarded(response, address)
    const policy = response.headers()['content-security-policy']!
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"])
      expect(policy.split('; '), address).toContain(rule)
    for (const hole of ['unsafe-inline', 'unsafe-eval', '*', 'http:', 'https:', 'data: script'])
      expect(policy, address).not.toContain(hole)
  }
})

/** Headers of every response. */
function expectGuarded(response: APIResponse, what: string) {
  const headers = response.headers()
  expect(headers['content-security-policy'], what).toContain("frame-ancestors 'none'")
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['referrer-policy'], what).toMatch(/^(no-referrer|strict-origin-when-cross-origin|same-origin)$/)
  expect(headers['permissions-policy'], what).toContain('camera=()')
  expect(headers['set-cookie'], what).toBeUndefined()
  expect(headers['x-powered-by'], what).toBeUndefined()
}

test('files, responses of the API and rejections have the same protection as pages', async ({ request }) => {
  const script = (await (await request.get('/')).text()).match(/\/static\/js\/[\w.-]+/)![0]
  for (const [address, status] of [
    [script, 200],
    ['/config.json', 200],
    ['/health', 200],
    ['/openapi.json', 200],
    ['/mailbox', 200],
    ['/static/js/none.js', 404],
    ['/test/core/api/v1/merchants', 401],
    ['/test/core/no/such/path', 404],
  ] as const) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(status)
    expectGuarded(response, address)
  }
  expect((await request.get(script)).headers()['cache-control']).toContain('immutable')
  expect((await request.get('/')).headers()['cache-control']).toBe('no-cache')
})
