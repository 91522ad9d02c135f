import { expect, type Page } from '@playwright/test'

/** Pauses the toast as soon as it is there: on a busy machine it could disappear before it is checked. */
export async function pauseToast(page: Page) {
  await page.waitForFunction(() => {
    const clocks = [...document.querySelectorAll('.Toastify__progress-bar')].flatMap((bar) => bar.getAnimations())
    for (const clock of clocks) clock.pause()
    return clocks.length > 0
  })
}

/** Records every toast of a page, even a short one, with its duration in ms. Call it before the first visit. */
export async function recordToasts(page: Page) {
  await page.addInitScript(() => {
    const noted: { text: string; staysMs: number }[] = []
    Object.assign(window, { notedToasts: noted })
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof Element)) continue
        const toasts = added.matches('.Toastify__toast') ? [added] : added.querySelectorAll('.Toastify__toast')
        for (const toast of toasts) {
          const clock = toast.querySelector('.Toastify__progress-bar')
          const staysMs = clock ? Number.parseFloat(getComputedStyle(clock).animationDuration) * 1000 : 0
          noted.push({ text: toast.textContent, staysMs })
        }
      }
    }).observe(document, { subtree: true, childList: true })
  })
  return {
    expect: (text: string, staysMs: number) =>
      expect
        .poll(() => page.evaluate(() => (window as unknown as { notedToasts: object[] }).notedToasts))
        .toContainEqual({ text, staysMs }),
  }
}
