import { expect, type Page } from '@playwright/test'

/** Chooses a bank in the form on the screen by what is typed into its field. */
export async function chooseBank(page: Page, typed: string, name: string) {
  const bank = page.getByRole('combobox', { name: 'Bank' })
  await bank.fill(typed)
  await page.getByRole('option', { name, exact: true }).click()
  await expect(bank).toHaveValue(name)
}
