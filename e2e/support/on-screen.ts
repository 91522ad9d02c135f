import { expect, type Page } from '@playwright/test'

/** What a stranger does to have a business here, all of it on the screen. */

const password = 'Indigo-2026'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Opens the newest mail to an address, as its owner would: in the mailbox, in the browser. */
export async function openMail(page: Page, to: string, subject: RegExp) {
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: `to ${to},` })
    .getByRole('link', { name: subject })
    .first()
  await expect(async () => {
    await page.goto('/mailbox')
    await expect(mail).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await mail.click()
}

/** Registers at the page that is open, reads the mail, verifies. */
export async function registerBusiness(page: Page, owner: string): Promise<void> {
  await field(page, 'Business name').fill('Ngozi Couture')
  await field(page, 'Email').fill(owner)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await openMail(page, owner, /Verify your email address/)
  await page.getByRole('link', { name: 'Verify email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
}

/** Signs in for the first time and tells about the business; answers the password. */
export async function enterBusinessDetails(page: Page, owner: string): Promise<string> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await field(page, 'Email').fill(owner)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/onboarding$/)
  await field(page, 'Business type').selectOption({ label: 'Private or public limited company' })
  await field(page, 'Category').selectOption({ label: 'Clothing and fashion' })
  await page.getByLabel('Business phone').fill('08031234567')
  await field(page, 'Street address').fill('12 Commercial Avenue')
  await field(page, 'City').fill('Yaba')
  await field(page, 'State').selectOption({ label: 'Lagos' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Take your first payment' })).toBeVisible()
  return password
}
