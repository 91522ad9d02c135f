import { getKycStatus, submitBvn, uploadDocument } from '@adire/contract/kyc.ts'
import { expect, type Page } from '@playwright/test'
import { samplePdf } from '../api/testing/pdf.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { type Business, mailTo, newBusiness } from './support/business.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const item = (page: Page, name: string) => page.getByRole('navigation', { name: 'Items' }).getByRole('button', { name })
const statusOf = async (business: Business, type: string) =>
  (await business.call(getKycStatus, {} as never))[type]!.kycStatus

test('a reviewer processes ten businesses by keyboard', async ({ page, baseURL }) => {
  const family = `Adunni ${Date.now()}`
  const businesses: Business[] = []
  for (let number = 1; number <= 10; number++) businesses.push(await newBusiness(baseURL!, `${family} ${number}`, 1))
  const [first, second, third] = businesses as [Business, Business, Business]
  await first.call(submitBvn, { bvn: '12345678901', firstName: 'Adunni', lastName: 'Bello' } as never)
  await first.call(uploadDocument, {
    type: 'OWNER_IDENTITY',
    document: new File([samplePdf() as Buffer<ArrayBuffer>], 'passport.pdf', { type: 'application/pdf' }),
  } as never)
  const name = await openBackOffice(page, baseURL!, 'reviewer', '/review', 'Ngozi Eze')
  const press = (key: string) => page.keyboard.press(key)

  await test.step('the queue is searched and opened', async () => {
    await expect(heading(page, 'Review')).toBeVisible()
    await press('/')
    await page.keyboard.type(family)
    await expect(page).toHaveURL(/search=Adunni/)
    await expect(page.getByRole('row')).toHaveCount(11)
    // Rows of the search before are pale until the next ones arrive.
    await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page, 'review queue')
    await page.getByRole('searchbox').blur()
    await press('j')
    await expect(page.getByRole('link', { name: new RegExp(`${family} 1\\b`) })).toBeFocused()
    await press('Enter')
    await expect(heading(page, `${family} 1`)).toBeVisible()
  })

  await test.step('the owner is compared with the register, and documents are opened', async () => {
    await press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await press('Escape')
    await press('a')
    await expect(item(page, 'Business details').getByText('Approve, not sent')).toBeVisible()
    // What is drafted stays when the page is left.
    await page.reload()
    await expect(item(page, 'Business details').getByText('Approve, not sent')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Bank Verification Number' })).toContainText('Adunni Bello')
    await press('o')
    await expect(page.getByRole('list', { name: 'Sealed values' })).toContainText('12345678901')
    await expectAccessible(page, 'review of a business')
    await press('a')
    await expect(page.getByRole('region', { name: 'Identity of the owner' })).toContainText('Adunni Bello')
    await press('o')
    await expect(page.getByTitle('passport.pdf')).toBeVisible()
  })

  await test.step('a document is returned with a reason, and the set is sent as one email', async () => {
    await press('r')
    const dialog = page.getByRole('dialog', { name: 'Return: Identity of the owner' })
    await expectAccessible(page, 'reasons of a return')
    await dialog.getByLabel('It has expired. Send a current one.').press('Space')
    await dialog.getByLabel('In your own words').fill('It ended in May.')
    await press('Tab')
    await press('Tab')
    await press('Enter')
    await expect(page.getByRole('button', { name: 'Send 3 decisions' })).toBeVisible()
    await press('s')
    await expect(heading(page, `${family} 2`)).toBeVisible()
    const mail = await mailTo(first.email, /Your review/)
    expect(mail.text).toContain('It has expired. Send a current one. It ended in May.')
    expect(mail.subject).toContain('2 approved, 1 to send again')
  })

  await test.step('one is rejected, the others are approved, each with two keys', async () => {
    await press('x')
    const dialog = page.getByRole('dialog', { name: 'Reject: Business details' })
    await dialog.getByLabel('We cannot work with this kind of business.').press('Space')
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
    await expect(item(page, 'Business details').getByText('Reject, not sent')).toBeVisible()
    await press('s')
    for (let number = 3; number <= 10; number++) {
      await expect(heading(page, new RegExp(`^${family} ${number}$`))).toBeVisible()
      await press('a')
      await expect(page.getByRole('button', { name: 'Send 1 decision' })).toBeVisible()
      await press('s')
    }
    await expect(heading(page, 'Review')).toBeVisible()
    await expect(page.getByText('No business matches these filters.')).toBeVisible()
    expect(await statusOf(third, 'BUSINESS_DETAILS')).toBe('APPROVED')
    expect(await statusOf(second, 'BUSINESS_DETAILS')).toBe('REJECTED')
  })

  await test.step('a mistaken rejection is undone', async () => {
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /Rejected/ })
      .click()
    await page.getByRole('link', { name: new RegExp(`${family} 2`) }).click()
    await expect(heading(page, `${family} 2`)).toBeVisible()
    // The page may still show what it knew before the rejection, which nobody can undo.
    await expect(item(page, 'Business details').getByText('Rejected')).toBeVisible()
    await press('u')
    await expect(item(page, 'Business details').getByText('Reopen, not sent')).toBeVisible()
    await press('s')
    await expect(item(page, 'Business details').getByText('In review')).toBeVisible()
    await expect(page.getByText(name, { exact: false }).first()).toBeVisible()
  })

  await test.step('it fits a phone', async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page, `review of a business at ${width} px`)
    }
    await openInApp(page, '/operator/review')
    await expectNoSidewaysScroll(page, 'review queue on a phone')
  })
})
