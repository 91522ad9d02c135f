import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { mailTo, signIn } from './support/business.ts'
import {
  beginCheckout,
  listFullPayments,
  newLink,
  notThrough,
  receivedHeading,
  submitChallenge,
} from './support/checkout.ts'
import { test } from './support/test.ts'

const choose = (page: Page, method: string) => page.getByRole('link', { name: method, exact: true }).click()
const simulate = (page: Page, outcome: string) => page.getByRole('button', { name: outcome, exact: true }).click()

async function expectGood(page: Page, what: string) {
  await expectAccessible(page, what)
  await expectNoSidewaysScroll(page, what)
}

test('a payer dials a USSD code on a phone, the page shows the confirmation, and the business finds the payment by its channel', async ({
  page,
  business,
  payer,
}) => {
  const email = await beginCheckout(payer, await newLink(business, { feeBearer: 'customer' }))
  await choose(payer, 'USSD')
  await payer.getByRole('button', { name: 'Get a code to dial' }).click()
  await expect(payer.getByText('Bank is required!')).toBeVisible()
  await payer.getByLabel('Your bank').selectOption({ label: 'Guaranty Trust Bank (*737#)' })
  await payer.getByRole('button', { name: 'Get a code to dial' }).click()
  const code = payer.getByText(/^\*737\*000\*\d{8}#$/)
  await expect(code).toBeVisible()
  await expect(payer.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  await expect(payer.getByRole('link', { name: 'Dial it now' })).toHaveAttribute('href', /^tel:\*737\*000\*\d{8}%23$/)
  await expect(payer.getByRole('status').filter({ hasText: 'Waiting for you to confirm' })).toBeVisible()
  await expect(payer.getByRole('button', { name: 'Decline' })).toBeVisible()
  await expectGood(payer, 'the USSD code at 390')
  await payer.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(payer, 'the USSD code at 320')
  await payer.reload()
  await expect(code).toBeVisible()
  await payer.getByLabel('Another bank').selectOption({ label: 'Zenith Bank (*966#)' })
  await payer.getByRole('button', { name: 'Get a code for this bank' }).click()
  await expect(payer.getByText(/^\*966\*000\*\d{8}#$/)).toBeVisible()
  // Another device confirms; this page only stays open.
  const phone = await payer.context().newPage()
  const accessCode = new URL(payer.url()).searchParams.get('payment')
  await phone.goto(`/sandbox/payments/${accessCode}`)
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await expect(phone.getByText('The money arrived.')).toBeVisible()
  await expect(receivedHeading(payer)).toBeVisible()
  await expect(payer.getByText('USSD, Zenith Bank')).toBeVisible()
  expect((await mailTo(email, /Your payment/)).text).toContain('USSD, Zenith Bank')

  await signIn(page, business, '/transactions?channel=ussd')
  const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: 'USSD' })
  await expect(row).toHaveCount(1)
  await row.getByRole('link').first().click()
  await expect(page.getByText('Zenith Bank', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\*966\*000\*\d{8}#$/)).toBeVisible()
  await expect(page.getByText(/The code \*737\*000\*\d{8}# of Guaranty Trust Bank was shown/)).toBeVisible()
  await page.goto('/transactions?channel=qr')
  await expect(page.getByText(/no .*QR|Nothing|No transaction/i).first()).toBeVisible()
})

test('a QR code is chosen by keyboard, declined, and a new one pays; a phone can save it, and its content is also shown as text', async ({
  page,
  business,
  payer,
}) => {
  await beginCheckout(page, await newLink(business))
  await page.getByRole('link', { name: 'QR', exact: true }).focus()
  await page.keyboard.press('Enter')
  const picture = page.getByRole('img', { name: 'QR code of this payment' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByText('Can’t scan? Show the code as text').click()
  await expect(page.getByText(/^000201010212.*5303566.*5802NG.*6304[0-9A-F]{4}$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
  await expectGood(page, 'the QR code')
  await expect(page.getByRole('link', { name: 'Save it for the app of your bank' })).toBeHidden()
  await payer.goto(page.url())
  const [download] = await Promise.all([
    payer.waitForEvent('download'),
    payer.getByRole('link', { name: 'Save it for the app of your bank' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('qr-code.png')
  expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe('PNG')
  await expectGood(payer, 'the QR code on a phone')
  await simulate(page, 'Decline')
  await expect(notThrough(page)).toBeVisible()
  await expect(page.locator('#step')).toBeFocused()
  await page.getByRole('button', { name: 'Get a new QR code' }).click()
  await expect(picture).toBeVisible()
  await simulate(page, 'Confirm')
  await expect(receivedHeading(page)).toBeVisible()
  const payments = await listFullPayments(business)
  expect(payments.map(({ status, channel }) => [status, channel])).toEqual([
    ['success', 'qr'],
    ['failed', 'qr'],
  ])
})

test('pay with bank: account, birthday, a wrong code, then the right one; the merchant sees the account masked', async ({
  page,
  business,
  payer,
}) => {
  const email = await beginCheckout(payer, await newLink(business))
  await choose(payer, 'Bank')
  await expect(payer.getByText('Test Mode: accounts to try')).toBeVisible()
  await expectGood(payer, 'pay with bank')
  await payer.getByLabel('Your bank').selectOption({ label: 'Zenith Bank' })
  await payer.getByLabel('Account number').fill('0000000000')
  await payer.getByRole('button', { name: /^Pay NGN/ }).click()
  await expect(payer.getByText('This Account does not exist with this bank')).toBeVisible()
  await payer.getByText('Test Mode: accounts to try').click()
  await payer.getByRole('button', { name: /Asks for date of birth and code/ }).click()
  await expect(payer.getByLabel('Account number')).toHaveValue('0000000011')
  await payer.getByRole('button', { name: /^Pay NGN/ }).click()
  const birthday = payer.getByLabel('Date of birth')
  await birthday.pressSequentially('31021990')
  await payer.getByRole('button', { name: 'Continue' }).click()
  await expect(payer.getByText('Use a date like 25 / 08 / 1990')).toBeVisible()
  await birthday.fill('25081990')
  await expect(birthday).toHaveValue('25 / 08 / 1990')
  await payer.getByRole('button', { name: 'Continue' }).click()
  await simulate(payer, 'Fill in a wrong one')
  await payer.getByRole('button', { name: 'Continue' }).click()
  await expect(payer.getByText('The code is wrong. 2 attempts left.')).toBeVisible()
  await submitChallenge(payer, 'otp', '123456')
  await expect(receivedHeading(payer)).toBeVisible()
  await expect(payer.getByText('Zenith Bank, account ending 0011')).toBeVisible()
  expect((await mailTo(email, /Your payment/)).text).toContain('account ending 0011')

  await signIn(page, business, '/transactions?channel=bank_account')
  const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: 'Pay with bank' })
  await row.getByRole('link').first().click()
  await expect(page.getByText('Zenith Bank •••• 0011')).toBeVisible()
  await expect(page.getByText('0000000011')).toHaveCount(0)
})

test('a late transfer is returned, and the page says so; one that was sent in time still pays', async ({
  page,
  business,
}) => {
  await beginCheckout(page, await newLink(business))
  await choose(page, 'Transfer')
  await simulate(page, 'Pay too late')
  await expect(page.getByRole('heading', { name: 'This payment has expired' })).toBeVisible()
  await expect(
    page.getByText(/Your transfer of NGN\s5,000\.00 arrived after the account number had expired/),
  ).toBeVisible()
  await expectGood(page, 'a transfer that came too late')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByText(/^\d{10}$/)).toBeVisible()
  await simulate(page, 'Arrive late')
  await expect(receivedHeading(page)).toBeVisible()
  const [paid, late] = await listFullPayments(business)
  expect([paid!.status, paid!.netKobo, late!.status, late!.netKobo]).toEqual(['success', 481_187, 'abandoned', 0])
  expect(paid!.events.map(({ kind }) => kind)).toEqual(['paid', 'abandoned', 'account_opened', 'started'])
})

test('without script USSD, QR and pay with bank can be paid too, and their outcomes simulated', async ({
  browser,
  business,
}) => {
  const link = await newLink(business)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  const begin = async (method: string) => {
    await page.goto(link.url)
    await page.getByLabel('Email address').fill(`plain-${method}-${business.email}`.toLowerCase())
    await page.getByRole('button', { name: /^Continue/ }).click()
    await choose(page, method)
  }
  await begin('USSD')
  await page.getByRole('button', { name: 'Get a code to dial' }).click()
  await expect(page.getByText('Bank is required!')).toBeVisible()
  await page.getByLabel('Your bank').selectOption('033')
  await page.getByRole('button', { name: 'Get a code to dial' }).click()
  await expect(page.getByText(/^\*919\*000\*\d{8}#$/)).toBeVisible()
  await expect(page.getByText(/\d\d:\d\d \(Lagos\)/)).toBeVisible()
  await expectNoSidewaysScroll(page, 'the USSD code without script')
  await page.getByRole('link', { name: 'Check again' }).click()
  await simulate(page, 'Confirm')
  await expect(receivedHeading(page)).toBeVisible()

  await begin('QR')
  await page.getByRole('button', { name: 'Show the QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'the QR code without script')
  await simulate(page, 'Let it time out')
  await expect(page.getByRole('heading', { name: 'This payment has expired' })).toBeVisible()
  await page.getByRole('button', { name: 'Start again' }).click()
  await simulate(page, 'Confirm')
  await expect(receivedHeading(page)).toBeVisible()

  await begin('Bank')
  await page.getByLabel('Your bank').selectOption('057')
  await page.getByLabel('Account number').fill('0000000028')
  await page.getByRole('button', { name: /^Pay NGN/ }).click()
  await page.getByLabel('Date of birth').fill('7/3/1990')
  await page.getByRole('button', { name: 'Continue' }).click()
  await submitChallenge(page, 'otp', '123456')
  await expect(notThrough(page)).toBeVisible()
  await expect(page.getByText(/There is not enough money in the account/)).toBeVisible()
  const payments = await listFullPayments(business)
  expect(payments.map(({ status, channel }) => [status, channel])).toEqual([
    ['failed', 'bank_account'],
    ['success', 'qr'],
    ['abandoned', 'qr'],
    ['success', 'ussd'],
  ])
})
