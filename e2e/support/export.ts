import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the export dialog. */
export async function openExport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  return page.getByRole('dialog', { name: /^Export / })
}

export const downloadButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Download CSV' })

/** Saves the export and reads it: the file name, and the lines with the header first. */
export async function saveExport(page: Page, dialog: Locator): Promise<{ name: string; lines: string[] }> {
  const saving = page.waitForEvent('download')
  await downloadButton(dialog).click()
  const file = await saving
  const text = await readFile(await file.path(), 'utf8')
  // The file arrives before the dialog closes, and shortcuts are off while a dialog is open.
  await expect(dialog).toHaveCount(0)
  return { name: file.suggestedFilename(), lines: text.replace(/\r\n$/, '').split('\r\n') }
}
