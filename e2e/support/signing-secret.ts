import { expect, type Page } from '@playwright/test'

export const secretDialog = (page: Page) => page.getByRole('dialog', { name: 'Your signing secret' })

/** Signing secret; confirms the password if the server requires it. */
export async function takeSecret(page: Page, password: string): Promise<string> {
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const dialog = secretDialog(page)
  await expect(confirmation.or(dialog)).toBeVisible()
  if (await confirmation.isVisible()) {
    await confirmation.getByLabel('Password', { exact: true }).fill(password)
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
  }
  await expect(dialog.getByRole('status')).toContainText('whsec_')
  // A second Enter copies the secret instead of closing it.
  await expect(dialog.getByRole('button', { name: 'Copy secret' })).toBeFocused()
  const secret = (await dialog.getByRole('status').textContent())!
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return secret
}
