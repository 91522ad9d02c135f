import { getMerchant } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { demoCredentials, newBusiness, signIn } from './support/business.ts'
import { waitForHydration } from './support/checkout.ts'
import { openInApp, storageOf } from './support/session.ts'
import { modeLabel, sidebar, sidebarNav, topBar } from './support/shell.ts'
import { test } from './support/test.ts'

const businessMenu = (page: Page) => sidebar(page).getByRole('button', { name: 'Business:' })
const entry = (page: Page, name: string) => sidebarNav(page).getByRole('link', { name, exact: true })

test('the sidebar links to all pages, shows the business, collapses, and highlights the page; the theme is stored [S2.3-01] [S2.3-02] [S2.3-03] [S2.3-05] [S2.3-06] [S2.4-14]', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!, 'Ẹ̀bùn & "Daughters"')
  const { merchantCode } = await business.call(getMerchant, {})
  await signIn(page, business)
  await test.step('the sidebar shows the logo, the name and the code of the business, the mode switch and Sign out at the bottom', async () => {
    await expect(businessMenu(page).getByText(business.name)).toBeVisible()
    await expect(businessMenu(page).getByText(merchantCode)).toBeVisible()
    await expect(businessMenu(page).locator('svg').first()).toBeVisible()

    const lowest = await sidebar(page).evaluate((element) => {
      const visible = [...element.querySelectorAll('a, button')].filter((item) => item.checkVisibility())
      const byHeight = visible.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
      return byHeight.slice(-2).map((item) => item.textContent)
    })
    expect(lowest).toEqual([expect.stringMatching(/^Test Mode/), 'Log out'])
    expect((await sidebar(page).getByRole('button', { name: 'Log out' }).boundingBox())!.y).toBeGreaterThan(820)
  })

  await test.step('it has the groups and entries of the specification, and each leads to its page', async () => {
    const groups = await sidebarNav(page).evaluate((element) =>
      [...element.children].map((group) => [
        group.querySelector('h2')?.textContent ?? '',
        ...[...group.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      ]),
    )
    expect(groups).toEqual([
      ['', 'Overview /dashboard'],
      ['Business', 'Transactions /transactions', 'Customers /customers', 'Settlements /payouts'],
      ['Collections', 'Payment Links /payment-link', 'Invoices /invoice'],
      ['Recurring', 'Subscriptions /subscriptions', 'Plans /plans', 'Direct Debit /directDebit'],
      ['Settings', 'Settings /settings/business-profile'],
    ])
    await entry(page, 'Customers').click()
    // Wait for the page: navigating back before it has loaded does not move the focus.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers')
    for (const line of groups.flatMap((group) => group.slice(1))) {
      const [name, address] = [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]
      await entry(page, name).click()
      await expect(page).toHaveURL(address)
      await expect(entry(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(sidebarNav(page).locator('[aria-current]')).toHaveCount(1)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(page).toHaveTitle(`${await page.getByRole('heading', { level: 1 }).textContent()} · Adire`)
    }
  })

  await test.step('it collapses to icons with names, stays collapsed, and expands again', async () => {
    const width = async () => (await sidebar(page).boundingBox())!.width
    const wide = await width()
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(width).toBeLessThan(wide / 2)
    await expect(sidebarNav(page).getByRole('heading')).toHaveCount(0)
    await entry(page, 'Transactions').click()
    await expect(page).toHaveURL('/transactions')
    await page.reload()
    await expect(entry(page, 'Transactions')).toBeVisible()
    expect(await width()).toBeLessThan(wide / 2)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(width).toBe(wide)
  })

  await test.step('every settings address highlights Settings', async () => {
    for (const menu of ['user-profile', 'bank-accounts', 'api-webhooks', 'anything']) {
      await page.goto(`/settings/${menu}`)
      await expect(entry(page, 'Settings')).toHaveAttribute('aria-current', 'page')
      await expect(sidebarNav(page).locator('[aria-current]')).toHaveCount(1)
    }
  })

  await test.step('the switch leads to /go-live while there is no live business, and the mode stays test', async () => {
    await sidebar(page).getByRole('button', { name: 'Test Mode' }).click()
    await expect(page).toHaveURL('/go-live')
    await expect(page.getByRole('heading', { level: 1, name: 'Go live' })).toBeVisible()
    await expect(modeLabel(page)).toHaveText('Test Mode')
    expect((await storageOf(page))['adire.mode']).toBe('TEST')
  })

  await test.step('the selected theme is stored', async () => {
    const pageColour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await pageColour()
    await topBar(page).getByRole('button', { name: 'Your profile' }).click()
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(pageColour).not.toBe(light)
    const dark = await pageColour()
    await page.reload()
    await expect(sidebar(page)).toBeVisible()
    expect(await pageColour()).toBe(dark)
  })
})

test('the top bar names category and mode, tabs are addresses, and all data is loaded for the selected business [S2.3-04] [S2.3-08] [S2.8-04] [S3-02]', async ({
  page,
}) => {
  await test.step('the top bar shows the first word of the category, the mode and a bell with its dot; /add-business has no top bar', async () => {
    const reading = page.waitForResponse(/\/api\/v1\/merchants\/[\w-]+$/)
    await signIn(page, demoCredentials)
    const { merchantCategory } = (await (await reading).json()) as { merchantCategory: { name: string } }
    expect(merchantCategory.name).toBe('Clothing and fashion')
    await expect(topBar(page).getByText('Clothing', { exact: true })).toBeVisible()
    await expect(modeLabel(page)).toHaveText(messages.modeLabel.TEST)
    const word = topBar(page).getByText('Clothing', { exact: true })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(
      await word.evaluate((text) => text.scrollWidth - text.clientWidth),
      'cut letters on a phone',
    ).toBeLessThanOrEqual(0)
    await expectNoSidewaysScroll(page, 'the top bar on a phone')
    await page.setViewportSize({ width: 800, height: 740 })
    await expect(topBar(page).getByText('Tola Atelier', { exact: true }).and(page.locator(':visible'))).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    const bell = topBar(page).getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(/^Notifications, \d+ unread$/)
    const dot = await bell.locator('svg + span').boundingBox()
    expect(dot!.width).toBeGreaterThan(4)
    await bell.click()
    const list = page.getByRole('heading', { name: 'Notifications' })
    await expect(list).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()

    await page.goto('/add-business')
    await expect(page.getByRole('heading', { level: 1, name: 'Add business' })).toBeVisible()
    await expect(bell).toHaveCount(0)
    await expect(modeLabel(page)).toHaveCount(0)
  })

  await test.step('a page header has tabs, and each tab is an address', async () => {
    await openInApp(page, '/transactions')
    const tabs = page.getByRole('main').getByRole('navigation', { name: 'Status' })
    await expect(tabs.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: /^Failed/ }).click()
    await expect(page).toHaveURL(/status=failed/)
    await expect(tabs.locator('[aria-current=page]')).toHaveText(/^Failed/)

    await openInApp(page, '/settings/business-profile')
    const settings = page.getByRole('main').getByRole('navigation', { name: 'Settings' })
    await expect(settings.locator('[aria-current=page]')).toHaveText('Business Profile')
    await settings.getByRole('link', { name: 'Bank Accounts' }).click()
    await expect(page).toHaveURL('/settings/bank-accounts')
    await expect(settings.locator('[aria-current=page]')).toHaveText('Bank Accounts')

    await openInApp(page, '/plans')
    const header = page.getByRole('main').locator('header', { has: page.locator('h1') })
    await expect(header.locator('[aria-current=page]')).toHaveText('Plans')
    await header.getByRole('link', { name: 'Coupons' }).click()
    await expect(header.locator('[aria-current=page]')).toHaveText('Coupons')
  })

  await test.step('businesses are listed with the first one selected, and all data is loaded for the selected one', async () => {
    const listed = page.waitForResponse('**/api/v1/merchants?**')
    const overview = page.waitForRequest('**/payments/over-view?**')
    await page.goto('/dashboard')
    const { content } = (await (await listed).json()) as {
      content: { id: string; businessName: string; merchantCode: string }[]
    }
    expect(content.map(({ businessName }) => businessName)).toEqual(['Tola Atelier', 'Tola Fabrics'])
    const [first, second] = [content[0]!, content[1]!]
    expect((await overview).url()).toContain(first.id)
    await expect(businessMenu(page)).toContainText(first.merchantCode)

    await businessMenu(page).click()
    const choice = (name: string) => sidebar(page).getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(choice('Tola Atelier')).toHaveAttribute('aria-current', 'true')
    await expect(choice('Tola Fabrics')).not.toHaveAttribute('aria-current', 'true')
    // Requests of the first business may still be sent.
    const other = page.waitForRequest(
      (request) => /payments\/(over-view|filter)/.test(request.url()) && request.url().includes(second.id),
    )
    await choice('Tola Fabrics').click()
    await other
    await expect(businessMenu(page)).toContainText(second.merchantCode)
    await page.reload()
    await expect(businessMenu(page)).toContainText(second.businessName)

    await test.step('the link of an email selects its business, and leads to its page', async () => {
      await page.goto(`/open?business=${first.id}&mode=TEST&to=%2Fcustomers`)
      await expect(page).toHaveURL('/customers')
      await expect(businessMenu(page)).toContainText(first.merchantCode)
      await page.goto(`/open?business=${crypto.randomUUID()}&mode=TEST&to=%2Fcustomers`)
      await expect(page.getByRole('heading', { name: 'This page is of another business' })).toBeVisible()
      await expectAccessible(page, 'a page of another business')
    })
  })
})

test('a red bar in the public header and in the top bar says that the browser is offline, and disappears online [S2.3-10]', async ({
  page,
  context,
  baseURL,
}) => {
  const bar = topBar(page).getByText(messages.offline)
  const isRed = async () => {
    const [red = 0, green = 0, blue = 0] = await bar.evaluate((element) =>
      getComputedStyle(element).backgroundColor.match(/\d+/g)!.map(Number),
    )
    return red > 2 * green && red > 2 * blue
  }
  await page.goto('/')
  await waitForHydration(page, 'root')
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  expect(await isRed()).toBe(true)
  await context.setOffline(false)
  await expect(bar).toBeHidden()

  await signIn(page, await newBusiness(baseURL!))
  await expect(page.getByRole('heading', { name: 'Take your first payment' })).toBeVisible()
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  expect(await isRed()).toBe(true)
  await context.setOffline(false)
  await expect(bar).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu opens, navigates and closes, by its button, by Escape and by a tap outside [S4-11]', async ({
    page,
    baseURL,
  }) => {
    await signIn(page, await newBusiness(baseURL!))
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    const open = page.getByRole('button', { name: 'Open menu' })
    await expect(drawer).toBeHidden()
    await open.tap()
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close menu' }).tap()
    await expect(drawer).toBeHidden()
    await open.tap()
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await open.tap()
    await expect(drawer).toBeVisible()
    await page.touchscreen.tap(370, 700)
    await expect(drawer).toBeHidden()
    await open.tap()
    await drawer.getByRole('link', { name: 'Payment Links', exact: true }).tap()
    await expect(page).toHaveURL('/payment-link')
    await expect(drawer).toBeHidden()
    await open.tap()
    await drawer.getByRole('button', { name: 'Log out' }).tap()
    await expect(page).toHaveURL('/')
  })

  test('the menu of the public site opens, closes and navigates [S4-11]', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const open = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await open.tap()
    await expect(menu).toBeVisible()
    await menu.getByRole('button', { name: 'Close' }).tap()
    await expect(menu).toBeHidden()
    await open.tap()
    await menu.getByRole('link', { name: 'Register' }).tap()
    await expect(page).toHaveURL('/register')
    await expect(menu).toBeHidden()
  })
})
