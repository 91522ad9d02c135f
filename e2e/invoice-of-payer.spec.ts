import { readFile } from 'node:fs/promises'
import { cancelInvoice, getInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { newBusiness } from './support/business.ts'
import { fillCard, payButton, payByGoodCard, payerPhone, testCards } from './support/checkout.ts'
import { draftInvoice, sentInvoice } from './support/invoices.ts'
import { test } from './support/test.ts'

test('on a phone: an invoice is paid in parts, and read as a PDF [S7.5-09]', async ({ browser, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const pay = async (phone: Page, invoice: Invoice, amount: string) => {
    await phone.goto(invoice.url)
    await phone.getByLabel('Amount').fill(amount)
    await phone.getByRole('button', { name: /^Continue/ }).click()
    await expect(phone.getByLabel('Card number')).toBeVisible()
    await payByGoodCard(phone)
  }
  const invoice = await sentInvoice(business, { partPayment: true })
  const phone = await payerPhone(browser)
  await phone.goto(invoice.url)
  await phone.getByText('What you are paying for').click()
  await expect(phone.locator('details').getByText('Aso-oke')).toBeVisible()
  await phone.getByLabel('Amount').fill('9950')
  await phone.getByRole('button', { name: /^Continue/ }).click()
  await expect(phone.getByText(/Pay the full amount, or leave at least/)).toBeVisible()
  await pay(phone, invoice, '4000')
  await pay(phone, invoice, '6000')
  await expect.poll(async () => (await business.call(getInvoice, { id: invoice.id })).status).toBe('paid')

  const saving = phone.waitForEvent('download')
  await phone.goto(invoice.url)
  await phone.getByRole('link', { name: 'Download as PDF' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('INV-0001.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a cancelled invoice cannot be paid; its page, and that of a draft, say so [S7.5-09]', async ({
  browser,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const phone = await payerPhone(browser)
  const other = await sentInvoice(business)
  await phone.goto(other.url)
  await phone.getByRole('button', { name: /^Continue/ }).click()
  await expect(phone.getByLabel('Card number')).toBeVisible()
  await business.call(cancelInvoice, { id: other.id })
  await fillCard(phone, testCards.good)
  await payButton(phone).click()
  await expect(phone.getByText(/nothing was charged/i)).toBeVisible()
  // As the message says.
  await phone.reload()
  await expect(phone.getByText('This invoice was cancelled')).toBeVisible()
  await phone.goto(other.url)
  await expect(phone.getByText('This invoice was cancelled')).toBeVisible()
  await expectAccessible(phone, 'a cancelled invoice')
  await phone.goto((await draftInvoice(business)).url)
  await expect(phone.getByText('not been sent yet')).toBeVisible()
  await expectAccessible(phone, 'a draft that its customer opens')
})
