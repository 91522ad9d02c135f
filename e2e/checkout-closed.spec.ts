import { updateMerchant } from '@adire/contract/merchants.ts'
import { createPaymentLink, deletePaymentLink, publishPaymentLink } from '@adire/contract/payment-links.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness } from './support/business.ts'
import { freshName, newLink, payerPhone, payLink, receivedHeading } from './support/checkout.ts'
import { moveTo } from './support/clock.ts'
import { test } from './support/test.ts'

/** Opens a closed page and checks its status and heading; the caller checks the text. */
async function openClosed(page: Page, url: string, heading: string) {
  await expect(async () => {
    expect((await page.goto(url))!.status()).toBe(404)
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

test('a page that takes no payments says why, to whom it belongs and whom to contact [S7.5-09]', async ({
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'Sade Textiles')
  await business.call(updateMerchant, {
    businessName: 'Sade Textiles',
    merchantCategoryId: 3,
    businessDescription: 'Cloth',
    businessEmail: 'hello@sade.example',
    businessPhone: '08031234567',
    supportEmail: 'care@sade.example',
    chargebackEmail: 'care@sade.example',
    stateId: 25,
    city: 'Lagos',
    streetAddress: '1 Herbert Macaulay Way',
  })
  const page = await payerPhone(browser)
  const ours = async () => {
    await expect(page.getByText('Sade Textiles', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'care@sade.example' })).toHaveAttribute(
      'href',
      'mailto:care@sade.example',
    )
  }

  const unpublished = await newLink(business)
  await business.call(publishPaymentLink, { id: unpublished.id, published: false })
  await openClosed(page, unpublished.url, 'This payment page is closed')
  await expect(page.getByText('This business is not taking payments here at the moment.')).toBeVisible()
  await ours()
  await business.call(publishPaymentLink, { id: unpublished.id, published: true })
  expect((await page.goto(unpublished.url))!.status()).toBe(200)

  const short = await business.call(createPaymentLink, {
    name: freshName('Early bird'),
    amountKobo: 500_000,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await moveTo(business, new Date(Date.now() + 7_200_000))
  await openClosed(page, short.url, 'This payment page has expired')
  await ours()

  const single = await newLink(business, { paymentLimit: 1 })
  await payLink(page, single)
  // After a reload the last payer still sees the receipt; others see that the limit is reached.
  await page.reload()
  await expect(receivedHeading(page)).toBeVisible()
  await openClosed(page, single.url, 'Sold out or fully booked')
  await ours()

  await business.call(deletePaymentLink, { id: single.id, message: 'Sold out!\n<b>See you</b> next year.' })
  await openClosed(page, single.url, 'This payment page is closed')
  await expect(page.getByText('<b>See you</b> next year.')).toBeVisible()
  await ours()
  await expectAccessible(page, 'a closed page')
  await expectNoSidewaysScroll(page, 'a closed page')

  await openClosed(page, `/pay/page/${freshName('nobody').replace(' ', '-')}`, 'Payment page not found')
  await expect(page.getByText('There is no payment page at this link.')).toBeVisible()
  await expect(page.getByText('Sade Textiles')).toHaveCount(0)
  await page.context().close()
})
