import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { mailTo, signIn } from './support/business.ts'
import { newLink, payerPhone } from './support/checkout.ts'
import { goInApp } from './support/session.ts'
import { test } from './support/test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a merchant is found, frozen and unfrozen; its payers see that it takes no payments, and the merchant sees why', async ({
  page,
  browser,
  baseURL,
  business,
}) => {
  const link = await newLink(business)
  const payer = await payerPhone(browser)
  const name = await openBackOffice(page, baseURL!, 'admin', '/merchants')

  await test.step('the business is found by the email of its owner', async () => {
    await page.getByRole('searchbox').fill(business.email)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: business.name }).click()
    await expect(heading(page, business.name)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent payments' }).getByText('No payments yet')).toBeVisible()
    await expectNoSidewaysScroll(page, 'page of a merchant')
  })

  await test.step('payments are frozen with a reason', async () => {
    await page.getByRole('button', { name: 'Freeze payments', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Send the certificate of your directors')
    await expectAccessible(page, 'freezing a merchant')
    await dialog.getByRole('button', { name: 'Freeze payments' }).click()
    await expect(page.getByText('Payments frozen').first()).toBeVisible()
    await payer.goto(link.url)
    await expect(heading(payer, 'This business takes no payments at the moment')).toBeVisible()
    await expect(payer.getByText('certificate of your directors')).toHaveCount(0)
    await mailTo(business.email, /Your business cannot take payments/)
  })

  await test.step('the merchant reads the reason, and who it was', async () => {
    const context = await browser.newContext({ baseURL })
    const theirs = await context.newPage()
    await signIn(theirs, business, '/settings/prices')
    await expect(theirs.getByText('Payments are stopped: Send the certificate of your directors')).toBeVisible()
    await expect(theirs.getByText('Stopped: Send the certificate of your directors', { exact: true })).toBeVisible()
    await goInApp(theirs, '/settings/audit-log')
    await expect(theirs.getByRole('row', { name: /Stopped payments/ })).toContainText(name)
    await context.close()
  })

  await test.step('limits and a note are kept', async () => {
    await page.getByRole('button', { name: 'Change limits' }).click()
    await page.getByRole('dialog').getByLabel('One payment').fill('50000')
    await page.getByRole('dialog').getByRole('button', { name: 'Change limits' }).click()
    await expect(page.getByText('NGN 50,000.00')).toBeVisible()
    await page.getByRole('button', { name: 'Write a note' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('The owner promised the certificate for Friday')
    await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('The owner promised the certificate for Friday')).toBeVisible()
  })

  await test.step('unfrozen, the page takes payments again', async () => {
    await page.getByRole('button', { name: 'Unfreeze payments' }).click()
    await expect(page.getByRole('button', { name: 'Freeze payments', exact: true })).toBeVisible()
    await payer.reload()
    await expect(payer.getByLabel('Email address')).toBeVisible()
  })

  await test.step('the dashboard is viewed, read-only', async () => {
    await page.getByRole('button', { name: 'View dashboard' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 42')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('dialog').getByRole('link', { name: 'Open the dashboard' }).click()
    const viewed = await opening
    await expect(viewed.getByText(`You view the dashboard of ${business.name} as ${name}, read-only`)).toBeVisible()
    expect(new URL(viewed.url()).hash).toBe('')
    await expect(heading(viewed, 'Overview')).toBeVisible()
    await viewed.goto('/settings/business-profile')
    await expect(viewed.getByText('read-only, until')).toBeVisible()
    await expect(viewed.getByRole('button', { name: 'Submit' })).toHaveAccessibleDescription(
      /You only view this dashboard/,
    )
    const tabs = viewed.getByRole('main').getByRole('navigation', { name: 'Settings' })
    await expect(tabs.getByRole('link', { name: 'Bank Accounts' })).toBeVisible()
    for (const hidden of ['User Profile', 'Notifications', 'Webhooks'])
      await expect(tabs.getByRole('link', { name: hidden })).toHaveCount(0)
    expect(await viewed.evaluate(() => localStorage.getItem('adire.token'))).toBeNull()
  })
})
