import { countUnread } from '@adire/contract/notifications.ts'
import { expect } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
import { newLink, payerPhone, payLink } from './support/checkout.ts'
import { topBar } from './support/shell.ts'
import { test } from './support/test.ts'

test('a payment appears as a notification, leads to its transaction and is then read; all can be marked as read; a list that fails has Retry [S2.3-08] [S4-05]', async ({
  page,
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const countUnreadNow = async () => (await business.call(countUnread, {})).unread
  const before = await countUnreadNow()
  const phone = await payerPhone(browser)
  await payLink(phone, await newLink(business), 'ada@example.com')
  await expect.poll(countUnreadNow).toBe(before + 1)

  await signIn(page, business)
  const unreadBefore = await countUnreadNow()
  const bell = topBar(page).getByRole('button', { name: /^Notifications, \d+ unread$/ })
  const dot = await bell.locator('svg + span').boundingBox()
  expect(dot!.width).toBeGreaterThan(4)
  await bell.click()
  const notification = page.getByRole('link', { name: /NGN.5,000.00 received.*ada@example.com paid/s })
  await expect(notification).toContainText('Unread')
  // Midnight may have passed since the payment.
  await expect(page.getByRole('heading', { name: /^(Today|Yesterday)$/ }).first()).toBeVisible()
  await page.getByRole('group', { name: 'Category' }).getByText('Settlements', { exact: true }).click()
  await expect(page.getByText('No notifications of this kind')).toBeVisible()
  await page.getByText('Payments', { exact: true }).click()
  await notification.click()
  await expect(page).toHaveURL(/\/transactions\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('5,000.00')
  await expect.poll(countUnreadNow).toBe(unreadBefore - 1)

  await test.step('all are marked as read at once; a list that fails shows an error with Retry', async () => {
    await page.route('**/notifications?*', (route) => route.abort())
    await page.goto('/dashboard')
    await topBar(page)
      .getByRole('button', { name: /^Notifications/ })
      .click()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await page.unroute('**/notifications?*')
    await retry.click()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('Unread', { exact: true })).toHaveCount(0)
    await expect(topBar(page).getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
    expect((await business.call(countUnread, {})).unread).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeHidden()
  })
})
