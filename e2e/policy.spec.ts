import { messages } from '@adire/contract/messages.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { type APIResponse, expect, type Page, test } from '@playwright/test'
import { differentMemberAddresses, memberAddresses, publicAddresses } from './support/addresses.ts'
import { demoCredentials, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { sidebar } from './support/shell.ts'

/** Records violations of the content security policy on every page opened from now on. */
async function forbiddenOn(page: Page): Promise<string[]> {
  const forbidden: string[] = []
  await page.exposeFunction('tellForbidden', (what: string) => forbidden.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
      const reportViolation = (globalThis as unknown as { tellForbidden: (what: string) => void }).tellForbidden
      reportViolation(`${location.pathname}: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`)
    })
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) forbidden.push(message.text())
  })
  return forbidden
}

const waitUntilLoaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
}

test('no public page wants what the policy forbids', async ({ page }) => {
  test.slow()
  const forbidden = await forbiddenOn(page)
  for (const address of [...publicAddresses, '/no/such/page']) {
    await page.goto(address)
    await waitUntilLoaded(page)
  }
  await page.goto('/verify-email/some')
  await page.getByLabel('Email', { exact: true }).fill(randomEmail('nobody'))
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText(messages.verificationResent)).toBeVisible()
  expect(forbidden).toEqual([])
})

test('no page of the dashboard wants what the policy forbids, nor a menu or a modal', async ({ page }) => {
  const forbidden = await forbiddenOn(page)
  await signIn(page, demoCredentials)
  for (const address of differentMemberAddresses({})) {
    await page.goto(address)
    await waitUntilLoaded(page)
  }
  await page.goto('/payment-link?new=1')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await sidebar(page).getByRole('button', { name: 'Business:' }).click()
  await expect(page.getByRole('button', { name: /^Tola Fabrics/ })).toBeVisible()
  expect(forbidden).toEqual([])
})

test("the payer's page does not want what its policy forbids either", async ({ page, baseURL }) => {
  const forbidden = await forbiddenOn(page)
  await page.goto(new URL(await createHostileLink(baseURL!)).pathname)
  await page.getByLabel('Amount').fill('2500')
  await page.getByLabel('E-mail address').fill('payer@example.com')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(forbidden).toEqual([])
})

async function createHostileLink(baseURL: string): Promise<string> {
  const business = await newBusiness(baseURL)
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  const link = { name: `Alterations ${business.merchantId}`, description: hostile, feeBearer: 'merchant' } as const
  return (await business.call(createPaymentLink, link)).url
}

test('a policy that is broken is seen by these tests', async ({ page }) => {
  const forbidden = await forbiddenOn(page)
  await page.goto('/')
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect.poll(() => forbidden.join()).toContain('style-src')
})

test('no page carries a script or a style within itself, and each forbids them', async ({ request, baseURL }) => {
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

test('files, answers of the API and refusals are guarded as pages are', async ({ request }) => {
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
