import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openAsStaff } from './support/back-office.ts'
import { newBusiness } from './support/business.ts'
import { tabTo } from './support/keyboard.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const codeFor = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const status = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })

/** Opens the request with this title in the list of approvals. */
async function openRequest(page: Page, title: string) {
  await page.goto('/operator/approvals')
  await page
    .getByRole('row', { name: new RegExp(title) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function approve(page: Page, title: string) {
  await openRequest(page, title)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this request?' })
  await dialog.getByLabel('Comment').fill('Agreed')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(status(page, 'Approved')).toBeVisible()
}

// Only payout terms are put under approval: the rules are for the whole product, and no other story changes payout terms.
test('an admin confirms with a code, and another admin approves what waits', async ({ page, browser, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const terms = `Change the payout terms of ${business.name}`
  const admin = await openAsStaff(page, baseURL!, '/approvals/rules', { role: 'admin', isConfirmed: false })
  const other = await browser.newContext({ baseURL: baseURL! })
  const theirs = await other.newPage()
  await openAsStaff(theirs, baseURL!, '/approvals', { role: 'admin' })

  await test.step('the rules are changed after a confirmation, which can be closed', async () => {
    await page.getByLabel('Reserve and payout terms').check()
    await page.getByRole('button', { name: 'Save approvals' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await expect(confirmation).toBeHidden()
    await page.getByRole('button', { name: 'Save approvals' }).click()
    await confirmation.getByLabel('Code').fill('12')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect(confirmation.getByText('This code is wrong or was already used')).toBeVisible()
    await expectAccessible(page, 'confirmation of the staff')
    await confirmation.getByLabel('Code').fill(codeFor(admin.appSecret))
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Another admin must approve this change, too.')).toBeVisible()
  })

  await test.step('new payout terms wait, and their requester cannot approve them', async () => {
    await openInApp(page, '/operator/merchants')
    await page.getByRole('searchbox').fill(business.email)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: business.name }).click()
    await page.getByRole('button', { name: 'Change terms' }).click()
    const dialog = page.getByRole('dialog', { name: /^Payout terms of/ })
    await dialog.getByLabel('Reserve', { exact: true }).fill('5')
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await expect(dialog).toBeHidden()
    const waiting = page.getByRole('list', { name: 'Waiting for approval' })
    await expect(waiting.getByRole('listitem').filter({ hasText: terms })).toBeVisible()
    await expectAccessible(page, 'a merchant with a request for approval')
    await openRequest(page, terms)
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveAccessibleDescription(
      /You asked for this yourself/,
    )
    await expectAccessible(page, 'request for approval of the staff')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page, 'request for approval on a phone')
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('another admin approves them with the keyboard alone, and they apply', async () => {
    await theirs.goto('/operator/approvals')
    const link = theirs.getByRole('link', { name: terms })
    await expect(link).toBeVisible()
    await tabTo(theirs, link)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('heading', { level: 1, name: terms })).toBeFocused()
    await tabTo(theirs, theirs.getByRole('button', { name: 'Approve', exact: true }))
    await theirs.keyboard.press('Enter')
    const dialog = theirs.getByRole('dialog', { name: 'Approve this request?' })
    await expect(dialog.getByLabel('Comment')).toBeFocused()
    await theirs.keyboard.type('Agreed')
    await tabTo(theirs, dialog.getByRole('button', { name: 'Approve' }))
    await theirs.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(status(theirs, 'Approved')).toBeVisible()
    await expect(theirs.getByRole('heading', { level: 1, name: terms })).toBeFocused()
    await openInApp(theirs, '/operator/merchants')
    await theirs.getByRole('searchbox').fill(business.email)
    await expect(theirs.getByRole('row')).toHaveCount(2)
    await theirs.getByRole('link', { name: business.name }).click()
    await expect(theirs.getByText('5%').first()).toBeVisible()
    await expect(theirs.getByRole('list', { name: 'Waiting for approval' })).toBeHidden()
  })

  await test.step('switching the rules off waits, too', async () => {
    await page.goto('/operator/approvals/rules')
    await page.getByLabel('Reserve and payout terms').uncheck()
    await page.getByRole('button', { name: 'Save approvals' }).click()
    await expect(page.getByText('Another person must approve this')).toBeVisible()
    await approve(theirs, 'Change what needs an approval')
    await page.reload()
    await expect(page.getByLabel('Reserve and payout terms')).not.toBeChecked()
    await theirs.goto('/operator/approvals?state=ended')
    await expect(theirs.getByRole('row', { name: new RegExp(terms) })).toBeVisible()
    await expectAccessible(theirs, 'approvals of the staff')
    await other.close()
  })
})
