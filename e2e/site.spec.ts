import { chargeFor, priceOf } from '@adire/contract/fees.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { expect, type Page } from '@playwright/test'
import { siteAddresses } from './support/addresses.ts'
import { mailTo } from './support/business.ts'
import { freshName, randomEmail } from './support/checkout.ts'
import { test } from './support/test.ts'

const header = (page: Page) => page.getByRole('banner')
const main = (page: Page) => header(page).getByRole('navigation', { name: 'Main' })
const footer = (page: Page) => page.getByRole('contentinfo')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Waits until the site's script has run, which stores the scroll position in this attribute. */
const scriptRan = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-scroll')

const helpdesk = 'help@adire.example'

test('the header links to all pages; its submenus open one at a time and close on navigation [S2.2-04] [S2.2-02] [S2.2-03]', async ({
  page,
}) => {
  await page.goto('/pricing')
  await scriptRan(page)
  await expect(header(page).getByRole('link', { name: 'Adire' })).toHaveAttribute('href', '/')
  await expect(main(page).getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing')
  await expect(main(page).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/')
  await expect(main(page).getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')

  const opened = main(page).locator('details[open]')
  await main(page).getByText('Why', { exact: true }).click()
  const reasons = opened.getByRole('link', { name: 'Read More' })
  await expect(reasons).toHaveCount(3)
  for (const [index, words] of [
    [0, /^Payment, simplified.+\..*Read More$/],
    [1, /^No coding.+\..*Read More$/],
    [2, /^End to end.+\..*Read More$/],
  ] as const)
    await expect(reasons.nth(index)).toHaveText(words)

  await main(page).getByText('Developers', { exact: true }).click()
  await expect(opened).toHaveCount(1)
  await expect(opened.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/docs')
  const community = opened.getByRole('link', { name: 'Community' })
  await expect(community).toHaveAttribute('href', 'https://community.adire.example')
  await expect(community).toHaveAttribute('rel', 'noreferrer')

  const support = main(page).getByText('Support', { exact: true })
  await support.focus()
  await page.keyboard.press('Enter')
  await expect(opened.getByRole('link')).toHaveText(['Help', 'Community', 'FAQ', 'Contact'])
  await expect(opened.getByRole('link', { name: 'Community' })).toHaveAttribute('href', '/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(page.locator('summary:focus')).toHaveText('Support')

  await main(page).getByText('Why', { exact: true }).click()
  await heading(page).click()
  await expect(opened).toHaveCount(0)
  await main(page).getByText('Why', { exact: true }).click()
  await reasons.nth(2).click()
  await expect(page).toHaveURL('/end-to-end')
  await expect(heading(page)).toContainText('Secure')
})

test('the footer shows address, phone and further links; the site describes the product and invites to register [S1-04] [S1-05] [S2.2-02] [S2.2-05] [S2.2-06]', async ({
  page,
}) => {
  await test.step('the footer shows address, phone and further links', async () => {
    await page.goto('/about')
    await expect(footer(page).getByRole('heading', { name: 'Get started now to grow your business.' })).toBeVisible()
    await expect(footer(page).getByText("Let's create an account for you!")).toBeVisible()
    const email = footer(page).getByPlaceholder('Enter your email address')
    await expect(email).toHaveAttribute('type', 'email')
    await expect(footer(page).getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expect(footer(page).getByRole('heading', { name: 'Contact' })).toBeVisible()
    await expect(footer(page).getByText(/Lagos, Nigeria$/)).toBeVisible()
    await expect(footer(page).getByRole('link', { name: '+234 800 000 0000' })).toHaveAttribute(
      'href',
      'tel:+2348000000000',
    )
    await expect(footer(page).getByRole('link', { name: helpdesk })).toHaveAttribute('href', `mailto:${helpdesk}`)
    await expect(footer(page).getByText('Get in Touch')).toBeVisible()
    for (const network of ['X', 'Instagram', 'Facebook', 'LinkedIn', 'YouTube'])
      await expect(footer(page).getByRole('link', { name: `${network} (opens in a new tab)` })).toBeVisible()
    const columns = footer(page).getByRole('navigation', { name: 'Footer' })
    await expect(columns.getByRole('heading')).toHaveText(['Product', 'Company', 'Developers', 'Support'])
    for (const name of ['Why Adire', 'Customers', 'Careers', 'Status', 'Login'])
      await expect(columns.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/')
    const lagosYear = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Africa/Lagos' }).format(new Date())
    await expect(footer(page).getByText(`© ${limits.copyrightFrom}–${lagosYear} Adire`)).toBeVisible()

    // Every internal link leads to a page.
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(hrefs.length).toBeGreaterThan(20)
    for (const href of new Set(hrefs)) expect((await page.request.get(href)).status(), href).toBe(200)
  })

  await test.step('the site describes links that are copied and shared and end-to-end security, and invites to register', async () => {
    await page.goto('/')
    const tour = page.getByRole('complementary')
    await expect(tour).toContainText('by copy and paste')
    await expect(tour).toContainText('end-to-end secure payment handling')
    await tour.getByRole('link', { name: /Read More about no coding/ }).click()
    await expect(page).toHaveURL('/no-coding')
    await expect(page.getByText(/A payment button is one line of HTML that you copy and paste/)).toContainText(
      /<a href="http.+\/pay\/page\/your-page">Pay now<\/a>/,
    )
    await page.goto('/end-to-end')
    await expect(page.getByRole('main')).toContainText('End-to-end secure payment handling')
    await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/register')
    await expect(tour).toHaveCount(0)
  })
})

test('scrolling sets an attribute of the page, and the way up starts a second after the click [S2.2-07] [S2.2-08] [S9-02]', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/terms-and-conditions')
  const root = page.locator('html')
  await scriptRan(page)
  await expect(root).toHaveAttribute('data-scroll', '0')
  await page.evaluate(() => scrollTo(0, 700))
  await expect(root).toHaveAttribute('data-scroll', '700')
  // From here on, only the test moves the time.
  await page.clock.pauseAt(Date.now() + 60_000)
  const up = footer(page).getByRole('link', { name: /Back to top|Going up/ })
  await up.click()
  await expect(up).toHaveAttribute('aria-busy', 'true')
  await page.clock.fastForward(limits.footerScrollDelayMs - 100)
  await expect(up).toHaveAttribute('aria-busy', 'true')
  await expect(root).not.toHaveAttribute('data-scroll', '0')
  await page.clock.fastForward(200)
  await expect(root).toHaveAttribute('data-scroll', '0')
  await expect(up).toHaveText('Back to top', { useInnerText: true })
})

test('the calculator updates while typing, in both directions, and an email typed on a page of the site is in the registration form [S2.2-09]', async ({
  page,
}) => {
  await page.goto('/pricing')
  const quoteResult = page.getByRole('status').filter({ hasText: 'You receive' })
  await expect(quoteResult).toContainText(formatNaira(chargeFor(priceOf('card'), 50_000_00).netKobo))
  await page.getByLabel('Amount in naira').fill('2,499.99')
  const small = chargeFor(priceOf('card'), 2_499_99)
  for (const kobo of [small.feeKobo, small.vatKobo, small.netKobo])
    await expect(quoteResult).toContainText(formatNaira(kobo))
  await page.getByLabel('Amount in naira').fill('2400')
  await page.getByText('Your customer', { exact: true }).click()
  await expect(quoteResult).toContainText('NGN\u00a02,439.33')
  await page.getByLabel('How it is paid').selectOption('Direct debit')
  await page.getByLabel('Amount in naira').fill('10000')
  await expect(quoteResult).toContainText('NGN\u00a010,054.04')
  await page.getByLabel('Amount in naira').fill('a lot')
  await expect(page.getByRole('alert')).toContainText('Enter an amount')
  await expect(page.getByLabel('Amount in naira')).toHaveAttribute('aria-invalid', 'true')
  await expect(quoteResult).not.toContainText('10,054.04')
  await expect(page).toHaveURL('/pricing')

  await test.step('an email typed on a page of the site is in the registration form', async () => {
    await page.goto('/faq')
    await footer(page).getByPlaceholder(messages.footerEmailPlaceholder).fill('amina@example.com')
    await footer(page).getByRole('button', { name: messages.footerCreateAccount }).click()
    await expect(heading(page)).toHaveText('Create your account')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('amina@example.com')
  })
})

test('a message is sent once for several clicks, and reaches the help desk', async ({ page }) => {
  await page.goto('/Contact')
  await scriptRan(page)
  const name = freshName('Ada')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(randomEmail('ada'))
  await page.getByLabel('Subject').selectOption('A payment I made')
  await page.getByLabel('Message').fill('It says pending.\nShould I wait?')
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts++
  })
  await page.getByRole('button', { name: 'Send message' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
  expect(posts).toBe(1)
  const mail = await mailTo(helpdesk, new RegExp(`A payment I made: ${name}`))
  expect(mail.text).toContain('Should I wait?')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the site can be read, its menu opened, a fee calculated and a message sent', async ({ page }) => {
    for (const address of siteAddresses) {
      await page.goto(address)
      await expect(heading(page), address).toBeVisible()
      await expect(footer(page), address).toBeVisible()
    }
    const open = header(page).getByRole('button', { name: 'Menu' })
    await open.click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByText('Read More')).toHaveCount(3)
    await menu.getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')

    await page.getByLabel('Amount in naira').fill('84,500')
    await page.getByLabel('Your customer').check()
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(page.getByLabel('Amount in naira')).toHaveValue('84,500')
    await expect(page.getByLabel('Your customer')).toBeChecked()
    await expect(page.getByRole('status').filter({ hasText: 'You receive' })).toContainText(formatNaira(84_500_00))

    await page.goto('/faq')
    await page.getByText('Do I need a website or a developer?').click()
    await expect(page.getByText('a button is one line of HTML')).toBeVisible()

    await page.goto('/contact')
    await expect(page).toHaveURL('/Contact')
    const name = freshName('Bola')
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Email', { exact: true }).fill('bola')
    await page.getByLabel('Message').fill('Hello')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(messages.email)
    await expect(page.getByLabel('Your name')).toHaveValue(name)
    await page.getByLabel('Email', { exact: true }).fill(randomEmail('bola'))
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible()
    await mailTo(helpdesk, new RegExp(`: ${name}`))
  })
})
