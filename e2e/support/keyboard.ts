import { expect, type Locator, type Page } from '@playwright/test'

const maxStops = 80

/** Presses Tab until the control has the focus. On the way, every control must show that it has it. */
export async function tabTo(page: Page, control: Locator) {
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${control} did not get the focus within ${maxStops} stops`)
}

/** What has the focus is on the screen, with an outline of its own or, for the link of a row, around the row. */
async function expectVisibleFocus(page: Page) {
  const { name, outlinePx } = await page.evaluate(() => {
    const element = document.activeElement!
    const widthOf = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    return {
      name: element === document.body ? '' : (element.ariaLabel ?? element.textContent ?? ''),
      outlinePx: Math.max(widthOf(getComputedStyle(element)), widthOf(getComputedStyle(element, '::after'))),
    }
  })
  expect(outlinePx, `outline of “${name}”`).toBeGreaterThanOrEqual(2)
  await expect(page.locator(':focus')).toBeInViewport()
}
