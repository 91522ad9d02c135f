import { expect, type Page } from '@playwright/test'

/** Keeps the toast that is shown: on a busy machine it would be gone before one has looked at it. */
export async function holdToast(page: Page) {
  const clock = page.locator('.Toastify__progress-bar')
  await expect(clock).toBeAttached()
  await clock.evaluate((bar) => bar.getAnimations()[0]!.pause())
}
