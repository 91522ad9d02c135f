import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const both: readonly ('light' | 'dark')[] = ['light', 'dark']

/** Rows are alike, and many. */
const furtherRows = 'tbody > tr:nth-child(n + 9)'

/** No violation of WCAG 2.2 AA or of what is held to be good practice, in the light and in the dark. What the theme does not
 * change is looked at once. `within` is a selector. */
export async function expectAccessible(page: Page, what: string, within = 'html', themes = both) {
  const found: string[] = []
  // A page behind another keeps the colours it had.
  await page.bringToFront()
  // What was just opened may still be on its way.
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

/** Colours in transition are nobody's colours. */
const stillness = (page: Page) =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
    // What is taken off the page in the middle of it may never say that it has finished.
    const longest = new Promise((resolve) => setTimeout(resolve, 2_000))
    await Promise.race([longest, Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)))])
  })

/** The page scrolls up and down, and never sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string) {
  const { wide, visibleWidth } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    visibleWidth: document.documentElement.clientWidth,
  }))
  expect.soft(wide, `${what}: width of the page`).toBeLessThanOrEqual(visibleWidth)
}
