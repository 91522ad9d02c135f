import type { Page } from '@playwright/test'
import { expectSoon } from './axe.ts'

const widths = [320, 768, 1024, 1152, 1280, 1440, 1920, 2560]

/** Checks at many widths that no cell or button of a table is clipped, with names of 100 characters, and that the page does not scroll sideways. */
export async function expectTablesFit(page: Page, what: string) {
  const usual = page.viewportSize()
  await page.evaluate(writeLongNames)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectSoon(() => page.evaluate(findClipped), `${what} at ${width} px: what does not fit`).toEqual([])
  }
  if (usual) await page.setViewportSize(usual)
}

/** Runs in the page: replaces the text of the cells that truncate it. */
function writeLongNames() {
  for (const cell of document.querySelectorAll<HTMLElement>('tbody td')) {
    if (getComputedStyle(cell).maxWidth === 'none') continue
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
    if (text) text.nodeValue = 'W'.repeat(100)
  }
}

/** Runs in the page: names what lies outside its container. */
function findClipped(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : []
  const isVisible = (element: Element) => element.getClientRects().length > 0
  const excess = (inner: Element, outer: Element) => {
    const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()]
    return Math.round(Math.max(a.right - b.right, b.left - a.left))
  }
  for (const table of document.querySelectorAll('main table[aria-label]')) {
    const isInRows = getComputedStyle(table).display === 'table'
    const frame = table.parentElement ?? table
    for (const cell of [...table.querySelectorAll<HTMLElement>('thead th, tbody tr:nth-child(-n + 8) td')].filter(
      isVisible,
    )) {
      const name = `${table.ariaLabel}, ${cell.textContent?.slice(0, 40)}`
      if (cell.tagName === 'TD' && excess(cell, frame) > 0) found.push(`${name}: cell, by ${excess(cell, frame)} px`)
      const truncates = !isInRows || getComputedStyle(cell).maxWidth !== 'none'
      if (!truncates && cell.scrollWidth > cell.clientWidth + 1)
        found.push(`${name}: text, by ${cell.scrollWidth - cell.clientWidth} px`)
      for (const button of [...cell.querySelectorAll('button, input')].filter(isVisible))
        if (excess(button, cell) > 0) found.push(`${name}: button, by ${excess(button, cell)} px`)
    }
  }
  return found
}
