import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { newBusiness, signIn, verifyOnPage } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { test } from './support/test.ts'
import { pauseToast, recordToasts } from './support/toast.ts'

const toast = (page: Page) => page.getByRole('status').filter({ hasText: messages.verificationResent })

/** Causes a toast in the shortest way. */
async function bringToast(page: Page) {
  await verifyOnPage(page, 'nothing')
  await page.getByLabel('Email', { exact: true }).fill(randomEmail('nobody'))
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(toast(page)).toBeVisible()
}

/** The animation that times a toast. */
const readToastClock = (page: Page) =>
  page.locator('.Toastify__progress-bar').evaluate((bar) => {
    const clock = bar.getAnimations()[0]!
    return { lasts: clock.effect!.getComputedTiming().duration, state: clock.playState }
  })

test('a toast is shown top right for five seconds, pauses under the pointer and in a background window, and is closed by a click or its button [S2.3-12] [S2.8-01] [S9-02]', async ({
  page,
}) => {
  await bringToast(page)
  // Slows the timer down, so that a busy machine has time for all checks.
  await page.locator('.Toastify__progress-bar').evaluate((bar) => bar.getAnimations()[0]!.updatePlaybackRate(0.01))
  const { x, y, width } = (await toast(page).boundingBox())!
  expect(x + width).toBeGreaterThan(1440 - 40)
  expect(x).toBeGreaterThan(1440 / 2)
  expect(y).toBeLessThan(60)
  expect(limits.toastMs).toBe(5000)
  await expect.poll(() => readToastClock(page)).toEqual({ lasts: 5000, state: 'running' })

  await toast(page).hover()
  await expect.poll(async () => (await readToastClock(page)).state).toBe('paused')
  await page.mouse.move(10, 500)
  await expect.poll(async () => (await readToastClock(page)).state).toBe('running')
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await expect.poll(async () => (await readToastClock(page)).state).toBe('paused')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(async () => (await readToastClock(page)).state).toBe('running')

  await page.locator('.Toastify__progress-bar').evaluate((bar) => bar.getAnimations()[0]!.finish())
  await expect(toast(page)).toBeHidden()

  await test.step('a click anywhere on a toast closes it', async () => {
    await bringToast(page)
    await pauseToast(page)
    await toast(page).click()
    await expect(toast(page)).toBeHidden()
  })

  await test.step('a toast has a button that closes it', async () => {
    await bringToast(page)
    await pauseToast(page)
    await toast(page).getByRole('button', { name: 'Close' }).press('Enter')
    await expect(toast(page)).toBeHidden()
  })
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a toast that is dragged less than 80 percent of its width comes back, one dragged further is closed [S2.8-01] [S9-02]', async ({
    page,
  }) => {
    expect(limits.toastDragPercent).toBe(80)
    await bringToast(page)
    const { x, y, width, height } = (await toast(page).boundingBox())!
    await pauseToast(page)
    const from = { x: x + 5, y: y + height / 2 }
    await drag(page, from, width * 0.6)
    await expect.poll(async () => (await toast(page).boundingBox())?.x).toBe(x)
    await drag(page, from, width * 0.9)
    await expect(toast(page)).toBeHidden()
  })
})

test('on the settings screens a success and an error stay three seconds, on the next screen again five [S2.8-01]', async ({
  page,
  baseURL,
}) => {
  const toasts = await recordToasts(page)
  await signIn(page, await newBusiness(baseURL!), '/settings/notifications')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('checkbox').and(page.locator(':enabled')).first().click()
  await page.route('**/notification-preferences', (route) => route.abort(), { times: 1 })
  await save.click()
  await toasts.expect(messages.tryAgainLater, 3000)
  await save.click()
  await toasts.expect('Your choices are saved', 3000)

  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.route('**/merchants/user-email?*', (route) => route.abort())
  await page.getByRole('button', { name: /switch to Live Mode/ }).click()
  await toasts.expect(messages.tryAgainLater, 5000)
})

async function drag(page: Page, from: { x: number; y: number }, byPx: number) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: from.y }] })
  await touch('touchStart', from.x)
  for (let step = 1; step <= 10; step++) await touch('touchMove', from.x + (byPx * step) / 10)
  await touch('touchEnd')
  await devtools.detach()
}
