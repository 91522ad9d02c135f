import { expect, type Page } from '@playwright/test'
import { demoCredentials, newBusiness, signIn } from './support/business.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

test('signing in needs no pointer: every tab stop is visible, in the order of the page', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  await page.goto('/')
  await expect(page.getByText('To look around')).toBeVisible()
  const stops: string[] = []
  const focused = page.locator(':focus')
  for (let stop = 0; stop < 14; stop++) {
    await page.keyboard.press('Tab')
    const { name, outline, isVisible } = await focused.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return {
        name: label ?? element.getAttribute('aria-label') ?? element.textContent,
        outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
        isVisible: element.getBoundingClientRect().width > 10,
      }
    })
    expect(outline, `outline of ${name}`).toBeGreaterThanOrEqual(2)
    expect(isVisible, `${name} is seen`).toBe(true)
    stops.push(name!)
    if (name === 'Email') await page.keyboard.type(business.email)
    if (name === 'Password') await page.keyboard.type(business.password)
    if (name === 'Sign in') break
  }
  expect(stops).toEqual([
    'Skip to content',
    'Adire',
    'Pricing',
    'Why',
    'Developers',
    'Support',
    'Login',
    'Register',
    'Email',
    'Password',
    'Show password',
    'Forgot password?',
    'Sign in',
  ])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('the skip link leads to the content', async ({ page, baseURL }) => {
  await signIn(page, await newBusiness(baseURL!))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What has the focus must not be replaced by what is still loading.
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('what has the focus is never below the top bar, the head of a table, a pager or the buttons of a form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signIn(page, demoCredentials)
  for (const path of ['/transactions', '/add-item-form']) {
    await openInApp(page, path)
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
    await page.getByRole('main').getByRole('button').first().focus()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 0; stop < 20; stop++) {
        await page.keyboard.press(key)
        expect(await findCover(page), `${path} after ${stop + 1} × ${key}`).toBeUndefined()
      }
  }
})

test('at 200 % a menu with room neither below nor above its button is whole in the window', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await signIn(page, demoCredentials, '/transactions')
  await page.getByRole('button', { name: 'Any date' }).click()
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
})

/** What is shown in the place of the element that has the focus, if it is another one. */
const findCover = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const { left, top, width, height } = focused.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen = shown && (focused.contains(shown) || shown.contains(focused))
    return isSeen ? undefined : `${shown?.textContent} instead of ${focused.textContent}`
  })
