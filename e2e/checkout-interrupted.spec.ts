import { expect, type Page } from '@playwright/test'
import { newBusiness } from './support/business.ts'
import {
  beginCheckout,
  chooseTransfer,
  fillCard,
  listFullPayments,
  newLink,
  notThrough,
  payButton,
  payWith,
  receivedHeading,
  submitChallenge,
  testCards,
  waitForHydration,
} from './support/checkout.ts'
import { test } from './support/test.ts'

const offlineBar = (page: Page) => page.getByRole('status').filter({ hasText: 'You are currently offline' })

/** The server handles the call, but the network fails before the response arrives. */
async function loseResponse(page: Page, path: string) {
  await page.route(path, async (route) => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
}

async function comeBack(page: Page, path: string) {
  await page.unroute(path)
  await page.context().setOffline(false)
  await expect(offlineBar(page)).toBeHidden()
}

test('a payer who goes offline keeps the typed data and pages work again online; responses lost by the network charge nothing twice', async ({
  page,
  context,
  business,
}) => {
  const link = await newLink(business)
  await page.goto(link.url)
  await waitForHydration(page)
  await page.getByLabel('Email address').fill('ada@example.com')
  await context.setOffline(true)
  await expect(offlineBar(page)).toBeVisible()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByRole('alert')).toHaveText('You are currently offline')
  await context.setOffline(false)
  await expect(offlineBar(page)).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await fillCard(page, testCards.good)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('You are currently offline')
  await expect(page.getByLabel('Card number')).toHaveValue(testCards.good.number)
  await context.setOffline(false)
  await expect(offlineBar(page)).toBeHidden()
  await expect(page.getByLabel('CVV')).toHaveValue(testCards.good.cvv)
  await payButton(page).click()
  await expect(receivedHeading(page)).toBeVisible()
  expect(await listFullPayments(business)).toMatchObject([{ status: 'success', netKobo: 481_187 }])

  await test.step('when the network fails before the response for a card, paying again charges nothing twice', async () => {
    const before = await listFullPayments(business)
    await beginCheckout(page, link)
    await loseResponse(page, '**/card')
    await payWith(page, testCards.good)
    await expect(offlineBar(page)).toBeVisible()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveValue(testCards.good.number)
    await comeBack(page, '**/card')
    await payButton(page).click()
    await expect(receivedHeading(page)).toBeVisible()
    const [payment, ...others] = await listFullPayments(business)
    expect(others).toHaveLength(before.length)
    expect(payment!.events.filter(({ kind }) => kind === 'card_entered')).toHaveLength(1)
  })

  await test.step('when the network fails at the last code, the payer returns to the receipt', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.pinAndOtp)
    await submitChallenge(page, 'pin', '1234')
    await expect(page.getByLabel('One-time code')).toBeVisible()
    await loseResponse(page, '**/answer')
    await submitChallenge(page, 'otp', '123456')
    await expect(offlineBar(page)).toBeVisible()
    await expect(page.getByRole('alert')).toBeVisible()
    await comeBack(page, '**/answer')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(receivedHeading(page)).toBeVisible()
    expect((await listFullPayments(business))[0]).toMatchObject({ status: 'success', netKobo: 481_187 })
  })
})

test('a transfer that arrives while the payer is offline is shown as soon as the network is back', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await beginCheckout(page, await newLink(await newBusiness(baseURL!)))
  const number = await chooseTransfer(page)
  await context.setOffline(true)
  await expect(offlineBar(page)).toBeVisible()
  const data = { accountNumber: number, amountKobo: 500_000 }
  expect((await request.post('/test/collections/sandbox/transfers', { data })).ok()).toBe(true)
  await expect(page.getByText(number)).toBeVisible()
  await context.setOffline(false)
  await expect(receivedHeading(page)).toBeVisible()
})

test('a reload continues the payment at its step, and after the payment shows the receipt', async ({
  page,
  business,
}) => {
  const email = await beginCheckout(page, await newLink(business))
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await payWith(page, testCards.pinAndOtp)
  await expect(page.getByLabel('Card PIN')).toBeVisible()
  await page.reload()
  await submitChallenge(page, 'pin', '1234')
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('One-time code')).toHaveValue('')
  await submitChallenge(page, 'otp', '123456')
  await expect(receivedHeading(page)).toBeVisible()
  await page.reload()
  await expect(receivedHeading(page)).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(receivedHeading(page)).toBeVisible()
  expect(await listFullPayments(business)).toHaveLength(1)
})

test('two tabs of one payment charge once, and a challenge completed in the first is not shown again in the second', async ({
  page,
  context,
  business,
}) => {
  await beginCheckout(page, await newLink(business))
  const second = await context.newPage()
  await second.goto(page.url())
  await waitForHydration(second)
  await fillCard(page, testCards.good)
  await fillCard(second, testCards.pinAndOtp)
  await payButton(page).click()
  await expect(receivedHeading(page)).toBeVisible()
  await payButton(second).click()
  await expect(receivedHeading(second)).toBeVisible()
  await expect(second.getByText('Visa ending 4081')).toBeVisible()
  expect(await listFullPayments(business)).toMatchObject([
    { status: 'success', netKobo: 481_187, card: { last4: '4081' } },
  ])

  await test.step('two tabs with one challenge', async () => {
    await beginCheckout(page, await newLink(business))
    await payWith(page, testCards.pin)
    await expect(page.getByLabel('Card PIN')).toBeVisible()
    await second.goto(page.url())
    await waitForHydration(second)
    await expect(second.getByLabel('Card PIN')).toBeVisible()
    await submitChallenge(page, 'pin', '9999')
    await expect(notThrough(page)).toBeVisible()
    await submitChallenge(second, 'pin', '1111')
    await expect(notThrough(second)).toBeVisible()
    expect((await listFullPayments(business))[0]).toMatchObject({ status: 'failed' })
  })
})
