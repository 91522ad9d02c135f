import { type Browser, expect, type Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness } from './support/business.ts'
import {
  accountNumber,
  denyAtBank,
  listFullPayments,
  newLink,
  payByGoodCard,
  payWith,
  randomEmail,
  receivedHeading,
  submitChallenge,
  testCards,
  tryAgain,
  waitForHydration,
} from './support/checkout.ts'
import { test } from './support/test.ts'

/** A payer on a phone without JavaScript. */
async function withoutScript(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  return context.newPage()
}

/** Records the URLs of all pages and forms: none may contain a card number, a PIN or a code. Names of static files contain a hash, which may. */
function recordUrls(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/static/')) addresses.push(request.url())
  })
  return addresses
}

async function begin(page: Page, url: string): Promise<string> {
  const email = randomEmail('plain')
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByText('How would you like to pay?')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  return email
}

test('without script a card is paid with PIN, phone and code, each step a form, and no secret is in an address', async ({
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const page = await withoutScript(browser)
  const addresses = recordUrls(page)
  const link = await newLink(business)
  const email = await begin(page, link.url)
  await payWith(page, { number: '4084 0840 8408 4082', expiry: '01 / 20', cvv: '1' })
  await expect(page.getByText('This card number is not complete, or a digit is wrong')).toBeVisible()
  await expect(page.getByText('The CVV is the 3 digits on the back of the card')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await payWith(page, testCards.pinPhoneAndOtp)
  await submitChallenge(page, 'pin', '0000')
  await submitChallenge(page, 'phone', '08031234567')
  await submitChallenge(page, 'otp', '111111')
  await expect(page.getByText('The code is wrong. 2 attempts left.')).toBeVisible()
  await submitChallenge(page, 'otp', '123456')
  await expect(receivedHeading(page)).toBeVisible()
  await expect(page.getByText('Verve ending 7804')).toBeVisible()
  await expect(page.getByText(`A copy is on its way to ${email}`)).toBeVisible()
  await page.getByRole('link', { name: 'View receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Verve ending 7804')
  await page.goBack()
  await expect(receivedHeading(page)).toBeVisible()
  expect(await listFullPayments(business)).toMatchObject([{ status: 'success', netKobo: 481_187 }])
  // Without the slug and the access code, which are random and may contain three such digits.
  for (const secret of ['5078', '7804', '884', '0000', '123456', '111111', '0803'])
    for (const address of addresses)
      expect(address.replace(/(?<=payment=|\/pay\/receipt\/)\w+/, '').replace(link.slug, '')).not.toContain(secret)
})

test('without script the page of the bank leads back, a decline keeps the payer on the page, and another card pays', async ({
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const page = await withoutScript(browser)
  await page.goto((await newLink(business, { amountKobo: undefined })).url)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/This field must not be empty!/)
  await page.getByLabel('Amount').fill('99.99')
  await page.getByLabel('Email address').fill('ada@')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByText('Please enter a valid email address!')).toBeVisible()
  await expect(page.getByText('Amount cannot be less than 100', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue('ada@')
  await expect(page.getByLabel('Amount')).toHaveValue('99.99')
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  const email = randomEmail('plain')
  await page.getByLabel('Amount').fill('2,500.50')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await denyAtBank(page)
  await tryAgain(page, email)
  await payWith(page, testCards.pinAndOtp)
  await page.getByRole('link', { name: 'Pay another way' }).click()
  await payByGoodCard(page)
  const payments = await listFullPayments(business)
  expect(payments.map(({ status, amountKobo }) => [status, amountKobo])).toEqual([
    ['success', 250_050],
    ['failed', 250_050],
  ])
  expect(payments[0]!.attempts).toHaveLength(2)
})

test('without script a transfer is found by reloading the page', async ({ browser, baseURL, request }) => {
  const business = await newBusiness(baseURL!)
  const page = await withoutScript(browser)
  await begin(page, (await newLink(business)).url)
  await page.getByRole('link', { name: 'Transfer', exact: true }).click()
  await page.getByRole('button', { name: 'Get the account number' }).click()
  const number = await accountNumber(page)
  await expect(page.getByRole('button', { name: 'I have sent it' })).toBeHidden()
  await expect(page.getByRole('timer')).toBeHidden()
  await expectNoSidewaysScroll(page, 'the transfer without script')
  await page.getByRole('link', { name: 'Check again' }).click()
  expect(await accountNumber(page)).toBe(number)
  const data = { accountNumber: number, amountKobo: 500_000 }
  expect((await request.post('/test/collections/sandbox/transfers', { data })).ok()).toBe(true)
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(receivedHeading(page)).toBeVisible()
  expect(await listFullPayments(business)).toMatchObject([{ status: 'success', channel: 'bank_transfer' }])
})

test('a form sent twice at the same moment starts one payment and charges once', async ({ request, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  const path = new URL(link.url).pathname
  const form = { step: 'start', checkoutId: crypto.randomUUID(), email: randomEmail('twice') }
  const send = (address: string, sent: Record<string, string>) => request.post(address, { form: sent, maxRedirects: 0 })
  const begun = await Promise.all([send(path, form), send(path, form), send(path, form)])
  const addresses = new Set(begun.map((response) => response.headers().location))
  expect(begun.map((response) => response.status())).toEqual([303, 303, 303])
  expect(addresses.size).toBe(1)
  const address = [...addresses][0]!
  const card = { step: 'card', number: testCards.good.number, expiry: '12/39', cvv: testCards.good.cvv }
  await Promise.all([send(address, card), send(address, card)])
  expect(await listFullPayments(business)).toMatchObject([{ status: 'success', netKobo: 481_187 }])
  const foreign = await request.post(path, { form, maxRedirects: 0, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status()).toBe(403)
})

test('on a very slow network the page can be used before its script is loaded, and typed text stays', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  let come = () => {}
  const arrival = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/static/js/**', async (route) => {
    await arrival
    await route.continue()
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 800,
    downloadThroughput: (250 * 1024) / 8,
    uploadThroughput: (50 * 1024) / 8,
  })
  await page.goto(link.url, { waitUntil: 'commit' })
  await page.getByLabel('Email address').fill('slow@example.com')
  come()
  await waitForHydration(page)
  await expect(page.getByLabel('Email address')).toHaveValue('slow@example.com')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByText('How would you like to pay?')).toBeVisible()
  await payByGoodCard(page)
})
