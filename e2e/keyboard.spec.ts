import { expect } from '@playwright/test'
import { newBusiness, signIn } from './support/business.ts'
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
