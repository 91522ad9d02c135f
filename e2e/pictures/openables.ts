import type { Page } from '@playwright/test'

/** Buttons that open something, apart from those in the second row of a table and further on, which are like those in the first. */
const openersSelector = 'button:visible:enabled:not(tr:nth-child(n + 2) *, li:nth-child(n + 2) *, [type=submit])'
/** Pages on which the buttons of top bar and sidebar were pressed: they are the same on every screen. */
const framesSeen = new WeakSet<Page>()
const opened = ':is(dialog[open], [popover]:popover-open)'
/** Buttons that end the session or lead to another mode: what follows would be of another screen. */
const unpressed = /^Log out$|^Sign out|switch to/
/** The first items: a list of notifications or businesses has any number. */
const maxItems = 10
const itemsSelector = `${opened}[popover] :is(button, [role=menuitem]):visible:enabled`
const settleMs = 350
const openers = (page: Page) =>
  page
    .locator(framesSeen.has(page) ? 'main' : ':is(main, header, aside)')
    .locator(openersSelector)
    .filter({ hasNotText: unpressed })
const items = (page: Page) => page.locator(itemsSelector).filter({ hasNotText: unpressed })

/** Opens each dialog and menu of a screen, and each dialog of its menus, one after the other. Nothing is written: such calls fail. */
export async function openEach(page: Page, path: string, look: (name: string) => Promise<void>) {
  await page.route(/\/(test|live)\//, (route) =>
    route.request().method() === 'GET' || route.request().url().includes('oauth') ? route.fallback() : route.abort(),
  )
  const seen = new Set<string>()
  for (let at = 0; at < (await openers(page).count()); at++) {
    const name = await open(page, path, at)
    if (!name || seen.has(name)) continue
    seen.add(name)
    await look(name)
    await lookAtItems(page, path, { at, name, seen, look })
  }
  framesSeen.add(page)
}

interface Opened {
  at: number
  name: string
  seen: Set<string>
  look: (name: string) => Promise<void>
}

/** Dialogs that the items of an open menu open. */
async function lookAtItems(page: Page, path: string, { at, name, seen, look }: Opened) {
  const count = Math.min(maxItems, await items(page).count())
  for (let item = 0; item < count; item++) {
    if (item > 0) await open(page, path, at)
    const button = items(page).nth(item)
    const label = nameOfButton(await button.textContent({ timeout: 1_000 }).catch(() => ''))
    await button.click({ timeout: 1_000 }).catch(() => undefined)
    await page
      .locator('dialog[open]')
      .first()
      .waitFor({ timeout: 1_500 })
      .catch(() => undefined)
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
  const button = openers(page).nth(at)
  const label =
    (await button.getAttribute('aria-label').catch(() => null)) ?? (await button.textContent().catch(() => ''))
  await button.click({ timeout: 1_000 }).catch(() => undefined)
  // A dialog may be in a chunk of its own.
  await page
    .locator(opened)
    .first()
    .waitFor({ timeout: 1_500 })
    .catch(() => undefined)
  await page.waitForTimeout(settleMs)
  return (await page.locator(opened).count()) > 0 ? nameOfButton(label) || `button-${at}` : undefined
}

const nameOfButton = (label: string | null) =>
  (label ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
