import { getMandate } from '@adire/contract/direct-debit.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { mailTo, signIn } from './support/business.ts'
import { payerPhone, randomEmail } from './support/checkout.ts'
import { moveByDays } from './support/clock.ts'
import { flexibleMandate, statusRegion } from './support/mandates.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a customer reads the request, consents with a code, sends NGN 50, and the business sees it', async ({
    page,
    browser,
    business,
  }) => {
    test.slow()
    const email = randomEmail('payer')
    const mandate = await flexibleMandate(business, email)
    const mail = await mailTo(email, /debit/)
    const phone = await payerPhone(browser)
    await phone.goto(mail.text.match(/https?:\S+\/mandate\/\w+/)![0])
    await expect(phone.getByRole('heading', { name: /^May .* debit this account\?/ })).toBeVisible()
    await expect(phone.getByText('ADA TEST OBI', { exact: true })).toBeVisible()
    await expectAccessible(phone, 'a request for consent')
    await expectNoSidewaysScroll(phone, 'a request for consent')
    await phone.getByRole('button', { name: 'Email me a code to agree' }).click()
    await phone.getByLabel('Code from the email').fill('000000')
    await phone.getByRole('button', { name: 'I agree' }).click()
    await expect(phone.getByText('Accept the text to continue')).toBeVisible()
    await phone.getByRole('checkbox').check()
    await phone.getByLabel('Code from the email').fill('000000')
    await phone.getByRole('button', { name: 'I agree' }).click()
    await expect(phone.getByText('The code is wrong. 2 attempts left.')).toBeVisible()
    await expect(phone.getByRole('checkbox')).toBeChecked()
    await expectAccessible(phone, 'a wrong code')
    await expect(phone.locator('body')).toMatchAriaSnapshot(`
      - main:
        - heading "May Tola Atelier debit this account?" [level=2]
        - term: Account name
        - definition: ADA TEST OBI
        - region "What you agree to"
        - textbox "Code from the email" [invalid]
        - alert: The code is wrong. 2 attempts left.
        - checkbox "I am ADA TEST OBI, and I accept the text above." [checked]
        - button "I agree"
        - paragraph:
          - link "Decline this request"
    `)
    await phone.getByLabel('Code from the email').fill('123456')
    await phone.getByRole('button', { name: 'I agree' }).click()
    await expect(phone.getByRole('heading', { name: /Now send NGN\s50\.00/ })).toBeVisible()
    await expectAccessible(phone, 'the NGN 50')
    await expectNoSidewaysScroll(phone, 'the NGN 50')
    await phone.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = phone.getByRole('button', { name: /account number$/ })
    // Waits from before the click: the word stays a second.
    const copied = copy.getByText(messages.copied).waitFor()
    await copy.dblclick()
    await copied
    await expect(copy.getByText(messages.copied)).toBeHidden()
    await phone.getByRole('button', { name: 'Send another amount' }).click()
    await expect(phone.getByText('Sent back: it was not exactly NGN 50.')).toBeVisible()
    await phone.getByRole('button', { name: 'Send exactly NGN 50' }).click()
    await moveByDays(business, 0.01)
    // The page's script polls by itself.
    await expect(phone.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
    await expectAccessible(phone, 'a mandate that is set up')
    await phone.getByRole('link', { name: 'Cancel this direct debit' }).click()
    await expect(phone.getByRole('heading', { name: 'Cancel your direct debit for' })).toBeVisible()
    await expectAccessible(phone, 'the confirmation of a cancellation')

    await signIn(page, business, `/directDebit/${mandate.slug}`)
    await expect(statusRegion(page)).toContainText('The account can be debited.')
    await expect(page.getByText('ADA TEST OBI accepted on')).toBeVisible()
    await expectAccessible(page, 'a mandate on a phone', 'main')
    await expectNoSidewaysScroll(page, 'a mandate on a phone')
    await openInApp(page, '/directDebit?view=calendar')
    await expect(page.getByText('No debits in this month')).toBeVisible()
    await expectNoSidewaysScroll(page, 'the calendar on a phone')
  })
})

test('without script a mandate can be accepted, cancelled or declined by forms', async ({ browser, business }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const mandate = await flexibleMandate(business)
  await page.goto(mandate.consentUrl!)
  await page.getByRole('button', { name: 'Email me a code to agree' }).click()
  await page.getByLabel('Code from the email').fill('123456')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByRole('heading', { name: /Now send NGN\s50\.00/ })).toBeVisible()
  await page.getByRole('button', { name: 'Send exactly NGN 50' }).click()
  await expect(page.getByRole('heading', { name: 'Your NGN 50 has arrived' })).toBeVisible()
  await moveByDays(business, 0.01)
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel this direct debit' }).click()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await page.getByRole('link', { name: 'Cancel this direct debit' }).click()
  await page.getByRole('button', { name: 'Cancel direct debit' }).click()
  await expect(page.getByRole('heading', { name: 'Your direct debit is cancelled' })).toBeVisible()
  await expect(page.getByText('You cancelled it.')).toBeVisible()
  await expect(page.getByText('by the customer')).toBeHidden()
  expect((await business.call(getMandate, { id: mandate.slug })).standing.reason).toBe('Cancelled by the customer')

  const unwanted = await flexibleMandate(business)
  await page.goto(unwanted.consentUrl!)
  await page.getByRole('link', { name: 'Decline this request' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Request declined' })).toBeVisible()

  const rejected = await flexibleMandate(business, undefined, '0000000056')
  await page.goto(rejected.consentUrl!)
  await page.getByRole('button', { name: 'Email me a code to agree' }).click()
  await page.getByLabel('Code from the email').fill('123456')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByRole('button', { name: 'Send exactly NGN 50' }).click()
  await expect(page.getByRole('heading', { name: 'Your NGN 50 has arrived' })).toBeVisible()
  await moveByDays(business, 0.01)
  await page.goto(rejected.consentUrl!)
  await expect(page.getByRole('heading', { name: 'Your bank declined this request' })).toBeVisible()
  await expect(page.getByText('Reason from your bank:')).toBeVisible()
  await page.goto(`${new URL(unwanted.consentUrl!).origin}/mandate/${'x'.repeat(32)}`)
  await expect(page.getByRole('heading', { name: 'We can’t find this mandate' })).toBeVisible()
})
