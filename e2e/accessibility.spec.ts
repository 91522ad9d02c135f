import { messages } from '@adire/contract/messages.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { expect, type Page, test } from '@playwright/test'
import { differentMemberAddresses, formAddresses, siteAddresses } from './support/addresses.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { demoCredentials, newAccount, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { registerScripts } from './support/chunk.ts'
import { submitSignIn } from './support/session.ts'
import { pauseToast } from './support/toast.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectGood(page: Page, what: string, themes?: readonly ('light' | 'dark')[]) {
  await expect(heading(page), what).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await expectAccessible(page, what, 'html', themes)
  await expectNoSidewaysScroll(page, what)
}

async function open(page: Page, address: string, themes?: readonly ('light' | 'dark')[]) {
  await page.goto(address)
  await expectGood(page, address, themes)
}

/** Path of the first item in a list of the demo business. */
async function findFirstLink(page: Page, list: string, below = list): Promise<string> {
  await page.goto(list)
  const first = page.getByRole('main').locator(`a[href^="${below}/"]`).first()
  return (await first.getAttribute('href'))!
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

for (const [size, use] of [
  ['1440', desktop],
  ['390', phone],
] as const)
  test.describe(`${size} wide, in light and dark,`, () => {
    test.use(use)

    test('no public page of the app bars anybody', async ({ page }) => {
      for (const address of formAddresses) await open(page, address)
      await open(page, '/no/such/page')
    })

    test('no page of the site bars anybody, nor does a menu of its header', async ({ page }) => {
      test.slow()
      for (const address of siteAddresses) await open(page, address)
      await page.goto('/Contact?sent=1')
      await expect(page.getByRole('heading', { name: 'Your message is on its way' })).toBeVisible()
      await expectAccessible(page, 'a message that was sent', 'main')
      await page.goto('/pricing?amount=nothing')
      await expectAccessible(page, 'the calculator with an error', 'main')
      if (size === '390') await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
      else await page.locator('summary', { hasText: 'Why' }).click()
      await expectAccessible(page, 'a menu of the header', size === '390' ? ':popover-open' : 'header')
    })

    test('no page of the dashboard bars anybody', async ({ page }) => {
      test.slow()
      await signIn(page, demoCredentials)
      const link = await findFirstLink(page, '/payment-link')
      const given = {
        '/transactions/:transactionId': await findFirstLink(page, '/transactions'),
        '/payment-link/:id': link,
        '/payment-link/:id/edit': `${link}/edit`,
        '/customers/:customerId': await findFirstLink(page, '/customers'),
        '/payouts/:id/:transactionDate': await findFirstLink(page, '/payouts'),
        '/invoice_page/:invoiceId': await findFirstLink(page, '/invoice', '/invoice_page'),
        '/directDebit/:slug': await findFirstLink(page, '/directDebit'),
        '/plans/:planId': await findFirstLink(page, '/plans'),
        '/subscriptions/:id': await findFirstLink(page, '/subscriptions'),
      }
      // The demo business has finished onboarding, so that page is checked below. Colours do not depend on the width, so the dark theme is
      // checked only at the desktop width.
      const themes = size === '390' ? (['light'] as const) : undefined
      for (const address of differentMemberAddresses(given))
        if (address !== '/onboarding') await open(page, address, themes)
    })

    test('no form bars anybody, neither empty nor with everything wrong in it', async ({ page, baseURL }) => {
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

    test('no new business finds an empty page that bars it, nor a menu, a modal or a toast', async ({
      page,
      baseURL,
    }) => {
      await signIn(page, await newBusiness(baseURL!))
      for (const address of ['/dashboard', '/transactions', '/payment-link']) await open(page, address)
      const menu = ':popover-open' // what is below the menu is inert by design
      for (const name of ['Notifications', 'Your profile']) {
        await page.getByRole('button', { name }).click()
        await expectAccessible(page, `${name}, open`, menu)
        await page.keyboard.press('Escape')
      }
      if (size === '390') await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Business:' }).and(page.locator(':visible')).click()
      await expectAccessible(page, 'the list of businesses, open', menu)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'New payment link' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'the modal of a new link')
    })

    test('the error screen and a toast bar nobody', async ({ page, baseURL }) => {
      await page.goto('/verify-email/nothing')
      await page.getByLabel('Email', { exact: true }).fill(randomEmail('nobody'))
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await expect(page.getByText(messages.verificationResent)).toBeVisible()
      await pauseToast(page)
      await expectAccessible(page, 'a toast')
      await page.getByRole('button', { name: 'Close' }).press('Enter')
      await page.route(await registerScripts(baseURL!), (route) => route.abort())
      await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
      await expect(heading(page)).toHaveText(messages.errorTitle)
      await expectGood(page, 'the error screen')
    })

    test("the payer's page bars nobody", async ({ page, baseURL }) => {
      const business = await newBusiness(baseURL!)
      const link = await business.call(createPaymentLink, {
        name: `Aso-oke jacket ${business.merchantId}`,
        feeBearer: 'merchant',
      })
      await open(page, new URL(link.url).pathname)
    })
  })

test('signing in needs no pointer: every stop of the Tab key is seen, in the order of the page', async ({
  page,
  baseURL,
}) => {
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
    'Forgot password?',
    'Password',
    'Show password',
    'Sign in',
  ])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('the way past the navigation leads to the page', async ({ page, baseURL }) => {
  await signIn(page, await newBusiness(baseURL!))
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})
