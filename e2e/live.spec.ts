import { expect, type Page } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
import { newLink, payerPhone, payLink, randomEmail } from './support/checkout.ts'
import { topBar } from './support/shell.ts'
import { test } from './support/test.ts'

const waitForStream = (page: Page) => page.waitForResponse(/\/api\/v1\/live\?/)

test('a payment appears in every open tab as it arrives, also when the tab with the stream is closed [S4-05]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const [link, phone] = [await newLink(business), await payerPhone(browser)]
  const pay = async (email: string) => {
    await payLink(phone, link, email)
  }
  const streamOpened = waitForStream(page)
  await signIn(page, business, '/transactions')
  await streamOpened
  const overview = await context.newPage()
  await overview.goto('/dashboard')
  await expect(overview.getByRole('heading', { name: 'Take your first payment' })).toBeVisible()

  const [ada, bola] = [randomEmail('ada'), randomEmail('bola')]
  await pay(ada)
  await expect(page.getByRole('row').filter({ hasText: ada }).getByText('Successful')).toBeVisible()
  await expect(overview.getByRole('row').filter({ hasText: ada }).getByText('Successful')).toBeVisible()
  await expect(topBar(overview).getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible()

  const takenOver = waitForStream(overview)
  await page.close()
  await takenOver
  await pay(bola)
  await expect(overview.getByRole('row').filter({ hasText: bola }).getByText('Successful')).toBeVisible()
})

test('what arrives while the stream is disconnected appears once it is connected again', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const [link, phone] = [await newLink(business), await payerPhone(browser)]
  const isCut = page.waitForRequest(/\/api\/v1\/live\?/)
  await page.route('**/api/v1/live?*', (route) => route.abort(), { times: 2 })
  await signIn(page, business, '/transactions')
  await isCut
  await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
  const ada = randomEmail('ada')
  await payLink(phone, link, ada)
  await expect(page.getByRole('row').filter({ hasText: ada }).getByText('Successful')).toBeVisible()
})
