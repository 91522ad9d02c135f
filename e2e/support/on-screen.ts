import { expect, type Page } from '@playwright/test'

/** First steps of a new user, all on the screen. */

const password = 'Indigo-2026'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Opens the newest email to an address in the browser's mailbox, as its owner would. */
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

/** Registers on the open page, reads the email and verifies it. */
export async function registerBusiness(page: Page, owner: string): Promise<void> {
  await field(page, 'Business name').fill('Ngozi Couture')
  await field(page, 'Email').fill(owner)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await openMail(page, owner, /Verify your email address/)
  await page.getByRole('link', { name: 'Verify email address' }).click()
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
}

/** Signs in for the first time and submits the business details. Resolves with the password. */
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
