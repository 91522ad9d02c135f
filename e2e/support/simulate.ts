import { expect, type Page } from '@playwright/test'

/** Simulates the outcome with this label for the object of the page, and closes the dialog. */
export async function simulateOutcome(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Simulate' })
  await dialog.getByRole('button', { name: `Simulate: ${label}`, exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(`Done: ${label}.`)
  await dialog.getByRole('button', { name: 'Done' }).click()
}
