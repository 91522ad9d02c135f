import { getPaymentLink } from '@adire/contract/payment-links.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import {
  listFullPayments,
  newLink,
  payByGoodCard,
  payerPhone,
  randomEmail,
  waitForHydration,
} from './support/checkout.ts'
import { test } from './support/test.ts'

test('a business lets payers choose a quantity; a payer buys three, and both see it', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await newLink(business, { amountKobo: 250_000, paymentLimit: 8 })
  await signIn(page, business, `/payment-link/${link.id}/edit`)
  const preview = page.frameLocator('iframe[title^="Preview"]')
  await page.getByLabel('Payers choose a quantity').check()
  await page.getByLabel('At most').fill('1')
  await expect(page.getByText('Use a maximum above the minimum')).toBeVisible()
  await page.getByLabel('At most').fill('10')
  await expect(page.getByText('Use a maximum above the minimum')).toHaveCount(0)
  await expect(page.getByLabel('Units for sale')).toHaveValue('8')
  await expect(preview.getByLabel('Quantity')).toHaveValue('1')
  await expectAccessible(page, 'the options of a quantity')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 to 10, chosen by the payer')).toBeVisible()
  await expect(page.getByText('0 of 8')).toBeVisible()
  expect((await business.call(getPaymentLink, { id: link.id })).quantity).toEqual({ minimum: 1, maximum: 10 })

  const payer = await payerPhone(browser)
  await payer.goto(link.url)
  await waitForHydration(payer)
  const quantity = payer.getByRole('textbox', { name: 'Quantity' })
  // The field is a part of the page that loads later than its step.
  await waitForHydration(payer, (await quantity.getAttribute('id'))!)
  await expect(payer.getByRole('button', { name: 'One fewer' })).toBeDisabled()
  await payer.getByRole('button', { name: 'One more' }).click()
  await expect(payer.getByRole('button', { name: /^Continue to pay NGN\s5,000\.00$/ })).toBeVisible()
  // No more than are left.
  await quantity.fill('50')
  await expect(quantity).toHaveValue('8')
  await quantity.fill('3')
  await expectAccessible(payer, 'the page of a link with a quantity')
  await expectNoSidewaysScroll(payer, 'the page of a link with a quantity')
  await payer.getByLabel('Email address').fill(randomEmail())
  await payer.getByRole('button', { name: /^Continue to pay NGN\s7,500\.00$/ }).click()
  await expect(payer.getByText(/^3 × NGN\s2,500\.00$/)).toBeVisible()
  await payByGoodCard(payer)
  await expect(payer.getByRole('definition').filter({ hasText: /^3 × NGN\s2,500\.00$/ })).toBeVisible()

  const [payment] = await listFullPayments(business)
  await page.goto(`/transactions/${payment!.id}`)
  await expect(page.getByText(/^3 × NGN\s2,500\.00$/)).toBeVisible()
})
