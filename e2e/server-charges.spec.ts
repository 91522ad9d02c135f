import { createSecretKey } from '@adire/contract/api-keys.ts'
import { callEndpoint } from '@adire/contract/call.ts'
import { initialiseCharge, verifyCharge } from '@adire/contract/charges.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { listLoggedRequests } from '@adire/contract/request-log.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { type Business, newBusiness, signIn } from './support/business.ts'
import {
  notThrough,
  payByGoodCard,
  payWith,
  randomEmail,
  receivedHeading,
  testCards,
  waitForHydration,
} from './support/checkout.ts'
import { test } from './support/test.ts'

/** The business's own server, which calls the API with its secret key. */
async function openMerchantServer(baseURL: string, business: Business) {
  await business.call(confirmUser, { password: business.password })
  const { key } = await business.call(createSecretKey, {})
  const callAsServer = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) =>
    callEndpoint({ baseUrl: (server) => `${baseURL}/test/${server}`, token: () => key }, endpoint, input)
  const charge = (given: Partial<EndpointInput<typeof initialiseCharge>> = {}) =>
    callAsServer(initialiseCharge, {
      amountKobo: 1_250_000,
      email: randomEmail('payer'),
      reference: 'order-1042',
      description: 'Two yards of ankara',
      // A page of the site in place of the shop's page.
      callbackUrl: `${baseURL}/terms-and-conditions?order=1042`,
      metadata: { orderId: 1042 },
      ...given,
    })
  return { key, callAsServer, charge }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Request log' }).locator('tbody tr')

test('a server creates a charge, the payer pays and is redirected, the server verifies, and the request log shows all of it', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { key, callAsServer, charge } = await openMerchantServer(baseURL!, business)
  const { authorizationUrl, email } = await charge()
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(authorizationUrl)
  await waitForHydration(payer)
  await expect(payer.getByText(email)).toBeVisible()
  await expect(payer.getByRole('heading', { name: 'Two yards of ankara' })).toBeVisible()
  await expect(payer.getByRole('link', { name: 'Change' })).toHaveCount(0)
  await expectAccessible(payer, 'the page of a charge')
  await payWith(payer, testCards.good)
  await expect(payer).toHaveURL(/\/terms-and-conditions\?order=1042&reference=order-1042$/)
  expect(await callAsServer(verifyCharge, { reference: 'order-1042' })).toMatchObject({
    status: 'success',
    amountKobo: 1_250_000,
    payment: { status: 'success', channel: 'card' },
  })
  await payer.goto(authorizationUrl)
  await expect(receivedHeading(payer)).toBeVisible()
  await payer.context().close()
  const unknown = `order-${'1042'.repeat(14)}`
  await callAsServer(verifyCharge, { reference: unknown }).catch(() => undefined)

  // The log is written shortly after the response.
  await expect
    .poll(async () => (await business.call(listLoggedRequests, {})).content.length, { timeout: 60_000 })
    .toBe(3)
  await signIn(page, business, '/settings/request-log')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('404')
  await expectAccessible(page, 'the request log')
  await page.getByLabel('Outcome').selectOption({ label: 'Client error (4xx)' })
  await expect(page).toHaveURL(/status=4xx/)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByLabel('Path or request id').fill('initialise')
  await expect(page).toHaveURL(/search=initialise/)
  // The list before has one row, too.
  await expect(rows(page)).toHaveText([/initialise/])
  await rows(page).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'POST charges/initialise' })
  await expect(dialog).toContainText(`…${key.slice(-4)}`)
  await expect(dialog.locator('pre')).toContainText('"orderId": 1042')
  await dialog.getByText('Response', { exact: true }).click()
  await expect(dialog.locator('pre')).toContainText('"authorizationUrl"')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'one request')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Path or request id').fill(unknown)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('404')
  const path = rows(page).getByRole('button')
  await expect(path).toHaveText(`GET /test/collections/charges/verify/${unknown}`)
  // The path is not truncated: the row grows by lines.
  await expect.poll(() => path.evaluate((all) => all.getClientRects()[0]!.right <= innerWidth - 16)).toBe(true)
  await expect.poll(() => path.evaluate((all) => getComputedStyle(all).textOverflow)).toBe('clip')
  await expectNoSidewaysScroll(page, 'the request log')

  // The payment is found by the merchant's own reference.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('Order-1042')
  const payment = page.getByRole('option', { name: /12,500\.00 from/ })
  await payment.click()
  await expect(page).toHaveURL(/\/transactions\/[\w-]+$/)
  await expect(page.getByText('order-1042', { exact: true })).toBeVisible()
})

test('without script a payer with a declined card can pay with another one, and a link leads back', async ({
  browser,
  baseURL,
}) => {
  const { callAsServer, charge } = await openMerchantServer(baseURL!, await newBusiness(baseURL!))
  const { authorizationUrl } = await charge({ channels: ['card'] })
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(authorizationUrl)
  await expect(page.getByRole('heading', { name: 'Pay by Card' })).toBeVisible()
  await payWith(page, testCards.declined)
  await expect(notThrough(page)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await payByGoodCard(page)
  await expectNoSidewaysScroll(page, 'the receipt of a charge')
  await page.getByRole('link', { name: /^Continue to 127/ }).click()
  await expect(page).toHaveURL(/\/terms-and-conditions\?order=1042&reference=order-1042$/)
  expect(await callAsServer(verifyCharge, { reference: 'order-1042' })).toMatchObject({ status: 'success' })
  const gone = await page.goto(authorizationUrl.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))
  expect(gone?.status()).toBe(404)
  await context.close()
})
