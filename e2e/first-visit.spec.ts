import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { newAccount, newBusiness, signIn } from './support/business.ts'
import { storageOf, submitSignIn } from './support/session.ts'
import { modeLabel, sidebar, sidebarNav, topBar } from './support/shell.ts'
import { test } from './support/test.ts'
import { pauseToast } from './support/toast.ts'

/** Holds the responses of an address until the returned function is called. */
async function hold(page: Page, address: RegExp) {
  const { promise: response, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await response
    await route.continue()
  })
  return release
}

async function expectLoader(page: Page) {
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: messages.loading })).toBeVisible()
  await expect(sidebar(page)).toHaveCount(0)
}

async function expectOverview(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText(messages.loading)).toHaveCount(0)
}

test('a loader is shown until the merchant details and the KYC status are loaded [S2.3-09] [S2.8-02]', async ({
  page,
  baseURL,
}) => {
  const releaseDetails = await hold(page, /\/api\/v1\/merchants\/[\w-]+$/)
  await page.goto('/')
  await submitSignIn(page, await newBusiness(baseURL!))
  await expectLoader(page)
  releaseDetails()
  await expectOverview(page)
  const releaseStatus = await hold(page, /\/kyc-status$/)
  // A server that listens to changes only since a second ago has everything read again.
  await page.route('**/api/v1/live?**', (route) => route.abort())
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/collections\//.test(request.url())) sent.push(request.url())
  })
  await page.reload()
  await expectLoader(page)
  // On a later visit the data of the page is read together with the business.
  await expect.poll(() => sent.length).toBe(7)
  releaseStatus()
  await expectOverview(page)
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted())
})

test('the first visit reads the businesses together with the mode, and the chunk of the overview with those of the frame', async ({
  page,
  baseURL,
}) => {
  await signIn(page, await newBusiness(baseURL!), '/robots.txt')
  const releaseMode = await hold(page, /\/mode-type\?/)
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/api\/v1\/merchants\?/.test(request.url())) lists.push(request.url())
  })
  await page.goto('/dashboard')
  await expect.poll(() => lists).toHaveLength(1)
  await expectLoader(page)
  await expect(page.locator('link[rel=modulepreload][href*="/overview-page-"]')).toHaveCount(1)
  releaseMode()
  await expectOverview(page)
})

test('the mode is the one that the server names; without a response or with an unknown word it is Test Mode [S4-03]', async ({
  page,
  baseURL,
}) => {
  // A live business requires going live, so the test endpoints respond to the live requests.
  await page.route('**/live/**', (route) => route.continue({ url: route.request().url().replace('/live/', '/test/') }))
  // The event stream never ends, so it can't be redirected.
  await page.route('**/api/v1/live?**', (route) => route.abort())
  const answer = { status: 500, body: '' } as { status: number; body: string }
  await page.route('**/mode-type?**', (route) => route.fulfill({ contentType: 'application/json', ...answer }))
  await signIn(page, await newBusiness(baseURL!))
  for (const [status, body, label, mode] of [
    [500, '', 'Test Mode', 'TEST'],
    [200, '{"modeType":"LIVE"}', 'Live Mode', 'LIVE'],
    [200, '{"modeType":"SANDBOX"}', 'Test Mode', 'TEST'],
  ] as const) {
    Object.assign(answer, { status, body })
    await page.reload()
    await expect(modeLabel(page)).toHaveText(label)
    await expect(sidebar(page).getByText(label).first()).toBeVisible()
    expect((await storageOf(page))['adire.mode']).toBe(mode)
  }
})

test('a new business stays in onboarding without the navigation until its details are submitted [S1-03] [S2.3-07] [S2.3-12] [S2.4-01] [S2.7-01] [S8-05]', async ({
  page,
  baseURL,
}) => {
  await signInAnew(page, baseURL!)
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByRole('heading', { level: 1, name: 'Tell us about your business' })).toBeVisible()
  await expect(sidebarNav(page)).toHaveCount(0)
  await page.goto('/transactions')
  await expect(page).toHaveURL('/onboarding')

  await fillDetails(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await pauseToast(page)
  await expect(page).toHaveURL('/dashboard')
  await expect(sidebarNav(page)).toBeVisible()
  const toast = page.getByRole('status').filter({ hasText: messages.detailsUpdated })
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toBeHidden()
  await expect(topBar(page).getByText('Clothing', { exact: true })).toBeVisible()
  // From now on, /onboarding is the review page.
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { level: 1, name: 'Onboarding' })).toBeVisible()
})

/** Signs in a user whose business has no details yet. */
async function signInAnew(page: Page, baseURL: string) {
  const account = await newAccount(baseURL)
  await account.verify()
  await page.goto('/')
  await submitSignIn(page, account)
}

async function fillDetails(page: Page) {
  await page.getByLabel('Business type').selectOption({ index: 1 })
  await page.getByLabel('Category').selectOption({ label: 'Clothing and fashion' })
  await page.getByLabel('What do you sell?').fill('Cloth </textarea><script>alert(1)</script>')
  await page.getByLabel('Business phone').fill('08031234567')
  await page.getByLabel('Street address').fill('1 Herbert Macaulay Way')
  await page.getByLabel('City').fill('Lagos')
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByLabel('Postal code').fill('101245')
}

test('each field of the details is validated, and a double click submits once [S5-01] [S5-04] [S4-06] [S2.8-03]', async ({
  page,
  baseURL,
}) => {
  await signInAnew(page, baseURL!)
  const submit = page.getByRole('main').locator('[type=submit]')
  await expect(page.getByLabel('State').locator('option')).not.toHaveCount(1)
  await submit.click()
  await expect(page.getByLabel('City')).toHaveAccessibleDescription(messages.required)
  await expect(page.getByLabel('Business type')).toHaveAccessibleDescription(messages.required)
  await expect(submit).toBeDisabled()
  const phone = page.getByLabel('Business phone')
  await phone.fill('0803 123')
  await expect(phone).toHaveAccessibleDescription(messages.atLeast(limits.phoneMinimum))
  await fillDetails(page)
  await expect(submit).toBeEnabled()

  let sent = 0
  const { promise: response, resolve: releaseResponse } = Promise.withResolvers<void>()
  await page.route('**/merchants-onboarding/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent++
    await response
    await route.continue()
  })
  await submit.dblclick()
  await expect(submit).toHaveText(messages.pleaseWait)
  releaseResponse()
  await expect(page).toHaveURL('/dashboard')
  expect(sent).toBe(1)
})
