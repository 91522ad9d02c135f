import type { Page } from '@playwright/test'

/** Buttons that open something, apart from those in the second row of a table and further on, which are like those in the first. */
const openers =
  ':is(main, header, aside) button:visible:enabled:not(tr:nth-child(n + 2) *, li:nth-child(n + 2) *, [type=submit])'
const opened = ':is(dialog[open], [popover]:popover-open)'
const items = `${opened}[popover] :is(button, [role=menuitem]):visible:enabled`
const settleMs = 350

/** Opens each dialog and menu of a screen, and each dialog of its menus, one after the other. Nothing is written: such calls fail. */
export async function openEach(page: Page, path: string, look: (name: string) => Promise<void>) {
  await page.route(/\/(test|live)\//, (route) =>
    route.request().method() === 'GET' || route.request().url().includes('oauth') ? route.fallback() : route.abort(),
  )
  const seen = new Set<string>()
  for (let at = 0; at < (await page.locator(openers).count()); at++) {
    const name = await open(page, path, at)
    if (!name || seen.has(name)) continue
    seen.add(name)
    await look(name)
    await lookAtItems(page, path, { at, name, seen, look })
  }
}

interface Opened {
  at: number
  name: string
  seen: Set<string>
  look: (name: string) => Promise<void>
}

/** Dialogs that the items of an open menu open. */
async function lookAtItems(page: Page, path: string, { at, name, seen, look }: Opened) {
  const count = await page.locator(items).count()
  for (let item = 0; item < count; item++) {
    if (item > 0) await open(page, path, at)
    const button = page.locator(items).nth(item)
    const label = nameOfButton(await button.textContent({ timeout: 1_000 }).catch(() => ''))
    await button.click({ timeout: 1_000 }).catch(() => undefined)
    await page.waitForTimeout(settleMs)
    const isDialog = (await page.locator('dialog[open]').count()) > 0
    if (!isDialog || seen.has(`${name}-${label}`)) continue
    seen.add(`${name}-${label}`)
    await look(`${name}-${label}`)
  }
}

/** Presses the button at a position of a screen that is as it was loaded. Resolves with a name if something opened. */
async function open(page: Page, path: string, at: number): Promise<string | undefined> {
  for (let presses = 0; presses < 3 && (await page.locator(opened).count()) > 0; presses++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(settleMs)
  }
  const { pathname, search } = new URL(page.url())
  if (pathname + search !== path || (await page.locator(opened).count()) > 0) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.waitForTimeout(1_000)
  }
  const button = page.locator(openers).nth(at)
  const label =
    (await button.getAttribute('aria-label').catch(() => null)) ?? (await button.textContent().catch(() => ''))
  await button.click({ timeout: 1_000 }).catch(() => undefined)
  await page.waitForTimeout(settleMs)
  return (await page.locator(opened).count()) > 0 ? nameOfButton(label) || `button-${at}` : undefined
}

const nameOfButton = (label: string | null) =>
  (label ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
