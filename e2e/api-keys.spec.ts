import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { test } from './support/test.ts'

/** Confirms the password if the server requires it; right after sign-in it may not. */
async function confirmed(page: Page, password: string) {
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const secretDialog = page.getByRole('dialog', { name: 'Your new secret key' })
  await expect(confirmation.or(secretDialog)).toBeVisible()
  if (await secretDialog.isVisible()) return
  await confirmation.getByLabel('Password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
}

const visibleKey = (page: Page) => page.getByRole('dialog', { name: 'Your new secret key' }).getByRole('status')

test('a key is created, shown once for a minute and rotated, and the old one works beside the new; a revoked one does not [S2.5-01] [S2.5-05] [S2.5-06]', async ({
  page,
  baseURL,
  context,
}) => {
  await page.clock.install()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/settings/api-webhooks')
  for (const [name, menu] of [
    ['User Profile', 'user-profile'],
    ['Business Profile', 'business-profile'],
    ['Bank Accounts', 'bank-accounts'],
    ['Api keys & Merchant Code', 'api-webhooks'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/settings/${menu}`,
    )
  await expect(page.getByRole('link', { name: 'Api keys & Merchant Code' })).toHaveAttribute('aria-current', 'page')

  const code = page.getByLabel('Test Merchant Code')
  await expect(code).toHaveValue(/^MT\d{7}$/)
  await expect(code).toHaveAttribute('readonly')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('button', { name: messages.copied })).toBeVisible()
  await page.clock.runFor(999)
  await expect(page.getByRole('button', { name: messages.copied })).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible()
  await page.clock.resume()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue())
  await expect(page.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/docs')
  await expect(page.getByText('pk_test_')).toBeVisible()

  const statusWith = async (key: string) => {
    const response = await fetch(`${baseURL}/test/core/payment-links`, { headers: { authorization: `Bearer ${key}` } })
    return response.status
  }
  await page.getByRole('button', { name: 'Create secret key' }).click()
  await confirmed(page, business.password)
  const first = (await visibleKey(page).textContent())!
  expect(first).toMatch(/^sk_test_\w{38}$/)
  expect(await statusWith(first)).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(first)).toHaveCount(0)
  await expect(page.getByText(`sk_test_…${first.slice(-4)}`)).toBeVisible()

  await page.getByRole('button', { name: 'Rotate secret key' }).click()
  await page.getByRole('button', { name: 'Rotate key', exact: true }).click()
  await confirmed(page, business.password)
  const second = (await visibleKey(page).textContent())!
  await page.clock.fastForward(limits.secretVisibleMs)
  await expect(visibleKey(page)).toContainText('Hidden after a minute')
  await page.getByRole('button', { name: 'Done' }).click()
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
  await expect(page.getByText(/Works until \d\d \w+ \d{4}, \d\d:\d\d/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: `sk_test_…${second.slice(-4)}` })).toContainText(
    'last used',
  )
  await expect(page.getByText(second)).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'keys')
  await expectNoSidewaysScroll(page, 'keys')

  await page.getByRole('button', { name: `Revoke sk_test_…${first.slice(-4)}` }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText(`sk_test_…${first.slice(-4)}`)).toHaveCount(0)
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
})

test('a new key whose response was lost is shown after another click, also if the first request was still running', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  await business.call(confirmUser, { password: business.password })
  await signIn(page, business, '/settings/api-webhooks')
  const keys = page.getByRole('list', { name: 'API keys' })
  await expect(keys).not.toContainText('sk_test_')
  let lost = 0
  const running = { code: 'idempotency_in_progress', message: 'The first request is still running', errors: [] }
  await page.route('**/test/core/api-keys', async (route) => {
    if (lost === 1 && route.request().method() === 'POST') {
      lost += 1
      return route.fulfill({ status: 409, json: running })
    }
    const response = await route.fetch()
    if (response.status() !== 201 || lost > 0) return route.fulfill({ response })
    lost += 1
    await route.abort()
  })
  const create = page.getByRole('button', { name: 'Create secret key' })
  await create.click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirmation.or(keys.getByText(/sk_test_/))).toBeVisible()
  if (await confirmation.isVisible()) {
    await confirmation.getByLabel('Password', { exact: true }).fill(business.password)
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
  }
  // The list follows the change, although nobody has seen the key.
  await expect(keys).toContainText('sk_test_')
  await create.click()
  await expect(page.getByText(running.message)).toBeVisible()
  await create.click()
  await expect(visibleKey(page)).toContainText('sk_test_')
  expect(lost).toBe(2)
  const last4 = (await visibleKey(page).textContent())!.slice(-4)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByText(/sk_test_/)).toHaveText(`sk_test_…${last4}`)
  await expect(create).toHaveCount(0)
})
