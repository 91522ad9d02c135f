import { expect, type Page, test } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
import { beginCheckout, cards, newLink, payerPhone, payWith, received, someone } from './support/checkout.ts'
import { topBar } from './support/shell.ts'

const streamStands = (page: Page) => page.waitForResponse(/\/api\/v1\/live\?/)

test('a payment appears in every open tab as it arrives, also when the tab that listened is closed [S4-05]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const [link, phone] = [await newLink(business), await payerPhone(browser)]
  const pay = async (email: string) => {
    await beginCheckout(phone, link, email)
    await payWith(phone, cards.good)
    await expect(received(phone)).toBeVisible()
  }
  await signIn(page, business)
  const standing = streamStands(page)
  await page.goto('/transactions')
  await standing
  const overview = await context.newPage()
  await overview.goto('/dashboard')
  await expect(overview.getByRole('heading', { name: 'Take your first payment' })).toBeVisible()

  const [ada, bola] = [someone('ada'), someone('bola')]
  await pay(ada)
  await expect(page.getByRole('row').filter({ hasText: ada }).getByText('Successful')).toBeVisible()
  await expect(overview.getByRole('row').filter({ hasText: ada }).getByText('Successful')).toBeVisible()
  await expect(topBar(overview).getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible()

  const takenOver = streamStands(overview)
  await page.close()
  await takenOver
  await pay(bola)
  await expect(overview.getByRole('row').filter({ hasText: bola }).getByText('Successful')).toBeVisible()
})

test('what arrives while the stream is cut is there once it stands again', async ({ page, browser, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const [link, phone] = [await newLink(business), await payerPhone(browser)]
  await signIn(page, business)
  const isCut = page.waitForRequest(/\/api\/v1\/live\?/)
  await page.route('**/api/v1/live?*', (route) => route.abort(), { times: 2 })
  await page.goto('/transactions')
  await isCut
  await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
  const ada = someone('ada')
  await beginCheckout(phone, link, ada)
  await payWith(phone, cards.good)
  await expect(received(phone)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ada }).getByText('Successful')).toBeVisible()
})
