import { getOverview } from '@adire/contract/payments.ts'
import { expect } from '@playwright/test'
import { newBusiness } from './support/business.ts'
import {
  beginCheckout,
  denyAtBank,
  listFullPayments,
  newLink,
  notThrough,
  payButton,
  payByGoodCard,
  payWith,
  receivedHeading,
  submitChallenge,
  testCards,
  tryAgain,
} from './support/checkout.ts'
import { lagosDay } from './support/clock.ts'
import { test } from './support/test.ts'

test('a card without challenge is paid at once; invalid fields, insufficient funds and a bank without response show an error [S7.5-09]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  await test.step('a card without challenge is paid at once, and only once for a double click', async () => {
    await beginCheckout(page, link)
    await page.getByLabel('Card number').fill(testCards.good.number)
    await page.getByLabel('Expiry').fill('1239')
    await page.getByLabel('CVV').fill(testCards.good.cvv)
    await expect(page.getByLabel('Expiry')).toHaveValue('12 / 39')
    await payButton(page).dblclick()
    await expect(receivedHeading(page)).toBeVisible()
    const payments = await listFullPayments(business)
    expect(payments.map(({ status, netKobo }) => ({ status, netKobo }))).toEqual([
      { status: 'success', netKobo: 481_187 },
    ])
    const { unsettledKobo } = await business.call(getOverview, { from: lagosDay(-1), to: lagosDay(1) })
    expect(unsettledKobo).toBe(481_187)
  })

  await test.step('invalid card fields show an error before the bank is asked', async () => {
    await beginCheckout(page, link)
    await payButton(page).click()
    await expect(page.getByText('This field must not be empty!')).toHaveCount(3)
    await expect(page.getByLabel('Card number')).toBeFocused()
    await payWith(page, { number: '4084 0840 8408 4082', expiry: '01 / 20', cvv: '1' })
    await expect(page.getByText('This card number is not complete, or a digit is wrong')).toBeVisible()
    await expect(page.getByText('This card has expired')).toBeVisible()
    await expect(page.getByText('The CVV is the 3 digits on the back of the card')).toBeVisible()
    await payWith(page, { number: '4111 1111 1111 1111', expiry: '12 / 39', cvv: '123' })
    await expect(page.getByText('Test mode takes test cards only')).toBeVisible()
    await expect(page.getByLabel('CVV')).toHaveValue('123')
  })

  await test.step('a card without sufficient funds shows that, and nothing is paid', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.noFunds)
    await expect(notThrough(page)).toBeVisible()
    await expect(page.getByText('Visa ending 0037. There is not enough money in the account.')).toBeVisible()
    expect((await listFullPayments(business))[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'insufficient_funds' },
    })
  })

  await test.step('while the bank does not respond the page says neither paid nor failed, also after a reload', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.timeout)
    const waiting = page.getByRole('heading', { name: 'Your bank has not answered yet' })
    await expect(waiting).toBeVisible()
    await expect(page.getByText('Please do not pay again.')).toBeVisible()
    await page.reload()
    await expect(waiting).toBeVisible()
    expect((await listFullPayments(business))[0]).toMatchObject({ status: 'processing', paidAt: null, failure: null })
  })
})

test('a card that requires PIN, phone and code is paid after all of them; a wrong PIN and the third wrong code end the payment', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  await test.step('a card that requires its PIN is paid with it; a digit too few shows an error at the field', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.pin)
    await submitChallenge(page, 'pin', '111')
    await expect(page.getByText('A PIN has 4 digits')).toBeVisible()
    await expect(page.getByLabel('Card PIN')).toHaveAttribute('type', 'password')
    await submitChallenge(page, 'pin', '1111')
    await expect(receivedHeading(page)).toBeVisible()
  })

  await test.step('a wrong PIN is not tried twice', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.pin)
    await expect(page.getByText('You have one attempt: a wrong entry ends this payment.')).toBeVisible()
    await submitChallenge(page, 'pin', '9999')
    await expect(notThrough(page)).toBeVisible()
    await expect(page.getByText(/The PIN is wrong\./)).toBeVisible()
  })

  await test.step('a card that requires PIN, phone and code is paid after all three', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.pinPhoneAndOtp)
    await submitChallenge(page, 'pin', '0000')
    await submitChallenge(page, 'phone', '08031234567')
    await expect(page.getByLabel('One-time code')).toHaveValue('')
    await submitChallenge(page, 'otp', '123456')
    await expect(receivedHeading(page)).toBeVisible()
    await expect(page.getByText('Verve ending 7804')).toBeVisible()
  })

  await test.step('three wrong codes end the payment, and each of the first two shows the attempts left', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.pinAndOtp)
    await submitChallenge(page, 'pin', '1234')
    await submitChallenge(page, 'otp', '111111')
    await expect(page.getByText('The code is wrong. 2 attempts left.')).toBeVisible()
    await expect(page.getByLabel('One-time code')).toHaveValue('')
    await submitChallenge(page, 'otp', '222222')
    await expect(page.getByText('The code is wrong. 1 attempt left.')).toBeVisible()
    await submitChallenge(page, 'otp', '333333')
    await expect(notThrough(page)).toBeVisible()
    expect((await listFullPayments(business))[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'authentication_failed' },
    })
  })

  await test.step('a bank that sends no code is named as the reason', async () => {
    await beginCheckout(page, link)
    await payWith(page, testCards.noToken)
    await submitChallenge(page, 'pin', '0000')
    await expect(notThrough(page)).toBeVisible()
    await expect(page.getByText(/Your bank could not send you a one-time code\./)).toBeVisible()
  })

  await test.step('a challenge is dismissed for another card, and the payment stays one payment', async () => {
    const before = await listFullPayments(business)
    await beginCheckout(page, link)
    await payWith(page, testCards.pinAndOtp)
    await page.getByRole('link', { name: 'Pay another way' }).click()
    await payByGoodCard(page)
    await expect(page.getByText('Visa ending 4081')).toBeVisible()
    const [payment, ...earlier] = await listFullPayments(business)
    expect(earlier).toHaveLength(before.length)
    expect(payment).toMatchObject({ status: 'success', card: { last4: '4081' } })
  })
})

test('the page of the bank can be left, reopened and approved; after a denial the payment fails and another card pays', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const email = await beginCheckout(page, await newLink(business))
  await payWith(page, testCards.bankPage)
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm this payment' })).toBeVisible()
  await expect(page.getByText('ending 4796')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(receivedHeading(page)).toBeFocused()
  await expect(page.getByText(`A copy is on its way to ${email}`)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/Nothing to confirm|Payment received/)).toBeVisible()
  expect(await listFullPayments(business)).toMatchObject([{ status: 'success', card: { last4: '4796' } }])

  await test.step('after a denial the payment fails and the payer can try another card', async () => {
    const email = await beginCheckout(page, await newLink(business))
    await denyAtBank(page)
    await expect(notThrough(page)).toBeFocused()
    await tryAgain(page, email)
    await payByGoodCard(page)
    const payments = (await listFullPayments(business)).slice(0, 2)
    expect(payments.map(({ status }) => status)).toEqual(['success', 'failed'])
    expect(payments[0]!.attempts).toHaveLength(2)
  })
})

test('with the keyboard alone, on a screen of 320 pixels, everything stays visible', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const link = await newLink(await newBusiness(baseURL!, 'Ọlátúnjí & Daughters Haute Couture of Abẹ́òkúta 👗'), {
    amountKobo: 4_999_999_999,
    description: 'Supercalifragilisticexpialidocious'.repeat(8),
  })
  await page.goto(link.url)
  const isWithin = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  expect(await isWithin()).toBe(true)
  await page.getByLabel('Email address').focus()
  await page.keyboard.type('KEYBOARD.ada@Example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('keyboard.ada@example.com')).toBeVisible()
  expect(await isWithin()).toBe(true)
  await page.getByLabel('Card number').focus()
  for (const part of ['4084084084084081', '1239', '408']) {
    await page.keyboard.type(part)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(receivedHeading(page)).toBeVisible()
  await expect(page.locator('#step')).toBeFocused()
  expect(await isWithin()).toBe(true)
})
