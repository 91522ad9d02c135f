import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

/** `axe.source` is the readable one, of 1.5 MB: each page would parse twice as much. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Both themes have the same structure and differ in colours only, so the other rules run once. */
const rules: Record<'light' | 'dark', RunOptions['runOnly']> = {
  light: { type: 'tag', values: everything },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Rows after the eighth, excluded because all rows are alike. */
const furtherRows = 'tbody > tr:nth-child(n + 9)'

/**
 * On all pages that are opened from now on, lists are loaded with eight rows, and further rows of other tables are hidden: each check and
 * width would lay out fifty rows.
 */
export const hideFurtherRows = (page: Page) =>
  page.addInitScript((selector) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${selector} { display: none }`)
    document.adoptedStyleSheets = [sheet]
    const load = window.fetch
    window.fetch = (input, init) =>
      load(typeof input === 'string' ? input.replace(/(?<=[?&]limit=)\d{2,}/, '8') : input, init)
  }, furtherRows)

/** Checks that there is no violation of WCAG 2.2 AA or of best practices, in both themes. `within` is a selector. */
export async function expectAccessible(page: Page, what: string, within = 'html') {
  const found: string[] = []
  // A page in the background does not update its colours.
  await page.bringToFront()
  // An element that was just opened may not be there yet, nor the heading of a page.
  await page.waitForFunction((selector) => document.querySelector(selector) !== null, within === 'html' ? 'h1' : within)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const violations = await findViolations(page, theme, within)
    found.push(...violations.map((violation) => `${theme}: ${violation}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(found, what).toEqual([])
}

/** Violations in the theme that is shown. */
export async function findViolations(page: Page, theme: 'light' | 'dark', within = 'html'): Promise<string[]> {
  await Promise.all(page.frames().map(injectAxe))
  await expect(page.locator('.opacity-60'), 'no list is dimmed because it is loaded again').toHaveCount(0)
  await stillness(page)
  const context = { include: [within], exclude: [furtherRows] }
  // Without `preload` nothing is fetched: no rule here needs the text of stylesheets, or media.
  const options: RunOptions = { resultTypes: ['violations'], runOnly: rules[theme], preload: false }
  const { violations } = await page.evaluate(runAxe, { context, options })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`),
  )
}

/** Long, so a page gets it once, not at each check. */
async function injectAxe(frame: Frame) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
}

/** Runs in the page. */
const runAxe = ({ context, options }: { context: ElementContext; options: RunOptions }): Promise<AxeResults> =>
  (window as unknown as { axe: typeof axe }).axe.run(context, options)

/** Waits until nothing is animated, because colours are not final before; at most 2 seconds: the animation of a removed element may never finish. */
export const stillness = (page: Page) =>
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

/** `expect` that waits, as a chart is drawn anew in a frame after that in which its width has changed, and goes on when it fails. */
export const expectSoon = expect.configure({ soft: true }).poll

/** Checks that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string) {
  const findExcess = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  }
  await expectSoon(() => page.evaluate(findExcess), `${what}: px beyond the side`).toBeLessThanOrEqual(0)
}
