import { expect, type Page } from '@playwright/test'

export const secretShown = (page: Page) => page.getByRole('dialog', { name: 'Your signing secret' })

/** The secret, where the server wants to know again who asks or not. */
export async function takeSecret(page: Page, password: string): Promise<string> {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const shown = secretShown(page)
  await expect(asked.or(shown)).toBeVisible()
  if (await asked.isVisible()) {
    await asked.getByLabel('Password', { exact: true }).fill(password)
    await asked.getByRole('button', { name: 'Confirm' }).click()
  }
  await expect(shown.getByRole('status')).toContainText('whsec_')
  const secret = (await shown.getByRole('status').textContent())!
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)
  return secret
}
