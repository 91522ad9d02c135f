import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { test } from './support/test.ts'

const account = { name: 'Create account', exact: true }

async function fillRegistration(page: Page) {
  await page.getByLabel('Business name').fill('Tola Atelier')
  await page.getByRole('main').getByLabel('Email').fill(randomEmail())
  await page.getByLabel('Password', { exact: true }).fill('Adire-demo-1')
}

test('every error of the server is at its field, and the first of the form has the focus', async ({ page }) => {
  await page.route('**/api/v1/merchants/user*', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const errors = [
      { field: 'password', message: 'Use a password that nobody has published' },
      { field: 'businessName', message: 'Use another name' },
      { field: 'businessName', message: 'Use no more than three words' },
      { field: 'referral', message: 'This referral has ended' },
    ]
    return route.fulfill({ status: 422, json: { code: 'validation_error', message: errors[0]!.message, errors } })
  })
  await page.goto('/register')
  await fillRegistration(page)
  await page.getByRole('button', account).click()
  const name = page.getByLabel('Business name')
  await expect(name).toHaveAccessibleDescription('Use another name')
  await expect(name).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Use a password that nobody has published',
  )
  await expect(page.getByText('This referral has ended')).toBeVisible()
})

test('the first invalid field has the focus, also one that searches a list', async ({ page, baseURL }) => {
  await signIn(page, await newBusiness(baseURL!), '/settings/bank-accounts')
  await page.getByRole('button', { name: 'Add New Bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Bank' })
  await dialog.getByLabel('Account Number').fill('0000000017')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog.getByText(messages.bankRequired)).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Bank' })).toBeFocused()
})

/** Texts of alerts that appear or change from now on: what a screen reader interrupts its user with. */
async function listenToAlerts(page: Page) {
  await page.evaluate(() => {
    const alerts: string[] = []
    Object.assign(globalThis, { alerts })
    const alertOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('[role=alert]')
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of addedNodes.length > 0 ? addedNodes : [target]) {
          const alert = alertOf(node) ?? alertOf(target)
          if (alert) alerts.push(alert.textContent)
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (Reflect.get(globalThis, 'alerts') as string[]).splice(0))
}

test('an error is read out once when it appears and once when it changes, not with each key', async ({ page }) => {
  await page.clock.install()
  await page.goto('/register')
  const readAlerts = await listenToAlerts(page)
  await page.getByRole('button', account).click()
  await expect(page.getByText(messages.required)).toHaveCount(3)
  expect(await readAlerts()).toEqual([messages.required, messages.required, messages.required])

  await page.clock.pauseAt(Date.now() + 60_000)
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially('abcdefgh')
  await expect(password).toHaveAccessibleDescription(messages.required)
  expect(await readAlerts()).toEqual([])
  await page.clock.runFor(600)
  await expect(password).toHaveAccessibleDescription(messages.alphanumeric)
  expect(await readAlerts()).toEqual([messages.alphanumeric])

  await password.press('1')
  await expect(password).toHaveAccessibleDescription(/^At least 8 characters/)
  expect(await readAlerts()).toEqual([])
})
