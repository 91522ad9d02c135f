import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { createPaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness } from './support/business.ts'
import {
  freshName,
  listFullPayments,
  newLink,
  payButton,
  payByGoodCard,
  payerPhone,
  payWith,
  randomEmail,
  receivedHeading,
  testCards,
  waitForHydration,
} from './support/checkout.ts'
import { test } from './support/test.ts'

test('a payer fills in the custom fields, reads the message of the business, and is redirected', async ({
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await business.call(createPaymentLink, {
    name: freshName('School bag'),
    minimumKobo: 100_000,
    collectPhone: true,
    customFields: [
      { key: 'pupil', label: 'Pupil number', type: 'number', required: true },
      { key: 'size', label: 'Size', type: 'choice', required: true, choices: ['Small', 'Large'] },
      { key: 'name', label: 'Name on the bag', type: 'text', required: false },
      { key: 'long', label: 'W'.repeat(60), type: 'text', required: false },
    ],
    successMessage: 'Collect it at the gate.\nBring this page.',
    redirectUrl: 'https://shop.invalid/thanks?from=bag',
  })
  const page = await payerPhone(browser)
  await page.route('https://shop.invalid/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
  )
  await page.goto(link.url)
  await waitForHydration(page)
  await page.getByLabel('Amount').fill('999')
  await page.getByLabel('Amount').blur()
  await expect(page.getByText('Amount cannot be less than 1,000.00')).toBeVisible()
  await page.getByLabel('Amount').fill('2500')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByText('This field must not be empty!')).toHaveCount(4)
  await expect(page.getByLabel('Email address')).toBeFocused()
  const email = randomEmail()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('\u202a+234 803–1234567\u202c')
  await page.getByLabel('Pupil number').fill('twelve')
  await page.getByLabel('Pupil number').blur()
  await expect(page.getByText('This field must contain numbers only!')).toBeVisible()
  await page.getByLabel('Pupil number').fill('12')
  await page.getByLabel('Size').selectOption('Large')
  await page.getByLabel(/^Name on the bag/).fill('<b>Ada</b>')
  await expectAccessible(page, 'a page that asks more')
  await expectNoSidewaysScroll(page, 'a page that asks more')
  await page.getByRole('button', { name: /^Continue/ }).click()
  // After going back and reloading, the typed values are still there.
  await page.getByRole('link', { name: 'Change' }).click()
  await expect(page.getByLabel('Size')).toHaveValue('Large')
  await page.getByLabel('Size').selectOption('Small')
  await page.getByRole('button', { name: /^Continue/ }).click()
  await payWith(page, testCards.noFunds)
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  await payByGoodCard(page)
  await expect(page.getByText('Collect it at the gate.')).toBeVisible()
  const onward = page.getByRole('link', { name: 'Continue to shop.invalid' })
  const [paid] = await listFullPayments(business)
  expect(paid).toMatchObject({
    status: 'success',
    customerEmail: email,
    customerPhone: '+2348031234567',
    metadata: [
      { key: 'pupil', label: 'Pupil number', value: '12' },
      { key: 'size', label: 'Size', value: 'Small' },
      { key: 'name', label: 'Name on the bag', value: '<b>Ada</b>' },
    ],
  })
  // The page redirects by itself; after Back the receipt stays.
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible({ timeout: 60_000 })
  await page.goBack()
  await expect(receivedHeading(page)).toBeVisible()
  await expect(onward).toHaveAttribute('href', `https://shop.invalid/thanks?from=bag&reference=${paid!.reference}`)
  await expect(page.getByText(/You are taken there/)).toHaveCount(0)
  await page.context().close()
})

test('a payer who opened a page before it was changed is told what to do, and sees a new amount before paying it', async ({
  page,
  business,
}) => {
  const link = await newLink(business)
  const change = (fields: Partial<EndpointInput<typeof updatePaymentLink>>) =>
    business.call(updatePaymentLink, { id: link.id, name: link.name, amountKobo: 500_000, ...fields })
  const open = async () => {
    await page.goto(link.url)
    await waitForHydration(page)
    await page.getByLabel('Email address').fill('ada@example.com')
  }
  const size = { key: 'size', label: 'Size', type: 'text', required: true } as const
  const alert = page.getByRole('alert')
  const textNow = /^This page has changed since you opened it\. Amount: NGN\s5,000\.00$/
  await change({ customFields: [size], collectPhone: true })
  await page.setViewportSize({ width: 390, height: 640 })
  await open()
  await page.getByLabel('Size').fill('42')
  await page.getByLabel('Phone number').fill('0803 123 4567')
  await change({ customFields: [size, { ...size, key: 'color', label: 'Colour' }] })
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByLabel('Colour')).toHaveValue('')
  await expect(alert).toHaveText(textNow)
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'a page that was changed')
  await expect(page.getByLabel('Email address')).toHaveValue('ada@example.com')
  await expect(page.getByLabel('Size')).toHaveValue('42')
  await page.getByLabel('Colour').fill('Indigo')
  await waitForHydration(page)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await payWith(page, testCards.noFunds)
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()

  await test.step('a page that asks more before the second attempt', async () => {
    await change({ customFields: [size, { ...size, key: 'fabric', label: 'Fabric' }] })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Fabric').fill('Adire')
    await expect(alert).toHaveText(textNow)
    await expect(page.getByLabel('Size')).toHaveValue('42')
    await waitForHydration(page)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(payButton(page)).toHaveText(/NGN\s5,000\.00/)
    await change({ collectPhone: false, customFields: [] })
  })

  await test.step('another price, and another number of units', async () => {
    const changed = page.getByText(/^This page has changed since you opened it\. Amount: NGN\s\d+,000\.00$/)
    await expect(changed).toHaveCount(0)
    await open()
    await change({ amountKobo: 600_000 })
    await page.getByRole('button', { name: /^Continue to pay NGN\s5,000\.00$/ }).click()
    await expect(changed).toHaveText(/6,000\.00/)
    await expect(payButton(page)).toHaveText(/NGN\s6,000\.00/)
    await open()
    await change({ amountKobo: 600_000, quantity: { minimum: 2, maximum: 4 } })
    await page.getByRole('button', { name: /^Continue to pay NGN\s6,000\.00$/ }).click()
    await expect(changed).toHaveText(/12,000\.00/)
  })
})
