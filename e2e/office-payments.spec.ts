import { randomUUID } from 'node:crypto'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { createSplit, createSplitParty } from '@adire/contract/splits.ts'
import { confirmUser } from '@adire/contract/users.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openBackOffice, transferUnnoticed } from './support/back-office.ts'
import { beginCheckout, chooseTransfer, newLink, randomEmail, receivedHeading } from './support/checkout.ts'
import { goInApp } from './support/session.ts'
import { test } from './support/test.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a stuck payment is found by its bank narration and resolved, and a bank’s dispute of it is entered', async ({
  page,
  baseURL,
  business,
  payer,
}) => {
  await beginCheckout(payer, await newLink(business))
  const accountNumber = await chooseTransfer(payer)
  await transferUnnoticed(accountNumber, 500_000)
  await openBackOffice(page, baseURL!, 'admin', '/payments')

  await test.step('the narration that the payer sends finds the payment', async () => {
    await expect(heading(page, 'Payments')).toBeVisible()
    await expectAccessible(page, 'search of payments in the back office')
    await page.getByRole('searchbox').fill(`NIP/GTB/ADA OBI/${accountNumber}/FOR ANKARA 999999261124101010000000000001`)
    const row = page.getByRole('row', { name: new RegExp(business.name) })
    await expect(row.getByText('Pending')).toBeVisible()
    await expectNoSidewaysScroll(page, 'found payments in the back office')
    await row.getByRole('link').click()
    await expect(heading(page, /NGN\s5,000\.00/)).toBeVisible()
    await expect(page.getByText('We requested an account number')).toBeVisible()
  })

  await test.step('a check asks the processor, and the payer has paid', async () => {
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('We asked for the outcome')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
    await expect(receivedHeading(payer)).toBeVisible()
    await expectNoSidewaysScroll(page, 'page of a payment in the back office')
  })

  await test.step('the notice of a bank is entered', async () => {
    await page.getByRole('button', { name: 'Enter dispute' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason of the payer').fill('Nothing was delivered')
    await dialog.getByRole('button', { name: 'Enter dispute' }).click()
    await expect(page.getByText('The payer: Nothing was delivered')).toBeVisible()
    const path = new URL(page.url()).pathname
    await goInApp(page, '/operator/payments?view=disputes')
    await expect(page.locator(`a[href='${path}']`)).toBeVisible()
    await expectAccessible(page, 'disputes in the back office')
  })

  await test.step('the command palette finds screens, the merchant and the payment', async () => {
    const palette = page.getByRole('dialog', { name: 'Search' })
    const option = (name: string | RegExp) => palette.getByRole('option', { name })
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('money res')
    await expect(option(/^Reserves/)).toBeVisible()
    await palette.getByRole('combobox').fill(business.email)
    await expect(palette.getByRole('group', { name: 'Merchants' })).toContainText(business.name)
    await expectAccessible(page, 'the command palette of the back office')
    await palette.getByRole('combobox').fill(accountNumber)
    await option(/^NGN\s5,000\.00 from/).click()
    await expect(heading(page, /NGN\s5,000\.00/)).toBeVisible()
  })
})

test('the page of a shared payment has the shares of recipients, and what is left as the proceeds of the business', async ({
  page,
  baseURL,
  business,
}) => {
  await business.call(confirmUser, { password: business.password })
  const party = await business.call(createSplitParty, { name: 'Ada Farms', bankId: 8, accountNumber: '0000000018' })
  const split = await business.call(createSplit, {
    name: 'Market day',
    type: 'percentage',
    feeBearer: 'business',
    shares: [{ partyId: party.id, value: 3_000 }],
  })
  const { slug } = await newLink(business, { splitId: split.id, feeBearer: 'merchant' })
  const { accessCode } = await business.call(startPayment, { slug, checkoutId: randomUUID(), email: randomEmail() })
  await business.call(payByCard, {
    accessCode,
    number: '4084084084084081',
    cvv: '408',
    expiryMonth: 12,
    expiryYear: 2045,
  })
  const { content } = await business.call(listPayments, {})
  await openBackOffice(page, baseURL!, 'support', `/payments/${business.merchantId}/${content[0]!.id}`)
  const detail = (label: string) =>
    page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')
  await expect(detail('Fee and VAT')).toHaveText(/NGN\s188\.13/)
  await expect(detail('Shares of recipients')).toHaveText(/NGN\s1,500\.00/)
  await expect(detail('Proceeds')).toHaveText(/NGN\s3,311\.87/)
  await expect(detail('Pending')).toHaveText(/NGN\s3,311\.87/)
  await expect(detail('Pending of Ada Farms, 0000000018')).toHaveText(/NGN\s1,500\.00/)
})
