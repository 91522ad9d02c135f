import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Themes = readonly ('light' | 'dark')[]

/** For a page whose layout or components no other check has in the dark theme. */
export const bothThemes: Themes = ['light', 'dark']

/** Rows after the eighth, excluded because all rows are alike. */
const furtherRows = 'tbody > tr:nth-child(n + 9)'

/**
 * Checks that there is no violation of WCAG 2.2 AA or of best practices. Both themes have the same structure and differ in colours only, so
 * the rules that do not depend on colours run once, and most pages are checked in light. `within` is a selector.
 */
export async function expectAccessible(page: Page, what: string, within = 'html', themes: Themes = ['light']) {
  const found: string[] = []
  // A page in the background does not update its colours.
  await page.bringToFront()
  // An element that was just opened may not be there yet.
  await page.waitForFunction((selector) => document.querySelector(selector) !== null, within)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await stillness(page)
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .include(within)
      .exclude(furtherRows)
      .options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(everything)
      : axe.withRules(['color-contrast', 'link-in-text-block'])
    ).analyze()
    for (const { id, help, nodes } of violations)
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id} (${help}) at ${target}: ${failureSummary}`),
      )
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(found, what).toEqual([])
}

/** Waits until nothing is animated, because colours are not final before; at most 2 seconds: the animation of a removed element may never finish. */
const stillness = (page: Page) =>
  page.evaluate(async () => {
    const deadline = performance.now() + 2_000
    const findRunning = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
    // The end of one transition may begin the next.
    while (findRunning().length > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20))
  })

/** Checks that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string) {
  const { wide, visibleWidth } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    visibleWidth: document.documentElement.clientWidth,
  }))
  expect.soft(wide, `${what}: width of the page`).toBeLessThanOrEqual(visibleWidth)
}
