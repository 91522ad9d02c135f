import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
import { registerScripts } from './support/chunk.ts'
import { test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Activates a link without a pointer, so that nothing is prefetched. */
const follow = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name })
    .evaluate((link: HTMLAnchorElement) => link.click())

/** Errors in the browser console. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(`${error.name}: ${error.message}`))
  return errors
}

test('an unknown address shows the page for it, with a home link that leads signed-in users to the dashboard; scripts and styles come from their folders only [S2.1-04] [S2.1-06] [S7.6-01]', async ({
  page,
  baseURL,
}) => {
  const response = await page.goto('/no/such/page')
  expect(response!.status()).toBe(404)
  await expect(heading(page)).toHaveText("It seems you're lost!")
  await expect(page.getByText('Spaceship Not Found', { exact: true })).toBeVisible()
  await expect(
    page.getByText(
      "It's like you fell out of the previous spaceship, kindly make use of the blue button to go back home",
      { exact: true },
    ),
  ).toBeVisible()
  const home = page.getByRole('link', { name: 'Go Home', exact: true })
  await expect(home).toHaveAttribute('href', '/')
  await home.click()
  await expect(page).toHaveURL('/')
  await expect(heading(page)).toHaveText('Sign in')

  const business = await newBusiness(baseURL!)
  await test.step('scripts and styles come from /static/js/ and /static/css/ only', async () => {
    const loaded: string[] = []
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType()))
        loaded.push(`${request.resourceType()} ${new URL(request.url()).pathname}`)
    })
    await signIn(page, business)
    await page.getByRole('link', { name: 'Payment Links', exact: true }).click()
    await expect(heading(page)).toHaveText('Payment links')
    expect(loaded.length).toBeGreaterThan(10)
    expect(loaded.filter((line) => !/^(script \/static\/js\/|stylesheet \/static\/css\/)/.test(line))).toEqual([])
  })

  await test.step('the home link of signed-in users leads to the dashboard', async () => {
    await page.goto('/transactions/of/nobody')
    await page.getByRole('link', { name: messages.goHome }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('an address with an attack gets a plain rejection', async ({ page, request }) => {
  for (const address of ['/%E0%A4%A', '/..%2f..%2fetc/passwd', '/<script>alert(1)</script>', `/${'a'.repeat(3000)}`]) {
    const response = await request.get(address)
    expect(response.status(), address).toBeGreaterThanOrEqual(400)
    expect(response.status(), address).toBeLessThan(500)
    expect(await response.text(), address).not.toContain('<script>alert')
    await page.goto(address)
    await expect(page.locator('body'), address).not.toBeEmpty()
  }
})

test('the pages outside the dashboard have header and footer [S2.1-01]', async ({ page }) => {
  for (const address of [
    '/',
    '/register',
    '/request',
    '/reset-password/some-id',
    '/verify-email/some-token',
    '/terms-and-conditions',
    '/page',
  ]) {
    const response = await page.goto(address)
    expect(response!.status()).toBe(200)
    await expect(heading(page)).not.toHaveText(messages.notFoundTitle)
    await expect(page).toHaveTitle(/^.+ · Adire$/)
    if (address !== '/page') await expect(page).toHaveTitle(`${await heading(page).textContent()} · Adire`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByText(messages.footerHeadline)).toBeVisible()
  }
})

test('a chunk that cannot be loaded is a ChunkLoadError and shows the error screen; Reload or Back leaves it [S2.3-11] [S7.6-01] [S8-04]', async ({
  page,
  baseURL,
}) => {
  const register = await registerScripts(baseURL!)
  const errors = collectErrors(page)
  await page.goto('/')
  await page.route(register, (route) => route.abort())
  await follow(page, 'Create an account')
  await expect(heading(page)).toHaveText('It seems an error occured!')
  await expect(page.getByText('Kindly go back or reload this page', { exact: true })).toBeVisible()
  await expect.poll(() => errors.join('\n')).toContain('ChunkLoadError')

  await page.unroute(register)
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(heading(page)).toHaveText('Create your account')

  await test.step('Back on the error screen leads to the previous page', async () => {
    await page.goto('/')
    await page.route(register, (route) => route.abort())
    await follow(page, 'Create an account')
    await expect(heading(page)).toHaveText(messages.errorTitle)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(heading(page)).toHaveText('Sign in')
  })

  await test.step('a first page whose own chunk is missing shows the error screen, not an empty page', async () => {
    errors.length = 0
    await page.goto('/register')
    await expect(heading(page)).toHaveText(messages.errorTitle)
    await expect.poll(() => errors.join('\n')).toContain('ChunkLoadError')
  })
})

test('a chunk that does not finish loading fails after two minutes, and not before [S7.6-01] [S8-04] [S9-02]', async ({
  page,
  baseURL,
}) => {
  const register = await registerScripts(baseURL!)
  const errors = collectErrors(page)
  await page.clock.install()
  await page.goto('/')
  await expect(heading(page)).toHaveText('Sign in')
  // From here on, time passes only when the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000)
  const requested = page.waitForRequest(register)
  await page.route(register, () => undefined)
  await follow(page, 'Create an account')
  await requested
  await page.clock.fastForward(limits.chunkTimeoutMs - 1000)
  await expect(heading(page)).not.toHaveText(messages.errorTitle)
  expect(limits.chunkTimeoutMs).toBe(120_000)
  await page.clock.fastForward(2000)
  await expect(heading(page)).toHaveText(messages.errorTitle)
  await expect.poll(() => errors.join('\n')).toContain('ChunkLoadError')
})

test('a business that cannot be loaded shows the error screen, which detects whether the browser is offline [S2.3-11]', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/')
  // Fails until the page is reloaded: a live event would make the app refetch successfully before that.
  let isBroken = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isBroken = false
  })
  await page.route('**/kyc-status', (route) =>
    isBroken
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: 'No', errors: [] } })
      : route.continue(),
  )
  const { email, password } = await newBusiness(baseURL!)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading(page)).toHaveText('It seems an error occured!')
  await expect(page.getByText('Kindly go back or reload this page', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Check your network and click on the blue button', { exact: true })).toBeVisible()
  // On focus the app refetches the failed call, which waits for the network, so the screen stays.
  await page.evaluate(async () => {
    dispatchEvent(new Event('visibilitychange'))
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(page.getByText('Check your network and click on the blue button', { exact: true })).toBeVisible({
    timeout: 1,
  })
  await context.setOffline(false)
  await expect(page.getByText('Kindly go back or reload this page', { exact: true })).toBeVisible()
  // The business may be refetched and shown before the old page is unloaded.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload', exact: true }).click()])
  await expect(heading(page)).toHaveText('Overview')
  // The last part of the overview that has code of its own: otherwise it is the overview that fails below.
  await expect(page.getByRole('heading', { name: 'Take your first payment' })).toBeVisible()

  // A page whose code is not loaded yet can't be fetched offline: the app reports it and does not reload.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Direct Debit' }).evaluate((link: HTMLAnchorElement) => link.click())
  await expect(page.getByText('Check your network and click on the blue button', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(heading(page)).toHaveText('Direct debit')
})
