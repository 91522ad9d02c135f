import { createPaymentLink, getPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { freshName, newLink } from './support/checkout.ts'
import { drawPicture } from './support/picture.ts'
import { goInApp } from './support/session.ts'
import { test } from './support/test.ts'

const preview = (page: Page) => page.frameLocator('iframe[title^="Preview"]')
const form = (page: Page) => page.getByRole('main').locator('form')

test('a link with all options is created next to its preview, and changed again [S2.7-03] [S4-08] [S7.5-03] [S2.4-02]', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!, 'Sade Textiles')
  await signIn(page, business, '/payment-link?new=1')
  const modal = page.getByRole('dialog', { name: 'New payment link' })
  const name = freshName('Lace')
  await modal.getByLabel('Name').fill(name)
  await modal.getByText('Payer chooses').click()
  await modal.getByRole('link', { name: 'More options and preview' }).click()

  await expect(page).toHaveURL(/\/payment-link\/new$/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(preview(page).getByText(name)).toBeVisible()
  await expect(preview(page).getByText('Sade Textiles', { exact: true })).toBeVisible()
  await expect(preview(page).getByText('How much would you like to pay?')).toBeVisible()
  await page.getByText('Fixed amount', { exact: true }).click()
  await expect(preview(page).getByText('How much would you like to pay?')).toHaveCount(0)
  await expect(preview(page).getByText('You choose the amount')).toHaveCount(0)
  await expect(preview(page).getByText(/^Continue to pay NGN\s0\.00$/)).toBeVisible()
  await page.getByText('Payer chooses').click()
  await page.getByLabel('At least').fill('50')
  await page.getByLabel('At least').blur()
  await expect(page.getByText('Amount cannot be less than 100', { exact: true })).toBeVisible()
  await page.getByLabel('At least').fill('1500')

  const other = await newLink(await newBusiness(baseURL!))
  await form(page).getByLabel('Address').fill(other.slug)
  await expect(form(page).getByText('Not Available')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeDisabled()
  const address = freshName('market day').replaceAll(' ', '-')
  await form(page).getByLabel('Address').fill(address)
  await expect(form(page).getByText('Available', { exact: true })).toBeVisible()

  await page.getByText('Options', { exact: true }).click()
  await page.getByLabel('Phone number').check()
  await expect(preview(page).getByText('Phone number')).toBeVisible()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Which colour?')
  await page.getByLabel('Answer', { exact: true }).selectOption('Choice')
  await page.getByRole('textbox', { name: 'Choices' }).fill('Blue')
  await page.getByLabel('Closes on').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Give at least two choices')).toBeVisible()
  await page.getByLabel('Redirect after payment').fill('javascript:alert(1)')
  await page.getByLabel('Redirect after payment').blur()
  await expect(page.getByText('Use a whole address that begins with https://')).toBeVisible()
  await expectAccessible(page, 'the editor with mistakes')
  await page.getByRole('textbox', { name: 'Choices' }).fill('Blue\n\n  Green \n')
  await expect(preview(page).getByText('Which colour?')).toBeVisible()
  await page.getByLabel('Redirect after payment').fill('https://shop.example/thanks')
  await page.getByLabel('Message').fill('See you on Friday')
  await page.getByLabel('Notify by email').fill('orders@shop.example')
  await page.getByLabel('Number of payments').fill('25')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Choose a time in the future')).toBeVisible()
  await page.getByLabel('Closes on').fill('2035-06-30T18:00')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: 'Your link is ready' })).toBeVisible()
  await expect(page).toHaveURL(/\/payment-link\/[0-9a-f-]{36}$/)
  const { content } = await business.call(listPaymentLinks, {})
  expect(content[0]).toMatchObject({
    slug: address,
    amountKobo: null,
    minimumKobo: 150_000,
    collectPhone: true,
    customFields: [
      { key: 'which_colour', label: 'Which colour?', type: 'choice', required: true, choices: ['Blue', 'Green'] },
    ],
    expiresAt: '2035-06-30T17:00:00.000Z',
    paymentLimit: 25,
    redirectUrl: 'https://shop.example/thanks',
    successMessage: 'See you on Friday',
    notificationEmail: 'orders@shop.example',
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('30 Jun 2035, 18:00 (Lagos)')).toBeVisible()
  await expect(page.getByText('0 of 25')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Options and preview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit payment link' })).toBeVisible()
  await expect(page.getByLabel('Closes on')).toHaveValue('2035-06-30T18:00')
  await expect(page.getByRole('textbox', { name: 'Choices' })).toHaveValue('Blue\nGreen')
  await page.getByLabel('Closes on').fill('')
  await page.getByLabel('Number of payments').fill('')
  await page.getByLabel('Redirect after payment').fill('')
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Colour')
  await page.getByLabel('Picture file').setInputFiles({
    name: 'two-piece.png',
    mimeType: 'image/png',
    buffer: await drawPicture(page),
  })
  await page.getByRole('dialog', { name: 'Crop the picture' }).getByRole('button', { name: 'Use picture' }).click()
  await page.getByLabel('What the picture shows').fill('A blue two-piece')
  await expect(preview(page).locator('.framed > aside > img')).toBeVisible()
  await page.getByText('Desktop', { exact: true }).click()
  await expect(preview(page).getByText('Colour', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Payment link has been successfully updated!!!')).toBeVisible()
  await expect(page).toHaveURL(/\/payment-link\/[0-9a-f-]{36}$/)
  // The field has a new label and the old key, so its values stay together.
  expect(await business.call(getPaymentLink, { id: content[0]!.id })).toMatchObject({
    customFields: [{ key: 'which_colour', label: 'Colour' }],
    expiresAt: null,
    paymentLimit: null,
    redirectUrl: null,
    successMessage: 'See you on Friday',
    pictureUrl: expect.stringContaining('/pictures/'),
    pictureAltText: 'A blue two-piece',
  })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New payment link' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${content[0]!.name} (copy)`)
  await expect(page.getByLabel('At least')).toHaveValue('1,500.00')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: 'Your link is ready' })).toBeVisible()
  const copies = await business.call(listPaymentLinks, {})
  const [copy, original] = copies.content
  expect(copy!.pictureUrl).not.toBe(original!.pictureUrl)
  expect(copy).toMatchObject({
    pictureUrl: expect.stringContaining('/pictures/'),
    pictureAltText: 'A blue two-piece',
    slug: expect.not.stringMatching(address),
    minimumKobo: 150_000,
    customFields: [{ key: 'colour', label: 'Colour', type: 'choice', required: true, choices: ['Blue', 'Green'] }],
  })

  await test.step('the payment page shows the picture, and its script takes over', async () => {
    await page.goto(new URL(copy!.url).pathname)
    await expect(page.getByRole('img', { name: 'A blue two-piece' })).toBeVisible()
    await page.getByLabel('How much').or(page.getByLabel('Amount')).first().fill('2000')
    await expect(page.getByRole('button', { name: /2,000\.00/ })).toBeVisible()
    await expectAccessible(page, 'a payment page with a picture')
  })
})

test('on a phone the editor is one column with the preview below, without horizontal scrolling', async ({
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const link = await business.call(createPaymentLink, {
    name: freshName('Lace'),
    amountKobo: 500_000,
    customFields: [{ key: 'size', label: 'Size', type: 'text', required: false }],
  })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, business, `/payment-link/${link.id}/edit`)
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Size')
  await expect(preview(page).getByText('Size (optional)')).toBeVisible()
  await expectAccessible(page, 'the editor on a phone')
  await expectNoSidewaysScroll(page, 'the editor on a phone')
  await page.getByRole('button', { name: 'Remove question 1' }).click()
  await expect(preview(page).getByText('Size (optional)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: link.name })).toBeVisible()
  expect(await business.call(getPaymentLink, { id: link.id })).toMatchObject({ customFields: [] })
  await goInApp(page, '/payment-link')
  const card = page.getByRole('row').filter({ hasText: link.name })
  await expect(card.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(card.getByRole('switch')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the list of links at 320 px')
  await context.close()
})
