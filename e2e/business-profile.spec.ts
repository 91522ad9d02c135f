import { chargeForNet, priceOf } from '@adire/contract/fees.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { expect, type Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { confirmPassword, newBusiness, signIn } from './support/business.ts'
import { drawPicture } from './support/picture.ts'
import { test } from './support/test.ts'
import { pauseToast, recordToasts } from './support/toast.ts'

const readWidth = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth))

test('the profile is saved and the logo cropped, and the sidebar and payers see both [S2.3-03] [S2.5-02] [S2.7-01] [S3-01] [S5-09] [S8-05] [S2.8-01]', async ({
  page,
  baseURL,
}) => {
  const toasts = await recordToasts(page)
  const business = await newBusiness(baseURL!)
  const { slug } = await business.call(createPaymentLink, { name: `Logo ${business.merchantId.slice(-8)}` })
  await signIn(page, business, '/settings/business-profile')
  await expect(page.getByText('Recommended 175px by 135px')).toBeVisible()
  const switcher = page.getByLabel('Sidebar').getByRole('button', { name: /^Business: / })
  await expect(switcher).toContainText(/MT\d{7}/)

  const picture = await drawPicture(page)
  await page.getByLabel('Logo file').setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: picture })
  await expect(page.getByText('Choose a picture: PNG, JPG or WebP.')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  const crop = page.getByRole('dialog', { name: 'Crop your logo' })
  await crop.getByLabel('Zoom').fill('2')
  const canvas = crop.getByRole('img')
  const drawn = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
  const before = await drawn()
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(drawn).not.toBe(before)
  const moved = await drawn()
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 100, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect.poll(drawn).not.toBe(moved)
  await expectAccessible(page, 'the crop of a logo')
  await crop.getByRole('button', { name: 'Save logo' }).click()
  await expect(crop).toBeHidden()
  // Closes the toast with a click, so that the next one is checked alone.
  const saved = page.locator('.toasts').getByText('Your logo is saved')
  await saved.click()
  await expect(saved).toBeHidden()
  await toasts.expect('Your logo is saved', 3000)
  expect(await readWidth(page.getByRole('img', { name: 'Logo of Tola Atelier' }))).toBe(350)
  expect(await readWidth(switcher.locator('img'))).toBe(350)

  const email = page.getByLabel('Support email')
  await email.fill('help@')
  await page.getByLabel('Phone').fill('0803-123-4567')
  await page.getByLabel('Street address').click()
  await expect(page.getByText(messages.businessEmail, { exact: true })).toBeVisible()
  await expect(page.getByText(messages.digitsOnly)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await email.fill('help@tola.example')
  await page.getByLabel('Phone').fill('08031234567')
  await page.getByLabel('Chargeback email').fill('money@tola.example')
  await page.getByLabel('Business name').fill('Tola Ateliers')
  await page.getByLabel('Business category').selectOption({ index: 2 })
  await page.getByLabel('Description').fill('Made to measure')
  await page.getByLabel('Contact email').fill('hello@tola.example')
  await expect(page.getByLabel('Country')).toHaveAttribute('readonly')
  await page.getByLabel('State', { exact: true }).selectOption('Lagos')
  await page.getByLabel('City').fill('Ikeja')
  const postalCode = page.getByLabel('Postal code')
  await postalCode.fill('1002')
  await page.getByLabel('Street address').fill('12 Allen Avenue')
  await expect(postalCode).toHaveAccessibleDescription('A postal code has 6 digits')
  await postalCode.fill('100271')
  const color = page.getByRole('textbox', { name: /^Brand colour/ })
  await color.fill('purple')
  await page.getByLabel('Street address').focus()
  await expect(color).toHaveAccessibleDescription('Use a colour like #7A1FA2')
  await color.fill('#7A1FA2')
  await expect(page.getByRole('img', { name: 'Payment page, dark theme' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await confirmPassword(page, business)
  await pauseToast(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('.toasts').getByText(messages.detailsUpdated)).toBeVisible()
  await toasts.expect(messages.detailsUpdated, 3000)
  await expect(switcher).toContainText('Tola Ateliers')

  await page.goto('/settings/business-profile')
  await expect(page.getByLabel('Business name')).toHaveValue('Tola Ateliers')
  await expect(page.getByLabel('Street address')).toHaveValue('12 Allen Avenue')
  await expect(postalCode).toHaveValue('100271')
  await test.step('the prices of the business, and what it gets of a payment', async () => {
    await page.getByRole('link', { name: 'Prices' }).click()
    await expect(page.getByText('1.5% + NGN 100.00')).toBeVisible()
    const calculator = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Calculator' }) })
    const result = calculator.getByRole('definition')
    await expect(result.last()).toHaveText('NGN 49,086.25')
    await page.getByLabel('Amount').fill('5,000')
    await page.getByLabel('Fee paid by').selectOption('customer')
    await expect(result.first()).toHaveText(formatNaira(chargeForNet(priceOf('card'), 500_000).amountKobo))
    await page.getByLabel('Amount').fill('10')
    await expect(page.getByText('Enter an amount. From')).toBeVisible()
    await expectAccessible(page, 'the prices of a business')
  })
  await page.goto(`/pay/page/${slug}`)
  await expect(page.getByText('Tola Ateliers')).toBeVisible()
  expect(await readWidth(page.locator('header img'))).toBe(350)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCSS('background-color', 'rgb(122, 31, 162)')
  await expectAccessible(page, 'a payment page in the colour of the business')
  await page.goto('/settings/business-profile')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No logo yet')).toBeVisible()
  await expect(switcher.locator('img')).toHaveCount(0)
})
