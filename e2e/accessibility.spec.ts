import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { differentMemberAddresses, formAddresses, siteAddresses } from './support/addresses.ts'
import { expectAccessible, expectNoSidewaysScroll, hideFurtherRows } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { demoCredentials, newAccount, newBusiness, signIn, verifyOnPage } from './support/business.ts'
import {
  newLink,
  notThrough,
  payButton,
  payByGoodCard,
  payWith,
  randomEmail,
  testCards,
  waitForHydration,
} from './support/checkout.ts'
import { registerScripts } from './support/chunk.ts'
import { findDetails } from './support/details.ts'
import { openInApp, submitSignIn } from './support/session.ts'
import { expectTablesFit } from './support/tables.ts'
import { test } from './support/test.ts'
import { pauseToast } from './support/toast.ts'
import { demoCheckout } from './support/weight.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Checks a page at desktop width, and that it does not scroll sideways there or on a phone. */
async function expectGood(page: Page, what: string) {
  await expect(heading(page), what).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await expectAccessible(page, what)
  await expectNoSidewaysScroll(page, what)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, `${what} on a phone`)
  await page.setViewportSize(desktop)
}

async function open(page: Page, address: string) {
  await page.goto(address)
  await expectGood(page, address)
}

/** Puts another page between two tabs: the tabs of the settings, and of a page, share one heading, by which `openInApp` knows the next. */
function withoutNeighbours(addresses: string[]) {
  const isTab = (address: string) => /^\/settings|\?/.test(address)
  const tabs = addresses.filter(isTab)
  return addresses.filter((address) => !isTab(address)).flatMap((address, at) => [address, ...tabs.slice(at, at + 1)])
}

/** One path of each layout of the dashboard besides the overview: list, details, form, form with a preview, settings. */
const layouts = [
  '/transactions',
  '/transactions/:transactionId',
  '/payouts/:id/:transactionDate',
  '/settings/business-profile',
  '/invoice_page/:invoiceId',
  '/settings/notifications',
  '/add-item-form',
  '/payment-link/:id/edit',
]

test.beforeEach(({ page }) => hideFurtherRows(page))

test('public pages of the app are accessible', async ({ page }) => {
  for (const address of formAddresses) await open(page, address)
  await open(page, '/no/such/page')
})

test('pages of the site and a menu of its header are accessible', async ({ page }) => {
  test.slow()
  for (const address of siteAddresses) await open(page, address)
  await page.goto('/Contact?sent=1')
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  await expectAccessible(page, 'a message that was sent', 'main')
  await page.goto('/pricing?amount=nothing')
  await expectAccessible(page, 'the calculator with an error', 'main')
  await page.locator('summary', { hasText: 'Why' }).click()
  await expectAccessible(page, 'a menu of the header', 'header')
})

test('pages of the dashboard are accessible, and their tables fit at every width', async ({ page, baseURL }) => {
  test.slow()
  const details = await findDetails(baseURL!)
  await signIn(page, demoCredentials)
  // The demo business has finished onboarding: that page is checked with the forms.
  const addresses = differentMemberAddresses(details).filter((address) => address !== '/onboarding')
  for (const address of withoutNeighbours(addresses)) {
    // The sign-in leads to the overview.
    if (address !== '/dashboard') await openInApp(page, address)
    await expectGood(page, address)
    if (await page.locator('main table').first().isVisible()) await expectTablesFit(page, address)
  }
})

test('forms are accessible, empty and with errors', async ({ page, baseURL }) => {
  const account = await newAccount(baseURL!)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(messages.required)).toHaveCount(2)
  await expectGood(page, 'sign-in with errors')
  await submitSignIn(page, account)
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible()
  await expectGood(page, 'sign-in before the address is verified')
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByText(messages.required)).toHaveCount(3)
  await expectGood(page, 'registration with errors')

  await account.verify()
  await page.goto('/')
  await submitSignIn(page, account)
  await expect(page.getByLabel('State')).toBeVisible()
  await expectGood(page, '/onboarding')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(messages.required)).not.toHaveCount(0)
  await expectGood(page, '/onboarding with errors')
})

/** Menus, the modal and the empty pages of a new business. */
async function expectGoodBeginning(page: Page, baseURL: string) {
  await signIn(page, await newBusiness(baseURL))
  for (const address of ['/dashboard', '/transactions', '/payment-link']) {
    if (address !== '/dashboard') await openInApp(page, address)
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
    await expectAccessible(page, address)
    await expectNoSidewaysScroll(page, address)
  }
  const menu = ':popover-open' // what is below the menu is inert by design
  for (const name of ['Notifications', 'Your profile']) {
    await page.getByRole('button', { name }).click()
    await expectAccessible(page, `${name}, open`, menu)
    await page.keyboard.press('Escape')
  }
  const menuButton = page.getByRole('button', { name: 'Open menu' })
  if (await menuButton.isVisible()) await menuButton.click()
  await page.getByRole('button', { name: 'Business:' }).and(page.locator(':visible')).click()
  await expectAccessible(page, 'the list of businesses, open', menu)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New payment link' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the modal of a new link')
}

test('empty pages, menus and a modal of a new business are accessible', ({ page, baseURL }) =>
  expectGoodBeginning(page, baseURL!))

test('the error screen and a toast are accessible', async ({ page, baseURL }) => {
  await page.goto('/verify-email/nothing')
  await expectAccessible(page, 'the link of a verification email')
  await verifyOnPage(page, 'nothing')
  await page.getByLabel('Email', { exact: true }).fill(randomEmail('nobody'))
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await pauseToast(page)
  await expect(page.getByText(messages.verificationResent)).toBeVisible()
  await expectAccessible(page, 'a toast')
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await page.route(await registerScripts(baseURL!), (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  await expect(heading(page)).toHaveText(messages.errorTitle)
  await expectGood(page, 'the error screen')
})

test("the payer's page is accessible from the amount to the receipt", async ({ page, baseURL }) => {
  await page.goto((await newLink(await newBusiness(baseURL!), { amountKobo: undefined })).url)
  await waitForHydration(page)
  await expectGood(page, 'the amount and the address')
  await page.getByLabel('Amount').fill('2500')
  await page.getByLabel('Email address').fill(randomEmail())
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByText(messages.required)).toHaveCount(3)
  await expectGood(page, 'a card with errors')
  await payWith(page, testCards.declined)
  await expect(notThrough(page)).toBeVisible()
  await expectGood(page, 'a payment that failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await payByGoodCard(page)
  await expectGood(page, 'the receipt')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('layouts of the app and the site and the menu are accessible', async ({ page, baseURL }) => {
    test.slow()
    const details = await findDetails(baseURL!)
    const check = async (address: string, go = openInApp) => {
      await go(page, address)
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
      await expectAccessible(page, `${address} on a phone`)
      await expectNoSidewaysScroll(page, `${address} on a phone`)
    }
    const load = async (_: Page, address: string) => {
      await page.goto(address)
      await expect(heading(page), address).toBeVisible()
    }
    for (const address of ['/register', '/docs/webhooks', '/pricing']) await check(address, load)
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page, 'the menu of the site', ':popover-open')
    await signIn(page, demoCredentials)
    await check('/dashboard', async () => undefined)
    for (const path of layouts) await check(details[path] ?? path)
  })

  test('empty pages, menus and a modal of a new business are accessible', ({ page, baseURL }) =>
    expectGoodBeginning(page, baseURL!))

  test('with text of 200 % nothing is beyond the side of the screen', async ({ page, baseURL }) => {
    test.slow()
    const details = await findDetails(baseURL!)
    const enlargeText = () =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
    const check = async (what: string) => {
      await expect(heading(page), what).toBeVisible()
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
      for (const width of [390, 320]) {
        await page.setViewportSize({ ...phone, width })
        await expectNoSidewaysScroll(page, `${what} in ${width} px`)
      }
    }
    await signIn(page, demoCredentials)
    await enlargeText()
    await check('/dashboard')
    for (const path of layouts) {
      await openInApp(page, details[path] ?? path)
      await check(path)
    }
    await page.goto(await demoCheckout(baseURL!))
    await enlargeText()
    await check('the checkout')
    await openBackOffice(page, baseURL!, 'finance', '/money?mode=TEST')
    await enlargeText()
    await check('/operator/money')
    for (const path of ['/merchants', '/approvals']) {
      await openInApp(page, `/operator${path}`)
      await check(`/operator${path}`)
    }
  })
})
