import type { Page } from '@playwright/test'

/** What the browser keeps of a session, as anybody with the disk would read it. */
export async function keptBy(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }))
}

/** An entry as a session that ended badly may leave it. */
export async function leaveToken(page: Page) {
  await page.evaluate(() => localStorage.setItem('adire.token', 'left over'))
}

/** The sign-in form, filled and sent. */
export async function enter(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
