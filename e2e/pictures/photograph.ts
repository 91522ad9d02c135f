import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { findViolations, stillness } from '../support/axe.ts'
import { applyState, listFramePaths } from './apply-state.ts'
import { findFaults } from './faults.ts'
import type { PictureKind, PictureScreen, State } from './kind.ts'
import { openEach } from './openables.ts'
import type { Picture } from './sheets.ts'

interface Order {
  url: string
  state: State
  out: string
  widths: number[]
  /** Those of the widths in which faults are measured, but no picture is taken: a tenth of the time. */
  measured: number[]
  themes: ('light' | 'dark')[]
  /** Only screens with one of these in their name. */
  only: string[]
  /** Photographs also dialogs and menus. */
  opens: boolean
  /** Checks also with axe, in the first and the last width. */
  checks: boolean
  addPicture(picture: Picture): void
  addFault(where: string, fault: string): void
}

/** A picture ends there: more rows look like those above. */
const tallestPx = 2_600

/** Takes pictures of all screens of one state, on a phone for widths below 768, otherwise on a desktop. */
export async function photograph(browser: Browser, kind: PictureKind, order: Order) {
  const { url, state, widths, only } = order
  const screens = (await kind.listScreens(url, state)).filter(({ name }) => only.some((part) => name.includes(part)))
  for (const isPhone of [true, false]) {
    const ours = widths.filter((width) => width < 768 === isPhone)
    if (ours.length === 0 || screens.length === 0) continue
    const context = await browser.newContext({
      baseURL: url,
      viewport: sizeOf(ours[0]!),
      isMobile: isPhone,
      hasTouch: isPhone,
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      javaScriptEnabled: !kind.withoutScript,
    })
    const page = await context.newPage()
    await kind.signIn?.(page, url, state)
    const framePaths = kind.framePath ? await listFramePaths(page, kind.framePath) : new Set<string>()
    await applyState(page, state, framePaths, kind.emptiesLists)
    for (const screen of screens) await visit(page, screen, { ...order, widths: ours })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

async function visit(page: Page, { name, path, walk }: PictureScreen, order: Order) {
  await page.setViewportSize(sizeOf(order.widths[0]!))
  await page.goto(path)
  await waitForScreen(page, order)
  if (!walk) await lookAt(page, name, order)
  try {
    await walk?.(page, async (step) => {
      await waitForScreen(page, order)
      await lookAt(page, `${name}-${step}`, order)
      await page.setViewportSize(sizeOf(order.widths[0]!))
    })
  } catch (error) {
    const [message] = (error as Error).message.split('\n')
    order.addFault(name, `a later step was not reached: ${message}`)
  }
  if (order.opens)
    await openEach(page, path, (opened) => lookAt(page, `${name}--${opened}`, { ...order, isOpen: true }))
}

async function waitForScreen(page: Page, { state }: Order) {
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined)
  const loading = page.getByText('Loading', { exact: true }).first()
  if (state !== 'loading') await loading.waitFor({ state: 'hidden', timeout: 10_000 }).catch(() => undefined)
  await page.waitForTimeout(state === 'loading' ? 1_000 : 400)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Takes a picture of what is shown in each width and theme. */
async function lookAt(page: Page, name: string, order: Order & { isOpen?: boolean }) {
  const { state, out, widths, measured, themes, checks, isOpen, addPicture, addFault } = order
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize(sizeOf(width))
      await stillness(page)
      const group = `${state}-${name}-${theme}`
      const file = `${group}-${width}.jpg`
      // Not `fullPage`: for such a picture the browser forgets that it is a phone.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      if (!isOpen) await page.setViewportSize({ width, height: Math.min(height, tallestPx) })
      if (!measured.includes(width)) {
        await page.screenshot({ path: join(out, file), type: 'jpeg', quality: 80 })
        addPicture({ group, width, file })
      }
      const where = `${name} (${state}, ${theme}, ${width})`
      for (const fault of await page.evaluate(findFaults)) addFault(where, fault)
      if (checks && [widths[0], widths.at(-1)].includes(width))
        for (const violation of await findViolations(page, theme)) addFault(where, violation)
    }
  }
}

const sizeOf = (width: number) => ({ width, height: width < 768 ? 844 : 900 })
