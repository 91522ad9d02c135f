import { auditActions } from '@adire/contract/audit.ts'
import { createCoupon } from '@adire/contract/coupons.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { demoCredentials, signIn } from './support/business.ts'
import { downloadButton, openExport, saveExport } from './support/export.ts'
import { goInApp } from './support/session.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')

test('the audit log shows who did what, when and from where, with filters and as an export; failures are shown, and an unknown settings tab leads on [S2.5-01] [S4-05]', async ({
  page,
}) => {
  const toasts = await recordToasts(page)
  await test.step('a list that fails can be loaded again', async () => {
    await page.route('**/audit-log?*', (route) => route.abort())
    await signIn(page, demoCredentials, '/settings/audit-log')
    await expect(page.getByText(messages.tryAgainLater)).toBeVisible()
    await page.unroute('**/audit-log?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page).first()).toBeVisible()
  })
  await page.getByLabel('Action').selectOption({ label: 'Changed the business profile' })
  await expect(page).toHaveURL(/action=merchant\.updated/)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Tola Adeyemi')
  await expect(rows(page).first()).toContainText('Chrome on Windows')
  await test.step('a page past the end leads to the first page, with the same filters', async () => {
    await goInApp(page, '/settings/audit-log?action=merchant.updated&page=3')
    await page.getByRole('button', { name: 'Show the first page' }).click()
    await expect(page).toHaveURL(/\/audit-log\?action=merchant\.updated$/)
    await expect(rows(page)).toHaveCount(2)
  })

  await rows(page).first().getByRole('button').click()
  const event = page.getByRole('dialog', { name: 'Changed the business profile' })
  await expect(event.getByRole('row', { name: /Support email/ })).toContainText('care@tola.example')
  await event.getByRole('button', { name: 'Done' }).click()

  const dialog = await openExport(page)
  await expect(dialog).toContainText('2 entries: all results that match the filters.')
  await page.route('**/audit-log/download*', (route) => route.abort(), { times: 1 })
  await downloadButton(dialog).click()
  await expect(dialog.getByRole('alert').getByText(messages.tryAgainLater)).toBeVisible()
  await dialog.getByLabel(/^All \d+ columns/).check()
  const { name, lines } = await saveExport(page, dialog)
  expect(name).toBe('audit-log.csv')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Time (Africa/Lagos),Who,Account,What')
  await toasts.expect(messages.csvDownloaded, limits.settingsToastMs)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByLabel('Person').selectOption(demoCredentials.email)
  await expect(page).toHaveURL(/actor=demo/)
  await page.reload()
  await expect(page.getByLabel('Person')).toHaveValue(demoCredentials.email)

  await page.getByRole('button', { name: 'Verify' }).click()
  const verification = page.getByRole('dialog', { name: 'Verify the audit log' })
  // The job links entries every minute, so there may be none yet.
  await expect(verification.getByText(/^(No entry was changed or removed|No entry is linked yet)/)).toBeVisible()
  await expectAccessible(page, 'the verification of the audit log')
  await verification.getByRole('button', { name: 'Done' }).click()

  await test.step('on a phone the filters are in a sheet, and the export beside it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByLabel('Person')).toBeHidden()
    await page.getByRole('button', { name: 'Filters 1 set' }).click()
    await page.getByLabel('Action').selectOption({ label: 'Changed the business profile' })
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  })

  await goInApp(page, '/settings/no-such-thing')
  await expect(page.getByRole('heading', { name: 'This setting does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Open Business Profile' }).click()
  await expect(page).toHaveURL(/\/settings\/business-profile$/)
})

test('an entry of the audit log shows amounts in naira', async ({ page, business }) => {
  await business.call(createCoupon, { name: 'Launch', code: 'LAUNCH', amountOffKobo: 50_000 })
  await signIn(page, business, '/settings/audit-log')
  await rows(page).filter({ hasText: auditActions['coupon.created'] }).getByRole('button').click()
  const event = page.getByRole('dialog', { name: auditActions['coupon.created'] })
  await expect(event.getByRole('row', { name: /^Amount off/ })).toContainText(/NGN\s500\.00/)
})
