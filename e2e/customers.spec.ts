import { readFile } from 'node:fs/promises'
import { listCharges } from '@adire/contract/charges.ts'
import { createCustomer, getCustomer } from '@adire/contract/customers.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { signIn } from './support/business.ts'
import { newLink, payerPhone, payLink, randomEmail } from './support/checkout.ts'
import { downloadButton, openExport, saveExport } from './support/export.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
const dialog = (page: Page) => page.getByRole('dialog')

test('a customer is added and updated; the list is loaded again from its first page [S2.6-03] [S2.6-04] [S8-05] [S9-02]', async ({
  page,
  business,
}) => {
  await signIn(page, business, '/customers')
  await expect(page.getByText('No customers yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add customer' }).first().click()
  const form = dialog(page)
  await form.getByLabel('Email').fill('ada@')
  await form.getByLabel('Phone').fill('0803')
  await form.getByLabel('First name').focus()
  await expect(form.getByText(messages.email)).toBeVisible()
  await expect(form.getByText(messages.atLeast(11))).toBeVisible()
  await expect(form.getByRole('button', { name: 'Add customer' })).toBeDisabled()
  const email = randomEmail()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill('+234 803 123 4567')
  await form.getByLabel('First name').fill('Ada')
  const reading = page.waitForRequest(/\/customers\?.*limit=10&offset=0/)
  await form.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByText(messages.customerAdded)).toBeVisible()
  await reading
  await expect(rows(page)).toHaveCount(1)

  await rows(page).getByRole('button', { name: 'Actions for Ada' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page).getByLabel('Phone')).toHaveValue('0803 123 4567')
  await dialog(page).getByLabel('Last name').fill('Obi')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(messages.customerUpdated)).toBeVisible()
  await rows(page).getByRole('link', { name: 'Ada Obi' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Obi' })).toBeVisible()

  await page.getByLabel('New note').fill('Prefers delivery on Friday')
  await page.getByRole('button', { name: 'Add note' }).click()
  const notes = page.getByRole('listitem').filter({ hasText: 'Prefers delivery on Friday' })
  await expect(notes).toContainText(business.email)
  await expect(page.getByLabel('New note')).toHaveValue('')
  await notes.getByRole('button', { name: 'Delete note' }).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(notes).toHaveCount(0)

  await page.getByRole('button', { name: 'Request payment' }).click()
  await dialog(page).getByLabel('Amount').fill('2500')
  await dialog(page).getByLabel('Description').fill('Second fitting')
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(dialog(page).getByText(`Send this link to ${email}. It takes NGN\u00a02,500.00 once`)).toBeVisible()
  await expectAccessible(page, 'a created payment link')
  const { content } = await business.call(listCharges, {})
  expect(content).toMatchObject([
    { email, name: 'Ada Obi', amountKobo: 250_000, description: 'Second fitting', status: 'pending' },
  ])
  const shown = content[0]!.authorizationUrl.replace(/^https?:\/\//, '')
  await expect(dialog(page).getByText(shown, { exact: true })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Create invoice' }).click()
  await expect(page.getByLabel('Customer’s email')).toHaveValue(email)
  await expect(page.getByLabel('Customer’s name')).toHaveValue('Ada Obi')

  await openInApp(page, '/customers?new=1')
  await dialog(page).getByLabel('Email').fill(email.toUpperCase())
  await dialog(page).getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog(page).getByText('You already have a customer with this email')).toBeVisible()
})

test('a payer becomes a customer; a blacklisted one cannot pay, and an erased one leaves only the amount [S2.4-06]', async ({
  page,
  browser,
  business,
}) => {
  const link = await newLink(business)
  const phone = await payerPhone(browser)
  const email = await payLink(phone, link)

  await signIn(page, business, '/customers')
  await rows(page).getByRole('link', { name: email }).click()
  await expect(page).toHaveURL(/\/customers\/[\w-]+/)
  await expect(page.getByText('NGN 5,000.00').first()).toBeVisible()
  const { pathname } = new URL(page.url())
  await expect(page.getByRole('table', { name: 'Payments of this customer' })).toContainText('Visa •••• 4081')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Blacklist' }).click()
  await dialog(page).getByLabel('Reason').fill('Stolen card')
  await dialog(page).getByRole('button', { name: 'Blacklist' }).click()
  await expect(page.getByText('You have blocked payments from this customer: Stolen card')).toBeVisible()
  await phone.context().clearCookies()
  const again = await payerPhone(browser)
  await again.goto(link.url)
  await again.getByLabel('Email address').fill(email)
  await again.getByRole('button', { name: /^Continue/ }).click()
  await expect(again.getByText('This business does not accept payments from this email')).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Download customer data' }).click()
  const exported = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
  expect(exported.payments).toMatchObject([{ amountKobo: 500_000, cardLast4: '4081' }])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Erase' }).click()
  await dialog(page).getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog(page).getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erased customer')
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  const after = await business.call(getCustomer, { id: pathname.split('/').at(-1)! })
  expect(after).toMatchObject({ paidKobo: 500_000, firstName: null, phone: null })
})

test('customers are searched, filtered and exported as customer.csv; failures are shown [S7.5-05] [S4-10] [S9-02]', async ({
  page,
  business,
}) => {
  const toasts = await recordToasts(page)
  const adaeze = await business.call(createCustomer, { email: randomEmail('adaeze'), firstName: 'Adaeze' })
  await business.call(createCustomer, { email: randomEmail('bayo'), lastName: 'Adeleke' })
  await business.call(createCustomer, { email: randomEmail('chike') })
  await signIn(page, business, '/customers')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('searchbox').fill('ADEL')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('searchbox').fill('adaeze')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=adaeze/)
  // The search before has found one customer, too, and the address changes before the list.
  await expect(rows(page)).toHaveText([/Adaeze/])
  const dialog = await openExport(page)
  await expect(dialog).toContainText('1 customer: all results')
  const { name, lines } = await saveExport(page, dialog)
  expect(name).toBe('customer.csv')
  expect(lines[0]).toContain('First name,Last name,Email,Phone,Status,Payments,Paid (NGN),Last paid (Africa/Lagos)')
  expect(lines[1]).toContain(adaeze.email)
  await toasts.expect(messages.csvDownloadedSuccessfully, limits.toastMs)
  await page.getByLabel('Status').selectOption('blacklisted')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all customers' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.route('**/customers/csv/download*', (route) => route.abort())
  const failing = await openExport(page)
  await downloadButton(failing).click()
  await expect(failing.getByRole('alert').getByText(messages.tryAgainLater)).toBeVisible()

  // Long names must not make a phone scroll sideways.
  const long = await business.call(createCustomer, {
    email: randomEmail(`${'a'.repeat(40)}.${'b'.repeat(14)}`),
    firstName: 'W'.repeat(60),
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openInApp(page, `/customers/${long.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('WWW')
  await expectNoSidewaysScroll(page, 'a customer with a long name')
})
