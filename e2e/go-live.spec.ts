import { messages } from '@adire/contract/messages.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseBank } from './support/banks.ts'
import { confirmPassword, mailTo, signIn, verificationToken, verifyOnPage } from './support/business.ts'
import { freshName, newLink, payerPhone, randomEmail, receivedHeading, waitForHydration } from './support/checkout.ts'
import { liveStarter, runOperator, testDocument } from './support/review.ts'
import { goInApp, openInApp, submitSignIn } from './support/session.ts'
import { modeLabel, sidebar } from './support/shell.ts'
import { test } from './support/test.ts'

const modeSwitch = (page: Page) => sidebar(page).getByRole('button', { name: /^(Test|Live) Mode/ })
const merchantCode = (page: Page) =>
  sidebar(page)
    .getByText(/^MT?\d{7}$/)
    .first()

test('a new merchant goes from the registration to the approval and live mode [S1-02] [S1-03] [S2.4-01] [S2.4-14] [S3-08] [S4-03] [S4-04]', async ({
  page,
}) => {
  test.slow()
  const email = `founder-${Date.now()}-${process.pid}@example.com`
  const password = 'Indigo-2026'
  await page.goto('/register')
  await page.getByLabel('Business name').fill('Kola Dyes')
  await expect(page.getByLabel('Country')).toHaveValue('566')
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await verifyOnPage(page, verificationToken(await mailTo(email, /Verify/)))
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await submitSignIn(page, { email, password })

  await expect(page).toHaveURL('/onboarding')
  await page.getByLabel('Business type').selectOption({ index: 1 })
  await page.getByLabel('Category').selectOption({ label: 'Clothing and fashion' })
  await page.getByLabel('Business phone').fill('08031234567')
  await page.getByLabel('Street address').fill('1 Herbert Macaulay Way')
  await page.getByLabel('City').fill('Lagos')
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')

  // The mode switch leads to the missing items, and each item to its step.
  await modeSwitch(page).click()
  await expect(page).toHaveURL('/go-live')
  await expect(page.getByRole('button', { name: 'Ask to go live' })).toBeDisabled()
  await page.getByRole('link', { name: 'Bank Verification Number' }).click()
  await page.getByLabel('First name of the owner').fill('Tola')
  await page.getByLabel('Last name of the owner').fill('Adeyemi')
  await page.getByLabel('BVN', { exact: true }).fill('22222222222')
  await page.getByRole('button', { name: 'Submit' }).click()
  for (const [next, title] of [
    ['OWNER_IDENTITY', 'Identity of the owner'],
    ['PROOF_OF_ADDRESS', 'Proof of address'],
  ]) {
    await expect(page).toHaveURL(new RegExp(`step=${next}`))
    // The address changes before the form, and the first form has the same field.
    await expect(page.getByRole('heading', { level: 2, name: title! })).toBeVisible()
    await page.getByLabel('Document', { exact: true }).setInputFiles(testDocument('sandbox-approved.pdf'))
    await page.getByRole('button', { name: 'Upload' }).click()
  }
  await expect(page).toHaveURL(/step=SETTLEMENT_ACCOUNT/)
  await chooseBank(page, 'access', 'Access Bank')
  await page.getByLabel('Account Number').fill('0000000017')
  await page.getByRole('button', { name: 'Submit' }).click()
  await confirmPassword(page, { password })
  await expect(page.getByRole('heading', { name: 'Everything is approved' })).toBeVisible({ timeout: 60_000 })

  await page.getByRole('main').getByRole('link', { name: 'Go live' }).click()
  await page.getByRole('button', { name: 'Ask to go live' }).click()
  await expect(page.getByRole('heading', { name: 'We are reviewing your business' })).toBeVisible()
  await openInApp(page, '/dashboard')
  const details = page.getByRole('listitem').filter({ hasText: 'Complete your business details' })
  await expect(details.getByLabel('Done')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'We are reviewing your business' })).toBeVisible()
  const code = (await merchantCode(page).textContent())!
  await runOperator('live', 'decline', code, '--reason', 'Tell us what you sell')
  await expect(page.getByText('Tell us what you sell')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page, '/go-live, declined')
  await page.getByRole('button', { name: 'Ask to go live' }).click()
  await expect(page.getByRole('heading', { name: 'We are reviewing your business' })).toBeVisible()
  await runOperator('live', 'approve', code, '--with-sandbox-documents')
  await mailTo(email, /Your business is live/)
  await page
    .getByRole('button', { name: `Switch to ${messages.modeLabel.LIVE}`, exact: true })
    .click({ timeout: 60_000 })
  await expect(modeLabel(page)).toHaveText(messages.modeLabel.LIVE)
  await expect(merchantCode(page)).toHaveText(/^M\d{7}$/)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Share it with a customer' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/test/i)).toHaveCount(0)

  await test.step('without a processor, each page says that live payments are not open', async () => {
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), livePayments: false } })
    })
    await page.goto('/payment-link')
    await expect(page.getByText(/^Live payments are not open yet\. Your customers can’t pay until/)).toBeVisible()
    // The notice is there before the page below it has loaded.
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Links' })).toBeVisible()
    await expectAccessible(page, 'live payments are not open')
  })
})

/** Pays NGN 2,500 by card as a payer of a live link. */
async function payOnCardPage(browser: Browser, address: string) {
  const payer = await payerPhone(browser)
  await payer.goto(address)
  await waitForHydration(payer)
  await payer.getByLabel('Email address').fill(randomEmail('bola'))
  await payer.getByLabel('Amount').fill('2500')
  await payer.getByRole('button', { name: /^Continue/ }).click()
  await test.step('USSD is offered with the banks of the processor only', async () => {
    await payer.getByRole('link', { name: 'USSD', exact: true }).click()
    const banks = payer.getByLabel('Your bank').getByRole('option')
    await expect(banks).toHaveText([/^Choose/, 'Guaranty Trust Bank (*737#)'])
    await payer.getByRole('button', { name: 'Get a code to dial' }).click()
    await expect(payer.getByText(/^\*737\*[\d*]+#$/)).toBeVisible()
    await expect(payer.getByLabel('Another bank')).toHaveCount(0)
    await payer.getByRole('link', { name: 'Card', exact: true }).click()
  })
  await expect(payer.getByLabel('Card number')).toHaveCount(0)
  // The page waits for the response: the form is not posted as well.
  const posted: string[] = []
  payer.on('request', (request) => request.isNavigationRequest() && posted.push(request.method()))
  await payer.getByRole('button', { name: /^Pay NGN/ }).click()
  await expect(payer.getByText('Paystack simulator')).toBeVisible()
  expect(posted).toEqual(['GET'])
  await payer.getByRole('button', { name: 'Card is declined' }).click()
  // Declined there: nothing is charged, and the same page may be tried again.
  await payer.getByRole('link', { name: 'Continue' }).click()
  await payer.getByRole('button', { name: /^Pay/ }).click()
  await expect(receivedHeading(payer)).toBeVisible()
  await payer.context().close()
}

test('from test to live and back: each mode shows its own data, at once, of the same business [S1-01] [S2.3-05] [S2.3-08] [S4-03] [S4-04] [S7.2-05]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const business = await liveStarter(baseURL!, 'Twin Looms')
  const inTest = await newLink(business)
  await signIn(page, business)
  await page.getByRole('link', { name: 'Payment Links' }).click()
  await page.getByRole('link', { name: inTest.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: inTest.name })).toBeVisible()
  const code = (await merchantCode(page).textContent())!

  await modeSwitch(page).click()
  await expect(modeLabel(page)).toHaveText(messages.modeLabel.LIVE)
  await expect(page).toHaveURL('/payment-link')
  await expect(merchantCode(page)).toHaveText(/^M\d{7}$/)
  await expect(sidebar(page).getByText('Twin Looms').first()).toBeVisible()
  await expect(page.getByText(inTest.name)).toHaveCount(0)
  const inLive = freshName('Real cloth')
  await goInApp(page, '/payment-link?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(inLive)
  await dialog.getByText('Payer chooses').click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'Your link is ready' })
  await expect(ready).toBeVisible()
  const address = (await ready.getByText(/\/pay\/page\//).textContent())!
  await test.step('a payer pays on the card page of the processor', () => payOnCardPage(browser, `http://${address}`))

  // The server stores the mode, so it also applies to the next visit.
  const businesses = page.waitForResponse(/\/live\/.*\/merchants\?/)
  await page.goto('/payment-link')
  const { content } = (await (await businesses).json()) as { content: { id: string }[] }
  await expect(page.getByRole('link', { name: inLive })).toBeVisible()
  await expect(modeLabel(page)).toHaveText(messages.modeLabel.LIVE)
  await openInApp(page, '/invoice_page/not-of-the-other-mode')
  await modeSwitch(page).click()
  await expect(modeLabel(page)).toHaveText(messages.modeLabel.TEST)
  await expect(page).toHaveURL('/invoice')
  await expect(merchantCode(page)).toHaveText(code)
  await page.getByRole('link', { name: 'Payment Links' }).click()
  await expect(page.getByRole('link', { name: inTest.name })).toBeVisible()
  await expect(page.getByText(inLive)).toHaveCount(0)

  // Without a response from the live server, the mode does not change.
  await page.route('**/live/core/**', (route) => route.abort())
  await modeSwitch(page).click()
  await expect(page.getByText(messages.tryAgainLater)).toBeVisible()
  await expect(modeLabel(page)).toHaveText(messages.modeLabel.TEST)
  await expect(page).toHaveURL('/payment-link')

  await page.unrouteAll({ behavior: 'wait' })
  await test.step('the link of an email about the live business opens its page in Live Mode', async () => {
    await page.goto(`/open?business=${content[0]!.id}&mode=LIVE&to=%2Fpayment-link`)
    await expect(page).toHaveURL('/payment-link')
    await expect(page.getByRole('link', { name: inLive })).toBeVisible()
    await expect(modeLabel(page)).toHaveText(messages.modeLabel.LIVE)
  })
})
