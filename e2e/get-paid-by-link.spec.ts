import { expect, type Page } from '@playwright/test'
import {
  fillCard,
  freshName,
  notThrough,
  payButton,
  payerPhone,
  randomEmail,
  receivedHeading,
  submitChallenge,
  testCards,
} from './support/checkout.ts'
import { enterBusinessDetails, openMail, registerBusiness } from './support/on-screen.ts'
import { test } from './support/test.ts'

const statTile = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label })

test('a merchant receives a first payment: from the registration to the money in the dashboard [S2.6-07] [S2.7-03] [S2.4-02] [S2.4-05] [S2.3-13] [S4-07] [S4-08] [S7.3-01] [S9-01]', async ({
  page,
  browser,
}) => {
  test.slow()
  const owner = randomEmail('owner')
  const payerEmail = randomEmail('payer')
  const linkName = freshName('Ankara & Aso-Ebi')

  await test.step('registers, reads the email, verifies', async () => {
    await page.goto('/register')
    await registerBusiness(page, owner)
  })

  await test.step('signs in and enters the business details', () => enterBusinessDetails(page, owner))

  const url = await test.step('creates a link, and lands on its page', async () => {
    await page.getByRole('main').getByRole('link', { name: 'New payment link' }).click()
    const modal = page.getByRole('dialog', { name: 'New payment link' })
    await modal.getByLabel('Name').fill(linkName)
    await expect(modal.getByText('Available', { exact: true })).toBeVisible()
    await modal.getByLabel('Price in naira').fill('50000')
    await modal.getByLabel(/^Description/).fill('Two pieces, made to measure')
    await expect(modal).toMatchAriaSnapshot(`
      - dialog "New payment link":
        - button "Close"
        - textbox "Name"
        - paragraph:
          - status: Available
        - group "Who sets the amount":
          - radio "Fixed amount" [checked]
          - radio "Payer chooses"
        - textbox "Price in naira"
        - textbox "Description (optional)"
        - group "Who pays the fee?":
          - radio /^You / [checked]
          - radio /^The payer /
        - button "Cancel"
        - button "Create link"
    `)
    await modal.getByRole('button', { name: 'Create link' }).click()
    await expect(page).toHaveURL(/\/payment-link\/[0-9a-f-]{36}$/)
    const ready = page.getByRole('dialog', { name: 'Your link is ready' })
    await expect(ready.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
    const href = await ready.getByRole('link', { name: 'Preview payment page' }).getAttribute('href')
    await ready.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { level: 1, name: linkName })).toBeVisible()
    return href!
  })

  const payer = await payerPhone(browser)
  await test.step('unpublishes and publishes it, as the payer sees', async () => {
    const published = page.getByRole('switch', { name: 'Published' })
    await expect(published).toBeChecked()
    await published.click()
    await expect(page.getByText('Successfully Unpublished')).toBeVisible()
    await expect(published).not.toBeChecked()
    await payer.goto(url)
    await expect(payer.getByRole('heading', { name: 'This payment page is closed' })).toBeVisible()
    await published.click()
    await expect(page.getByText('Successfully Published')).toBeVisible()
    await expect(published).toBeChecked()
  })

  const reference = await test.step('a customer pays with a card that requires PIN and code', async () => {
    await payer.goto(url)
    await expect(payer.getByRole('heading', { level: 1, name: linkName })).toBeVisible()
    await expect(payer.locator('body')).toMatchAriaSnapshot(`
      - status: Test Mode — no real money moves
      - banner:
        - paragraph: Ngozi Couture
        - paragraph: NGN 50,000.00
      - main:
        - heading "Where should the receipt go?" [level=2]
        - textbox "Email address"
        - button "Continue to pay NGN 50,000.00"
        - combobox "Language"
    `)
    await payer.getByLabel('Email address').fill(payerEmail)
    await payer.getByRole('button', { name: /^Continue to pay NGN\s50,000\.00$/ }).click()
    await fillCard(payer, testCards.pinAndOtp)
    await expect(payer.getByText('Verve', { exact: true })).toBeVisible()
    await expect(payer.locator('body')).toMatchAriaSnapshot(`
      - main:
        - heading "How would you like to pay?" [level=2]
        - list "Payment method":
          - listitem:
            - link "Card"
        - textbox "Card number"
        - textbox "Expiry"
        - textbox "CVV"
        - button "Pay NGN 50,000.00"
    `)
    await payButton(payer).click()
    await submitChallenge(payer, 'pin', '1234')
    await expect(payer.getByLabel('One-time code')).toBeVisible()
    await expect(payer.locator('body')).toMatchAriaSnapshot(`
      - main:
        - heading "Enter the code from your bank" [level=2]
        - textbox "One-time code"
        - paragraph: You have 3 attempts.
        - button "Continue"
        - paragraph:
          - link "Pay another way"
    `)
    await submitChallenge(payer, 'otp', '123456')
    await expect(receivedHeading(payer)).toBeVisible()
    await expect(notThrough(payer)).toBeHidden()
    await expect(payer.getByText('Ngozi Couture').last()).toBeVisible()
    await expect(payer.getByText('Verve ending 6666')).toBeVisible()
    await expect(payer.locator('body')).toMatchAriaSnapshot(`
      - status: Paid.
      - main:
        - heading "Payment received" [level=2]
        - term: Method
        - definition: Verve ending 6666
        - paragraph:
          - link "View receipt"
          - link "Download PDF"
    `)
    return (await payer.getByText(/^pay_[0-9a-z]{16}$/).textContent())!
  })

  await test.step('the receipt arrives by email', async () => {
    await openMail(payer, payerEmail, /Your payment of NGN\s50,000\.00 to a business on/)
    await expect(payer.getByText(reference)).toBeVisible()
    await expect(payer.getByText(/You paid NGN\s50,000\.00/).first()).toBeVisible()
  })

  await test.step('the transaction shows fee, VAT and net', async () => {
    await page.reload()
    await expect(statTile(page, 'Collected')).toHaveText(/NGN\s50,000\.00/)
    await page.getByRole('table', { name: 'Transactions of this link' }).getByRole('link', { name: payerEmail }).click()
    await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/NGN\s50,000\.00/)
    await expect(page.getByText(reference).first()).toBeVisible()
    await expect(statTile(page, 'Customer paid')).toHaveText(/NGN\s50,000\.00/)
    await expect(page.locator('dl > div').filter({ hasText: /^Fee.NGN/ })).toHaveText(/^Fee−NGN\s850\.00$/)
    await expect(statTile(page, 'VAT on the fee')).toHaveText(/−NGN\s63\.75$/)
    await expect(statTile(page, 'You receive')).toHaveText(/NGN\s49,086\.25$/)
    await expect(page.getByText('The bank asked for the card PIN')).toBeVisible()
  })

  await test.step('the overview is updated, and the balance is the net amount', async () => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(statTile(page, 'Gross volume')).toHaveText(/NGN\s50,000\.00/)
    await expect(statTile(page, 'Success rate')).toHaveText(/100\.0%/)
    await expect(statTile(page, 'Unsettled balance')).toHaveText(/NGN\s49,086\.25/)
    await expect(page.getByRole('table', { name: 'Recent transactions' })).toContainText(payerEmail)
  })

  await test.step('and signs out', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})
